import type { Package } from '../../api/contract/catalogue.ts'
import { least, type Money, toNumber } from '../../api/rules/money/money.ts'
import { priceIn } from '../../api/rules/money/sold-in.ts'
import { callApi } from '../client/api.ts'
import { $coupon } from '../stores/coupon.ts'
import { billedIn } from './billed-currency.ts'
import { quoteWithCoupon } from './coupon.ts'

/** @param country of the billing address, '' where none is chosen yet */
export const readPrice = (item: Package, country: string): Money => priceIn(item, billedIn(item, country))

/**
 * Remembers the total that the buyer sees when pressing Pay.
 * @returns a function that gives the order's `finalAmount`, once the coupon has been checked again: a lower total
 * is accepted; of a higher one the shown total is sent, so that the server refuses it and the buyer decides.
 */
export function noteTotal(price: Money): () => number {
  const { amount: shown } = quoteWithCoupon(price)
  const wasApplied = $coupon.get().applied !== null
  return () => {
    const { amount } = quoteWithCoupon(price)
    return toNumber(wasApplied ? least(shown, amount) : amount)
  }
}

/** The package with its current price. @returns undefined if it cannot be loaded */
export async function findFreshPackage(id: number): Promise<Package | undefined> {
  try {
    return await callApi<Package>(`/api/packages/${id}`, { isFresh: true })
  } catch {
    return undefined
  }
}
