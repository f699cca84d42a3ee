/** The coupon that a visitor took from the exit offer: carried over pages of the tab into the next coupon box. */
import type { GeneratedCoupon } from '../../api/contract/coupons.ts'
import { store, takeStored } from './stored.ts'

type CarriedCoupon = Pick<GeneratedCoupon, 'code' | 'expiresAt'>

const KEY = 'carried-coupon'

export function carryCoupon({ code, expiresAt }: CarriedCoupon): void {
  store(KEY, { code, expiresAt })
}

/** @returns the code, once; undefined where none was carried or it has expired */
export function takeCarriedCode(): string | undefined {
  const carried = takeStored<CarriedCoupon>(KEY)
  return carried && Date.parse(carried.expiresAt) > Date.now() ? carried.code : undefined
}
