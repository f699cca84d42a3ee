import { beforeEach, expect, test } from 'vitest'
import { insertCoupon } from '../../../db/testing/builders.ts'
import type { AuditEntry } from '../../contract/audit.ts'
import type { Coupon } from '../../contract/coupons.ts'
import { type SignedIn, signInAsAdmin } from '../../testing/back-office.ts'
import { FOUR_CURRENCIES, sellIn } from '../../testing/sell-in.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

sellIn(FOUR_CURRENCIES)
const shop = openTestApp()
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})

const FIFTY = { code: 'FIFTY', discountType: 'fixed', discount: 50 }
const create = (fields: object) => admin.browser.post('/api/admin/coupons', { ...FIFTY, ...fields })
const change = ({ id }: { id: number }, body: object) => admin.browser.patch(`/api/admin/coupons/${id}`, body)

test('a fixed coupon has amounts in several currencies, which buyers, list and log are told', async () => {
  const made = (await create({ amounts: { INR: 4_000, JPY: '7500' } })).json<Coupon>()
  expect(made).toMatchObject({ discount: 50, currency: 'USD', amounts: { INR: 4_000, JPY: 7_500 } })
  const valid = await new Visitor(shop).post('/api/coupons/validate', { code: 'FIFTY' })
  expect(valid.json()).toMatchObject({ discount: 50, currency: 'USD', amounts: { INR: 4_000, JPY: 7_500 } })
  await change(made, { amounts: { JPY: null } })
  expect((await admin.browser.get('/api/coupons')).json()).toMatchObject([{ amounts: { INR: 4_000 } }])
  const [entry] = (await admin.browser.get('/api/admin/audit-log?subject=coupon')).json<AuditEntry[]>()
  expect(entry?.changes).toEqual([
    { field: 'amounts', from: ['INR 4000.00', 'JPY 7500'], to: ['INR 4000.00'] },
  ])
  const { body } = await admin.browser.get('/api/admin/coupons.csv')
  expect(body).toMatch(/"Created","Currency","In other currencies"\r\n.*,"USD","INR 4000\.00"\r\n$/)
})

test.each([
  ['GBP', 40, 'Beside USD, the shop sells in INR, EUR, JPY'],
  ['JPY', 12.5, 'Discount must be a whole amount of more than 0'],
  ['EUR', 0, 'Discount must be more than 0, with at most two decimals'],
])('an amount of %s %s is refused at its field', async (code, amount, message) => {
  const refused = await create({ amounts: { [code]: amount } })
  expect(refused.json()).toMatchObject({ issues: [{ path: `amounts.${code}`, message }] })
})

test('what becomes a percentage has no amounts, and fits every currency', async () => {
  const coupon = await insertCoupon(shop.db, {
    ...{ discountType: 'fixed', discountHundredths: 5_000, otherAmounts: { INR: 400_000 } },
  })
  const changed = await change(coupon, { discountType: 'percentage', discount: 20 })
  expect(changed.json<Coupon>()).not.toHaveProperty('amounts')
  const back = await change(coupon, { discountType: 'fixed' })
  expect(back.json<Coupon>()).toMatchObject({ discount: 20, currency: 'USD' })
  expect(back.json<Coupon>()).not.toHaveProperty('amounts')
})
