import { DEFAULT_CURRENCY } from './currencies.ts'
import type { SoldIn } from './sold-in.ts'

/** Whether rupees are shown beside an amount: of dollars, in a shop that sells in dollars alone. */
export const showsRupees = ({ offered }: SoldIn, currency: string = DEFAULT_CURRENCY): boolean =>
  offered.length === 0 && currency === DEFAULT_CURRENCY
