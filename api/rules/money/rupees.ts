import { DEFAULT_CURRENCY } from './currencies.ts'
import type { SoldIn } from './sold-in.ts'

/** Whether rupees are shown beside an amount: of dollars, in a shop without currencies.yaml. */
export const showsRupees = (soldIn: SoldIn, currency: string = DEFAULT_CURRENCY): boolean =>
  soldIn.showsRupees === true && currency === DEFAULT_CURRENCY
