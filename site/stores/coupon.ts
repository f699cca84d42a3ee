import { map } from 'nanostores'
import type { CouponAnswer } from '../../api/contract/coupons.ts'

/** The coupon of the purchase under way: none, being checked, then applied or refused. */
export interface CouponState {
  applied: CouponAnswer | null
  isChecking: boolean
  /** Why the code in the field was refused. */
  error: string | undefined
}

export const NO_COUPON: CouponState = { applied: null, isChecking: false, error: undefined }

export const $coupon = map<CouponState>(NO_COUPON)
