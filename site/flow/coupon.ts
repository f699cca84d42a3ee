/** Applying, removing and checking a coupon, with its toasts (docs/product.md, Coupons). */
import type { CouponResponse } from '../../api/contract/coupons.ts'
import { type Quote, quotePrice, toDecimal } from '../../api/contract/pricing.ts'
import { ApiError, callApi } from '../client/api.ts'
import { formatUsd } from '../format/money.ts'
import { $buyerDraft } from '../stores/buyer-draft.ts'
import { $coupon, NO_COUPON } from '../stores/coupon.ts'
import { showError, showToast } from '../stores/toast.ts'

const INVALID = 'The coupon code is invalid or has expired'
const UNREACHABLE = 'Failed to validate coupon code'

export function normalizeCode(code: string): string {
  return code.trim().toUpperCase()
}

/** `20%`, or `$50.00` for a fixed amount. */
export function describeDiscount({ discount, discountType }: CouponResponse): string {
  return discountType === 'percentage' ? `${discount}%` : formatUsd(discount)
}

/** The price with the applied coupon. */
export function quoteWithCoupon(priceCents: number): Quote {
  return quotePrice(priceCents, $coupon.get().applied)
}

/** The Apply button: what is in the field, for a package of this price. */
export async function applyCoupon(priceCents: number): Promise<void> {
  if ($coupon.get().isChecking) return
  const code = normalizeCode($buyerDraft.get().couponCode)
  if (!code) return showError('Invalid Coupon', 'Please enter a coupon code')
  $coupon.set({ applied: null, isChecking: true, error: undefined })
  try {
    const coupon = await callApi<CouponResponse>('/api/coupons/validate', { method: 'POST', body: { code } })
    accept(coupon)
    const saved = formatUsd(toDecimal(quotePrice(priceCents, coupon).discountCents))
    showToast('Coupon Applied!', `${describeDiscount(coupon)} discount applied. You save ${saved}`)
  } catch (error) {
    const isRefused = error instanceof ApiError
    $coupon.set({ ...NO_COUPON, error: explain(error) })
    showError(isRefused ? 'Invalid Coupon' : 'Coupon Error', isRefused ? INVALID : UNREACHABLE)
  }
}

export function removeCoupon(): void {
  forgetCoupon()
  showToast('Coupon Removed', 'Discount has been removed from your order')
}

/** Back to no coupon, without a toast. */
export function forgetCoupon(): void {
  $coupon.set(NO_COUPON)
  $buyerDraft.setKey('couponCode', '')
}

/**
 * Checks an entered coupon once more during a payment. One that was typed but not applied is applied by this.
 * @param path the call, which differs between the checkout page and the modal
 * @throws what the call threw, having shown it
 */
export async function recheckCoupon(path: '/api/coupons/validate' | '/api/coupons/use'): Promise<void> {
  const code = normalizeCode($buyerDraft.get().couponCode)
  try {
    accept(await callApi<CouponResponse>(path, { method: 'POST', body: { code } }))
  } catch (error) {
    const applied = error instanceof ApiError ? null : $coupon.get().applied
    $coupon.set({ applied, isChecking: false, error: explain(error) })
    throw error
  }
}

/** A coupon that the order refused although it was accepted before. */
export function refuseCoupon(message: string = INVALID): void {
  $coupon.set({ ...NO_COUPON, error: message })
}

function accept(coupon: CouponResponse): void {
  $coupon.set({ applied: coupon, isChecking: false, error: undefined })
  $buyerDraft.setKey('couponCode', coupon.code)
}

/** The text under the field. A rate limit says here how long to wait, because the toast has a fixed text. */
function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return `${UNREACHABLE}. Check your connection and try again.`
  return error.status === 429 && error.body ? error.body.message : INVALID
}
