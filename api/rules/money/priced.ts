/** What a package costs in a currency. Every page loads this, so it is small. */
import { DEFAULT_CURRENCY } from './currencies.ts'
import { formatAmount } from './format.ts'

/** A price in the default currency, and those in others by their code. In units, as the API sends them. */
export interface Priced {
  price: number
  currency: string
  prices?: Record<string, number> | undefined
  /** Its parts; of a currency in which one of them would be too small it has no amounts. */
  paymentPlan?: { due: keyof typeof DUE_WORDS; amounts: Record<string, number> }[] | undefined
}

/** When a part is paid, as its buyer reads it. */
export const DUE_WORDS = {
  purchase: 'today',
  delivered: 'when the work is delivered',
  accepted: 'when you accept the work',
} as const

/**
 * A process of the version before names no currency.
 * @returns the price in a currency; in the default one where the package has none in that
 */
export function unitsIn({ price, currency = DEFAULT_CURRENCY, prices }: Priced, wanted: string) {
  const other = prices?.[wanted]
  return other === undefined ? { units: price, currency } : { units: other, currency: wanted }
}

export function formatIn(item: Priced, wanted: string): string {
  const { units, currency } = unitsIn(item, wanted)
  return formatAmount(units, currency)
}

/** @returns '' where all of it is paid at once @example planIn(item, 'USD') // '$649.50 today, $649.50 when you accept the work' */
export function planIn(item: Priced, wanted: string): string {
  const { currency } = unitsIn(item, wanted)
  const words = item.paymentPlan?.map(({ due, amounts: { [currency]: units } }) =>
    units === undefined ? '' : `${formatAmount(units, currency)} ${DUE_WORDS[due]}`,
  )
  return words?.every(Boolean) ? words.join(', ') : ''
}
