import { expect, test } from 'vitest'
import type { Coupon } from '../../../db/models/coupon.ts'
import { insertCoupon, insertPackage } from '../../../db/testing/builders.ts'
import { buyerForm, payOrder, placeModalOrder, signIn } from '../../testing/buyer.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

const shop = openTestApp()
const check = (visitor: Visitor, { code }: Coupon, known: object) =>
  visitor.post('/api/coupons/validate', { code, ...known })

test('a code for another package says so when it is checked, and as a guess', async () => {
  const [own, other] = [await insertPackage(shop.db), await insertPackage(shop.db)]
  const coupon = await insertCoupon(shop.db, { packageId: own.id })
  const visitor = new Visitor(shop)
  expect((await check(visitor, coupon, {})).statusCode).toBe(200)
  expect((await check(visitor, coupon, { packageId: own.id })).statusCode).toBe(200)

  const refused = await check(visitor, coupon, { packageId: other.id })
  expect(refused.statusCode).toBe(409)
  // The limit on guesses counts this error code (api/http/limits.ts).
  expect(refused.json()).toMatchObject({
    code: 'coupon_invalid',
    message: 'This code is for another package',
  })
})

test('a code for new customers says so to old customers who are signed in, and to nobody who types their e-mail', async () => {
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  const coupon = await insertCoupon(shop.db, { newCustomersOnly: true })
  const order = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 100 })
  await payOrder(shop, new Visitor(shop), order)
  const customer = await signIn(shop, 'grace@example.com', 'a-fine-secret')

  const told = await check(customer, coupon, { packageId: pkg.id, email: 'somebody@example.com' })
  expect(told.statusCode).toBe(409)
  expect(told.json()).toMatchObject({
    code: 'coupon_invalid',
    message: 'This code is for new customers only',
  })

  const stranger = new Visitor(shop)
  expect((await check(stranger, coupon, { packageId: pkg.id })).statusCode).toBe(200)
  for (const email of ['henrik@example.com', 'Grace+1@Example.com'])
    expect((await check(stranger, coupon, { email })).json()).toMatchObject({ valid: true })
  const use = { packageId: pkg.id, finalAmount: 80 }
  const refused = await stranger.post('/api/create-order', {
    ...use,
    userData: buyerForm({ email: 'Grace+1@Example.com', couponCode: coupon.code }),
  })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'coupon_invalid',
    message: 'The coupon code is invalid or has expired',
  })
})
