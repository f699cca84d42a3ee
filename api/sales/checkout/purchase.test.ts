import { beforeEach, describe, expect, test } from 'vitest'
import type { Order as WireOrder } from '#api/contract/orders/orders.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, getOrder, payOrder, placeOrder, signIn, verifyBody } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { expectRefused, expectResponse, statusesOf } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { CouponRedemption, Order } from '#db/models/orders/order.ts'
import { Registration } from '#db/models/orders/registration.ts'
import { User } from '#db/models/people/user.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)

// Webhooks are tested in settle.test.ts.
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

/** Orders like the purchase modal, whether or not that is refused. */
const order = (packageId: number, finalAmount: unknown, form: object = {}, visitor = new Visitor(shop)) =>
  visitor.post('/api/create-order', { packageId, finalAmount, userData: buyerForm({ ...form }) })

describe('a purchase from the modal', () => {
  test('makes the account when the payment is verified, signs the buyer in once, and shows the order', async () => {
    const visitor = new Visitor(shop)
    const placed = await placeOrder(shop, { visitor })
    expect(placed).toMatchObject({ id: placed.orderId, amount: 129_900, keyId: shop.gateway.keyId })
    expect(await User.query(shop.db).resultSize()).toBe(0)

    const receipt = await shop.pay(placed.razorpayOrderId ?? '')
    const verified = await visitor.post('/api/verify-payment', verifyBody(placed, receipt))
    const { sessionId } = verified.json<{ sessionId: string }>()
    const login = await visitor.post('/api/auth/session-login', { sessionId })
    expect(login.json()).toMatchObject({ email: 'grace@example.com', firstName: 'Grace', isAdmin: false })
    const [own, ...others] = (await visitor.get('/api/orders')).json<WireOrder[]>()
    const { razorpay_payment_id: paymentId } = receipt
    expect(own).toMatchObject({ paymentStatus: 'paid', paymentId, package: { name: 'Business Website' } })
    expect(own).toMatchObject({ amount: '1299.00', amountInr: '109440.75', status: 'pending' })
    expect(others).toEqual([])
    // The form's password is stored in the account and nowhere else.
    await signIn(shop, 'grace@example.com', 'a-fine-secret')
    expect((await Registration.query(shop.db).findOne({}))?.passwordHash).toBeNull()
  })

  test('gives a verification that is replayed fifty times at once the same response: one payment, invoice and sign-in', async () => {
    const visitor = new Visitor(shop)
    const placed = await placeOrder(shop, { visitor })
    const body = verifyBody(placed, await shop.pay(placed.razorpayOrderId ?? ''))
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => visitor.post('/api/verify-payment', body)),
    )
    expect(responses.map((response) => response.statusCode)).toEqual(Array(50).fill(200))
    expect(responses.filter((response) => 'sessionId' in response.json()).length).toBe(1)
    expect(await Payment.query(shop.db).resultSize()).toBe(1)
    expect(await User.query(shop.db).resultSize()).toBe(1)
    const paid = await Order.query(shop.db).where({ paymentStatus: 'paid' })
    expect(paid).toMatchObject([{ invoiceNumber: `INV-${placed.id}` }])
  })

  test('an unpaid form leaves an e-mail free', async () => {
    await placeOrder(shop)
    const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...account } = buyerForm()
    expect((await new Visitor(shop).post('/api/auth/register', account)).statusCode).toBe(201)
  })

  test("an e-mail that has an account needs that account's password", async () => {
    const { id } = await insertPackage(shop.db)
    const passwordHash = await hashCheaply('the-owners-own')
    const owner = await insertUser(shop.db, { email: 'Grace@Example.com', passwordHash })
    const taken = { code: 'email_taken', issues: [{ path: 'userData.email' }] }
    expectResponse(await order(id, 1299), 409, taken)
    expect(await Order.query(shop.db).resultSize()).toBe(0)
    expectResponse(await order(id, 1299, { password: 'the-owners-own' }), 201)
    expect(await Order.query(shop.db)).toMatchObject([{ userId: owner.id }])
  })

  test('if the e-mail got an account while the buyer paid, that account gets the order and nobody is signed in', async () => {
    const visitor = new Visitor(shop)
    const placed = await placeOrder(shop, { visitor })
    const passwordHash = await hashCheaply('the-owners-own')
    const owner = await insertUser(shop.db, { email: 'grace@example.com', passwordHash })
    const verified = await payOrder(shop, visitor, placed)
    expectResponse(verified, 200)
    expect(verified.json()).not.toHaveProperty('sessionId')
    expect(await getOrder(shop, placed.id)).toMatchObject({ userId: owner.id, paymentStatus: 'paid' })
    await signIn(shop, 'grace@example.com', 'the-owners-own')
    await expect(signIn(shop, 'grace@example.com', 'a-fine-secret')).rejects.toThrow('401')
  })
})

