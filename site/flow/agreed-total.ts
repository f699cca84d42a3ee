import type { Package } from '../../api/contract/catalogue.ts'
import { parsePriceCents, toDollars } from '../../api/contract/pricing.ts'
import { callApi } from '../client/api.ts'
import { $coupon } from '../stores/coupon.ts'
import { quoteWithCoupon } from './coupon.ts'

/** @returns minor units; 0 for a text that is no price, which the server then refuses */
export function readPriceCents({ price }: Package): number {
  return parsePriceCents(price) ?? 0
}

/**
 * Remembers the total on the screen when Pay is pressed.
 * @returns a function for the `finalAmount` in dollars, to be called once the coupon has been checked again. A lower
 * total is accepted; for a higher one the shown total is sent, so that the server refuses it and the buyer decides.
 */
export function noteTotal(priceCents: number): () => number {
  const { amountCents: shownCents } = quoteWithCoupon(priceCents)
  const wasApplied = $coupon.get().applied !== null
  return () => {
    const { amountCents } = quoteWithCoupon(priceCents)
    return toDollars(wasApplied ? Math.min(shownCents, amountCents) : amountCents)
  }
}

/** The package as the catalogue has it now, after `price_changed`; undefined where that cannot be told. */
export async function findFreshPackage(id: number): Promise<Package | undefined> {
  try {
    return await callApi<Package>(`/api/packages/${id}`, { isFresh: true })
  } catch {
    return undefined
  }
}
