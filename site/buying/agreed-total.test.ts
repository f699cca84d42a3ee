import { beforeEach, expect, test } from 'vitest'
import type { CouponResponse } from '../../api/contract/coupons.ts'
import { money } from '../../api/rules/money/money.ts'
import { $coupon, NO_COUPON } from '../stores/coupon.ts'
import { noteTotal } from './agreed-total.ts'

const PRICE = money(100_000, 'USD')

function apply(discount: number): void {
  const coupon: CouponResponse = { valid: true, code: 'SAVE', discountType: 'percentage', discount }
  $coupon.setKey('applied', coupon)
}

beforeEach(() => $coupon.set(NO_COUPON))

test('without a coupon the price is agreed', () => {
  expect(noteTotal(PRICE)()).toBe(1000)
})

test.each([
  ['was typed but not applied gives its discount when it is checked', undefined, 20, 800],
  ['has become worth less leaves the total that was shown, for the server to refuse', 20, 10, 800],
  ['has become worth more is accepted', 20, 50, 500],
])('a coupon that %s', (_what, shown, checked, total) => {
  if (shown) apply(shown)
  const read = noteTotal(PRICE)
  apply(checked)
  expect(read()).toBe(total)
})
