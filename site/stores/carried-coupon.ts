/** The coupon of the exit offer, stored in the tab until the next coupon box takes it. */
import type { GeneratedCoupon } from '../../api/contract/coupons.ts'
import { store, takeStored } from './stored.ts'

type CarriedCoupon = Pick<GeneratedCoupon, 'code' | 'expiresAt'>

const KEY = 'carried-coupon'

export function carryCoupon({ code, expiresAt }: CarriedCoupon): void {
  store(KEY, { code, expiresAt })
}

/** Removes the stored code. @returns undefined if there is none or it has expired */
export function takeCarriedCode(): string | undefined {
  const carried = takeStored<CarriedCoupon>(KEY)
  return carried && Date.parse(carried.expiresAt) > Date.now() ? carried.code : undefined
}
