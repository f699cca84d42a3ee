/** The coupon that a visitor took from the exit offer: carried over pages of the tab into the next coupon box. */
import type { GeneratedCoupon } from '../../api/contract/coupons.ts'

type CarriedCoupon = Pick<GeneratedCoupon, 'code' | 'expiresAt'>

const KEY = 'carried-coupon'

export function carryCoupon({ code, expiresAt }: CarriedCoupon): void {
  sessionStorage.setItem(KEY, JSON.stringify({ code, expiresAt }))
}

/** @returns the code, once; undefined where none was carried or its time is up */
export function takeCarriedCode(): string | undefined {
  const carried = sessionStorage.getItem(KEY)
  if (!carried) return undefined
  sessionStorage.removeItem(KEY)
  const { code, expiresAt } = JSON.parse(carried) as CarriedCoupon
  return Date.parse(expiresAt) > Date.now() ? code : undefined
}