describe('the price', () => {
  test.each([0, 1, -1, 1e9, '1298.99', 1298.99, 1299.0051])(
    'sent as %j is refused with the right one, and nothing is stored',
    async (finalAmount) => {
      const { id } = await insertPackage(shop.db)
      const refused = await order(id, finalAmount, { originalAmount: '1.00', discountAmount: '99999.00' })
      expectResponse(refused, 409, { code: 'price_changed', finalAmount: '1299.00' })
      expect(await Order.query(shop.db).resultSize()).toBe(0)
    },
  )

  test.each(['NaN', 'abc', null, {}, [1299]])('sent as %j is invalid input', async (finalAmount) => {
    const { id } = await insertPackage(shop.db)
    const refusal = { code: 'invalid_input', issues: [{ path: 'finalAmount' }] }
    expectResponse(await order(id, finalAmount), 400, refusal)
  })

  test.each([1299.005, 1298.995])(
    'sent as %s, by a page that does not round, is taken',
    async (finalAmount) => {
      const { id } = await insertPackage(shop.db)
      expectResponse(await order(id, finalAmount), 201)
      expect(await Order.query(shop.db)).toMatchObject([{ amountCents: 129_900 }])
    },
  )

  test('of the form itself is never stored', async () => {
    const { id: packageId } = await insertPackage(shop.db)
    for (const [index, figure] of ['0', '-1', '1e9', 'NaN', '$0.01', ''].entries()) {
      const figures = { originalAmount: figure, discountAmount: figure }
      const userData = buyerForm({ email: `buyer-${index}@example.com`, ...figures, amountCents: 1 })
      const body = { packageId, finalAmount: 1299, amount: 1, ...figures, userData }
      const response = await new Visitor(shop).post('/api/create-order', body)
      expect([201, 400]).toContain(response.statusCode)
    }
    const orders = await Order.query(shop.db)
    expect(orders.length).toBeGreaterThan(0)
    for (const one of orders)
      expect(one).toMatchObject({ originalCents: 129_900, discountCents: 0, amountCents: 129_900 })
  })

  test('of an inactive package is nobody’s', async () => {
    const { id } = await insertPackage(shop.db, { isActive: false })
    expectResponse(await order(id, 1299), 404)
  })
})

