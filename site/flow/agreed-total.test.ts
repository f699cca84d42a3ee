import { beforeEach, expect, test } from 'vitest'
import type { CouponResponse } from '../../api/contract/coupons.ts'
import { $coupon, NO_COUPON } from '../stores/coupon.ts'
import { noteTotal } from './agreed-total.ts'

const PRICE_CENTS = 100_000

function apply(discount: number): void {
  const coupon: CouponResponse = { valid: true, code: 'SAVE', discountType: 'percentage', discount }
  $coupon.setKey('applied', coupon)
}

beforeEach(() => $coupon.set(NO_COUPON))

test('without a coupon the price is agreed', () => {
  expect(noteTotal(PRICE_CENTS)()).toBe(1000)
})

test('a coupon that was typed but not applied gives its discount when it is checked', () => {
  const read = noteTotal(PRICE_CENTS)
  apply(20)
  expect(read()).toBe(800)
})

test('a coupon that has become worth less leaves the total that was shown, for the server to refuse', () => {
  apply(20)
  const read = noteTotal(PRICE_CENTS)
  apply(10)
  expect(read()).toBe(800)
})

test('a coupon that has become worth more is accepted', () => {
  apply(20)
  const read = noteTotal(PRICE_CENTS)
  apply(50)
  expect(read()).toBe(500)
})
