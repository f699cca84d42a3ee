/** The coupon of the purchase under way: none, being checked, then applied or refused. An applied one outlives a reload. */
import { map } from 'nanostores'
import type { CouponResponse } from '../../api/contract/coupons.ts'

export interface CouponState {
  applied: CouponResponse | null
  isChecking: boolean
  /** Why the code in the field was refused. */
  error: string | undefined
}

const KEY = 'applied-coupon'

export const NO_COUPON: CouponState = { applied: null, isChecking: false, error: undefined }

export const $coupon = map<CouponState>({ ...NO_COUPON, applied: readKept() })

$coupon.listen(({ applied }) => {
  try {
    if (applied) sessionStorage.setItem(KEY, JSON.stringify(applied))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is full or forbidden: the coupon lives as long as the page.
  }
})

/** What it is worth is checked again with the order, so a stale one does no harm. */
function readKept(): CouponResponse | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as CouponResponse | null
  } catch {
    return null
  }
}