describe('a coupon', () => {
  test('takes its share, is reserved with the order and redeemed with the payment', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'SAVE20', discountHundredths: 2000, usageLimit: 5 })
    const visitor = new Visitor(shop)
    const placed = await placeOrder(shop, { visitor, finalAmount: 1039.2, form: { couponCode: ' save20 ' } })
    expect(placed.amount).toBe(103_920)
    expect(await CouponRedemption.query(shop.db).findOne({})).toMatchObject({ status: 'reserved' })
    await payOrder(shop, visitor, placed)
    expect(await CouponRedemption.query(shop.db).findOne({})).toMatchObject({ status: 'redeemed' })
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)
  })

  test.each([1, 5])('of %i uses is on exactly as many of 50 orders made at once', async (usageLimit) => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const coupon = await insertCoupon(shop.db, { code: 'FEW', discountHundredths: 5000, usageLimit })
    const statuses = await statusesOf(50, (nth) =>
      order(pkg.id, 50, { email: `buyer-${nth}@example.com`, couponCode: 'FEW' }),
    )
    expect(statuses).toEqual([...Array(usageLimit).fill(201), ...Array(50 - usageLimit).fill(409)])
    expect((await coupon.$query(shop.db)).usedCount).toBe(usageLimit)
    expect(await Order.query(shop.db).resultSize()).toBe(usageLimit)
  })

  test('held by an abandoned try of the same buyer is free for that buyer’s next try only', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const coupon = await insertCoupon(shop.db, { code: 'RETRY', discountHundredths: 1000, usageLimit: 1 })
    const browser = new Visitor(shop)
    const buy = (email: string) => order(pkg.id, 90, { email, couponCode: 'RETRY' }, browser)
    const validate = async () =>
      (await new Visitor(shop).post('/api/coupons/validate', { code: 'RETRY' })).statusCode
    const first = (await buy('grace@example.com')).json<CreateOrderResponse>()
    expect(await validate()).toBe(200)
    expectRefused(await buy('someone@example.com'), 'coupon_invalid')
    const second = (await buy('Grace@Example.com')).json<CreateOrderResponse>()
    expect(await getOrder(shop, first.id)).toMatchObject({ status: 'cancelled' })
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)
    expectResponse(await payOrder(shop, new Visitor(shop), second), 200)
    expect(await validate()).toBe(404)
    expectResponse(await buy('grace@example.com'), 409)
  })

  test('that covers the price places the order at once, with an explicit zero payment', async () => {
    await insertCoupon(shop.db, { code: 'ONHOUSE', discountType: 'fixed', discountHundredths: 5_000 })
    const visitor = new Visitor(shop)
    const free = { priceCents: 4_900, finalAmount: 0, form: { couponCode: 'ONHOUSE' } }
    const placed = await placeOrder(shop, { visitor, ...free })
    expect(placed).toMatchObject({ amount: 0, razorpayOrderId: null })
    expectResponse(await visitor.post('/api/auth/session-login', { sessionId: placed.sessionId }), 200)
    const [own] = (await visitor.get('/api/orders')).json()
    expect(own).toMatchObject({ amount: '0.00', paymentStatus: 'paid' })
    expect(await Payment.query(shop.db).findOne({})).toMatchObject({ provider: 'none', amountCents: 0 })
  })

  test('that leaves less than the provider charges is refused with a reason', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 5_000 })
    await insertCoupon(shop.db, { code: 'ALMOST', discountType: 'fixed', discountHundredths: 4_950 })
    expectRefused(await order(pkg.id, 0.5, { couponCode: 'ALMOST' }), 'below_minimum')
  })

  test('for new customers is refused to one who has paid before, whatever the case and tag of the e-mail', async () => {
    const first = await placeOrder(shop, { priceCents: 10_000 })
    await payOrder(shop, new Visitor(shop), first)
    const { packageId } = await getOrder(shop, first.id)
    const generated = await new Visitor(shop).post('/api/coupons/generate')
    const { code: couponCode } = generated.json<{ code: string }>()
    const again = (email: string) => order(packageId, 80, { email, couponCode })
    expectRefused(await again('GRACE+offer@Example.com'), 'coupon_invalid')
    expectResponse(await again('henrik@example.com'), 201)
  })

  test('checked by validate or use a hundred times is not used once', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'BURNME', usageLimit: 1 })
    for (let index = 0; index < 50; index += 1) {
      await new Visitor(shop).post('/api/coupons/use', { code: 'BURNME' })
      await new Visitor(shop).post('/api/coupons/validate', { code: 'burnme' })
    }
    expect((await coupon.$query(shop.db)).usedCount).toBe(0)
  })
})

describe('the checkout page’s order', () => {
  test('is for the signed-in buyer alone', async () => {
    const pkg = await insertPackage(shop.db)
    const passwordHash = await hashCheaply('a-password')
    const owner = await insertUser(shop.db, { email: 'a@example.com', passwordHash })
    const other = await insertUser(shop.db, { email: 'b@example.com', passwordHash })
    const visitor = await signIn(shop, 'a@example.com', 'a-password')
    const body = { packageId: pkg.id, couponCode: null, finalAmount: 1299 }
    expectResponse(await visitor.post('/api/create-order', { ...body, userId: other.id }), 403)
    expectResponse(await new Visitor(shop).post('/api/create-order', { ...body, userId: owner.id }), 401)
    expectResponse(await visitor.post('/api/create-order', { ...body, userId: owner.id }), 201)
    expect(await Order.query(shop.db)).toMatchObject([{ userId: owner.id }])
  })
})

test('a provider that does not respond leaves nothing half-done', async () => {
  const pkg = await insertPackage(shop.db)
  const coupon = await insertCoupon(shop.db, { code: 'KEEP', usageLimit: 1 })
  await shop.setFaults({ failRate: 1 })
  try {
    const response = await order(pkg.id, 1039.2, { couponCode: 'KEEP' })
    expectResponse(response, 503, { message: 'Failed to create order' })
    expect(response.headers['retry-after']).toBeDefined()
  } finally {
    await shop.setFaults({})
  }
  expect(await Order.query(shop.db).resultSize()).toBe(0)
  expect(await Registration.query(shop.db).resultSize()).toBe(0)
  expect((await coupon.$query(shop.db)).usedCount).toBe(0)
})
