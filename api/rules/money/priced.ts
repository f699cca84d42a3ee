/** What a package costs in a currency. Every page loads this, so it is small. */
import { DEFAULT_CURRENCY } from './currencies.ts'
import { formatAmount } from './format.ts'

/** A price in the default currency, and those in others by their code. In units, as the API sends them. */
export interface Priced {
  price: number
  currency: string
  prices?: Record<string, number> | undefined
}

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
