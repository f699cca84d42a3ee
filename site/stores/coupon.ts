/** The coupon of the purchase under way: none, being checked, then applied or refused. An applied one outlives a reload. */
import { map } from 'nanostores'
import type { CouponResponse } from '../../api/contract/coupons.ts'
import { readStored, store } from './stored.ts'

export interface CouponState {
  applied: CouponResponse | null
  isChecking: boolean
  /** Why the code in the field was refused. */
  error: string | undefined
}

const KEY = 'applied-coupon'

export const NO_COUPON: CouponState = { applied: null, isChecking: false, error: undefined }

/** What it is worth is checked again with the order, so a stale one does no harm. */
export const $coupon = map<CouponState>({
  ...NO_COUPON,
  applied: readStored<CouponResponse>(KEY) ?? null,
})

$coupon.listen(({ applied }) => store(KEY, applied ?? undefined))
