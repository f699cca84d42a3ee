/** Applying, removing and checking a coupon, with its toasts (docs/product/shop.md, Coupons). */

import type { CouponResponse } from '#api/contract/catalogue/coupons.ts'
import { formatAmount, formatMoney } from '#api/rules/money/format.ts'
import type { Money } from '#api/rules/money/money.ts'
import { fitsCurrency, type Quote, quotePrice } from '#api/rules/money/pricing.ts'
import { ApiError, callApi } from '#site/kit/client/api.ts'
import { nameCurrency } from '#site/kit/format/currency.ts'
import { $buyerDraft } from '#site/kit/stores/buyer-draft.ts'
import { $coupon, NO_COUPON } from '#site/kit/stores/coupon.ts'
import { showError, showNote, showToast } from '#site/kit/stores/toast.ts'

export interface CouponPackage {
  id: number
  price: Money
}

const INVALID = 'The coupon code is invalid or has expired'
const UNREACHABLE = 'Failed to validate coupon code'

export function normalizeCode(code: string): string {
  return code.trim().toUpperCase()
}

/** `20%`, or `$50.00` for a fixed amount. */
export function describeDiscount(coupon: CouponResponse, { currency }: Money): string {
  if (coupon.discountType === 'percentage') return `${coupon.discount}%`
  const units = coupon.currency === currency ? undefined : coupon.amounts?.[currency]
  return formatAmount(units ?? coupon.discount, currency)
}

/** Ignores a coupon without an amount in the price's currency: the form is about to refuse it. */
export function quoteWithCoupon(price: Money, { applied } = $coupon.get()): Quote {
  return quotePrice(price, applied && fitsCurrency(applied, price.currency) ? applied : null)
}

/** @returns why an applied coupon cannot be used in this currency */
export function findMisfit(coupon: CouponResponse | null, { currency }: Money): string | undefined {
  if (!coupon || fitsCurrency(coupon, currency)) return undefined
  return `${coupon.code} gives no discount on prices in ${nameCurrency(currency)}`
}

/** Applies the typed code when Apply is pressed. */
export async function applyCoupon({ id, price }: CouponPackage): Promise<void> {
  if ($coupon.get().isChecking) return
  const code = normalizeCode($buyerDraft.get().couponCode)
  if (!code) return showError('Invalid Coupon', 'Please enter a coupon code')
  $coupon.set({ applied: null, isChecking: true, error: undefined })
  try {
    const coupon = await callApi<CouponResponse>('/api/coupons/validate', {
      method: 'POST',
      body: { code, packageId: id },
    })
    const misfit = findMisfit(coupon, price)
    if (misfit) return refuseCoupon(misfit)
    accept(coupon)
    const saved = formatMoney(quotePrice(price, coupon).discount)
    // A fixed amount is what is saved.
    const isFixed = coupon.discountType !== 'percentage'
    const text = isFixed ? `You save ${saved}` : `${coupon.discount}% discount applied. You save ${saved}`
    showToast('Coupon Applied!', text)
  } catch (error) {
    const isRefused = error instanceof ApiError
    $coupon.set({ ...NO_COUPON, error: explain(error) })
    showError(isRefused ? 'Invalid Coupon' : 'Coupon Error', isRefused ? whyRefused(error) : UNREACHABLE)
  }
}

export function removeCoupon(): void {
  forgetCoupon()
  showNote('Coupon Removed', 'Discount has been removed from your order')
}

/** Removes the coupon without a toast. */
export function forgetCoupon(): void {
  $coupon.set(NO_COUPON)
  $buyerDraft.setKey('couponCode', '')
}

/**
 * Checks the typed coupon during a payment, and applies it if the buyer has not.
 * @param path the checkout page and the purchase form use different ones
 * @throws the call's error, once it is shown under the field
 */
export async function recheckCoupon(
  path: '/api/coupons/validate' | '/api/coupons/use',
  packageId: number,
): Promise<void> {
  const code = normalizeCode($buyerDraft.get().couponCode)
  try {
    accept(await callApi<CouponResponse>(path, { method: 'POST', body: { code, packageId } }))
  } catch (error) {
    const applied = error instanceof ApiError ? null : $coupon.get().applied
    $coupon.set({ applied, isChecking: false, error: explain(error) })
    throw error
  }
}

/** Removes a coupon that was accepted before and is refused now. */
export function refuseCoupon(message: string = INVALID): void {
  $coupon.set({ ...NO_COUPON, error: message })
}

function accept(coupon: CouponResponse): void {
  $coupon.set({ applied: coupon, isChecking: false, error: undefined })
  $buyerDraft.setKey('couponCode', coupon.code)
}

/** The text under the field. For a rate limit it says how long to wait, which the toast's fixed text cannot. */
function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return `${UNREACHABLE}. Check your connection and try again.`
  return error.status === 429 && error.body ? error.body.message : whyRefused(error)
}

/** A valid code that does not fit the order (409) has its own reason; all invalid codes share one text. */
function whyRefused({ status, body }: ApiError): string {
  return status === 409 && body ? body.message : INVALID
}
