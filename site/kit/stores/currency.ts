/** The currency in which the visitor sees prices. The billing country decides the currency of an order. */
import { currencies } from 'virtual:content'
import { atom } from 'nanostores'
import { readStored, store } from './stored.ts'

/** site/layouts/currency-hint.js reads it before the page is drawn. */
const KEY = 'currency'

/** Starts with the default, as the built HTML does, so that hydration changes nothing. */
export const $currency = atom<string>(currencies.default)

/** Whether the visitor, or the website around a frame, has chosen the currency; otherwise it is guessed. */
export const isCurrencyChosen = (): boolean =>
  readStored(KEY, 'browser') !== undefined || new URLSearchParams(location.search).has('currency')

/** @param code without it, the choice made in another tab or page meanwhile */
export function showCurrency(code: string = readStored(KEY, 'browser') ?? ''): void {
  if (!currencies.offered.some((offered) => offered.code === code) && code !== currencies.default) return
  document.documentElement.dataset.currency = code
  $currency.set(code)
}

export function chooseCurrency(code: string): void {
  store(KEY, code, 'browser')
  showCurrency(code)
}

if (typeof window !== 'undefined' && currencies.offered.length > 0)
  showCurrency(document.documentElement.dataset.currency)
