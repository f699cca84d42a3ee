/** The price of a package in a currency. Every page loads this file, so keep it small. */
import { formatAmount } from './format.ts'

/** A price in the default currency, and others by currency code. In major units, as the API sends them. */
export interface Priced {
  price: number
  currency: string
  prices?: Record<string, number> | undefined
  /** The instalments, with amounts by currency code. A currency in which an instalment would be too small is missing. */
  paymentPlan?: { due: keyof typeof DUE_WORDS; amounts: Record<string, number> }[] | undefined
}

/** When an instalment is paid, in words for the buyer. */
export const DUE_WORDS = {
  purchase: 'today',
  delivered: 'when the work is delivered',
  accepted: 'when you accept the work',
} as const

/** @returns the price in the wanted currency, or in the default one if the package has no price in it */
export function unitsIn({ price, currency, prices }: Priced, wanted: string) {
  const other = prices?.[wanted]
  return other === undefined ? { units: price, currency } : { units: other, currency: wanted }
}

export function formatIn(item: Priced, wanted: string): string {
  const { units, currency } = unitsIn(item, wanted)
  return formatAmount(units, currency)
}

/** @returns '' if the package is paid at once @example planIn(item, 'USD') // '$649.50 today, $649.50 when you accept the work' */
export function planIn(item: Priced, wanted: string): string {
  const { currency } = unitsIn(item, wanted)
  const words = item.paymentPlan?.map(({ due, amounts: { [currency]: units } }) =>
    units === undefined ? '' : `${formatAmount(units, currency)} ${DUE_WORDS[due]}`,
  )
  return words?.every(Boolean) ? words.join(', ') : ''
}
