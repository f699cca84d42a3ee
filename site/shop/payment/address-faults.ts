/** What a form says about an Indian address that decides tax (docs/product/shop.md, Tax). */
import { brand } from 'virtual:content'
import { askAboutPin, findStateFault } from '#api/rules/money/indian-address.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'

type Address = Parameters<typeof askAboutPin>[1]

const ASKED = 'asked-pin-codes'
const MOST_REMEMBERED = 20

/**
 * Asks about a PIN code of another state: to send the form once more confirms it, in this browser for good.
 * @returns the question, if it was not asked before
 */
export function askOnceAboutPin(address: Address): string | undefined {
  const question = askAboutPin(brand, address)
  const asked = readStored<string[]>(ASKED, 'browser') ?? []
  if (!question || asked.includes(question)) return undefined
  store(ASKED, [...asked.slice(1 - MOST_REMEMBERED), question], 'browser')
  return question
}

/** @returns by field, why the form is not sent yet */
export function checkAddress(address: Address): Partial<Record<'state' | 'zipCode', string>> {
  const state = findStateFault(brand, address)
  const zipCode = askOnceAboutPin(address)
  return { ...(state && { state }), ...(zipCode && { zipCode }) }
}
