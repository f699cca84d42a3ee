import type { Package } from '../../api/contract/catalogue.ts'
import { parsePriceCents, toDollars } from '../../api/rules/money/pricing.ts'
import { callApi } from '../client/api.ts'
import { $coupon } from '../stores/coupon.ts'
import { quoteWithCoupon } from './coupon.ts'

/** @returns 0 for a price that cannot be read; the server refuses such an order */
export function readPriceCents({ price }: Package): number {
  return parsePriceCents(price) ?? 0
}

/**
 * Remembers the total that the buyer sees when pressing Pay.
 * @returns a function that gives the order's `finalAmount` in dollars, once the coupon has been checked again: a lower total
 * is accepted; of a higher one the shown total is sent, so that the server refuses it and the buyer decides.
 */
export function noteTotal(priceCents: number): () => number {
  const { amountCents: shownCents } = quoteWithCoupon(priceCents)
  const wasApplied = $coupon.get().applied !== null
  return () => {
    const { amountCents } = quoteWithCoupon(priceCents)
    return toDollars(wasApplied ? Math.min(shownCents, amountCents) : amountCents)
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
