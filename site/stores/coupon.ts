/** The coupon of the current purchase. An applied one survives a reload. */
import { map } from 'nanostores'
import type { CouponResponse } from '../../api/contract/coupons.ts'
import { readStored, store } from './stored.ts'

export interface CouponState {
  applied: CouponResponse | null
  isChecking: boolean
  /** Why the typed code was refused. */
  error: string | undefined
}

const KEY = 'applied-coupon'

export const NO_COUPON: CouponState = { applied: null, isChecking: false, error: undefined }

/** The stored coupon may be outdated: it is checked again with the order. */
export const $coupon = map<CouponState>({
  ...NO_COUPON,
  applied: readStored<CouponResponse>(KEY) ?? null,
})

$coupon.listen(({ applied }) => store(KEY, applied ?? undefined))
