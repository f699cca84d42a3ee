/** The coupon of the current purchase. An applied one survives a reload. */
import { map } from 'nanostores'
import type { CouponResponse, GeneratedCoupon } from '#api/contract/catalogue/coupons.ts'
import { readStored, store, takeStored } from './stored.ts'

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

/** The coupon of the exit offer, stored in the tab until the next coupon box takes it. */
type CarriedCoupon = Pick<GeneratedCoupon, 'code' | 'expiresAt'>

const CARRIED_KEY = 'carried-coupon'

export function carryCoupon({ code, expiresAt }: CarriedCoupon): void {
  store(CARRIED_KEY, { code, expiresAt })
}

/** Removes the stored code. @returns undefined if there is none or it has expired */
export function takeCarriedCode(): string | undefined {
  const carried = takeStored<CarriedCoupon>(CARRIED_KEY)
  return carried && Date.parse(carried.expiresAt) > Date.now() ? carried.code : undefined
}
