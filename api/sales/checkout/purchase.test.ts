import { beforeEach, describe, expect, test } from 'vitest'
import type { Order as WireOrder } from '#api/contract/orders/orders.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm, payOrder, placeModalOrder, signIn, verifyBody } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
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

describe('a purchase from the modal', () => {
  test('makes the account when the payment is verified, signs the buyer in once, and shows the order', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 129_900 })
    const visitor = new Visitor(shop)
    const order = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 1299 })
    expect(order).toMatchObject({
      id: order.orderId,
      amount: 129_900,
      currency: 'USD',
      keyId: shop.gateway.keyId,
    })
    expect(await User.query(shop.db).resultSize()).toBe(0)

    const receipt = await shop.pay(order.razorpayOrderId ?? '')
    const verified = await visitor.post('/api/verify-payment', verifyBody(order, receipt))
    expect(verified.statusCode).toBe(200)
    const { sessionId } = verified.json<{ sessionId: string }>()

    const login = await visitor.post('/api/auth/session-login', { sessionId })
    expect(login.json()).toMatchObject({ email: 'grace@example.com', firstName: 'Grace', isAdmin: false })
    const orders = (await visitor.get('/api/orders')).json<WireOrder[]>()
    expect(orders).toHaveLength(1)
    expect(orders[0]).toMatchObject({
      invoiceNumber: `INV-${order.id}`,
      amount: '1299.00',
      amountInr: '109440.75',
      status: 'pending',
      paymentStatus: 'paid',
      paymentId: receipt.razorpay_payment_id,
      package: { id: pkg.id, name: pkg.name },
    })
    // The form's password is stored in the account and nowhere else.
    await signIn(shop, 'grace@example.com', 'a-fine-secret')
    expect((await Registration.query(shop.db).findOne({}))?.passwordHash).toBeNull()
  })

  test('gives a verification that is replayed fifty times at once the same response: one payment, invoice and sign-in', async () => {
    const pkg = await insertPackage(shop.db)
    const visitor = new Visitor(shop)
    const order = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 1299 })
    const body = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => visitor.post('/api/verify-payment', body)),
    )
    expect(responses.map((response) => response.statusCode)).toEqual(Array(50).fill(200))
    expect(responses.filter((response) => 'sessionId' in response.json()).length).toBe(1)
    expect(await Payment.query(shop.db).resultSize()).toBe(1)
    expect(await User.query(shop.db).resultSize()).toBe(1)
    const invoices = await Order.query(shop.db).where({ paymentStatus: 'paid' })
    expect(invoices.map(({ invoiceNumber }) => invoiceNumber)).toEqual([`INV-${order.id}`])
  })

  test('an unpaid form leaves an e-mail free', async () => {
    const pkg = await insertPackage(shop.db)
    await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...account } = buyerForm()
    expect((await new Visitor(shop).post('/api/auth/register', account)).statusCode).toBe(201)
  })

  test("an e-mail that has an account needs that account's password", async () => {
    const pkg = await insertPackage(shop.db)
    const owner = await insertUser(shop.db, {
      email: 'Grace@Example.com',
      passwordHash: await hashCheaply('the-owners-own'),
    })
    const refused = await new Visitor(shop).post('/api/create-order', {
      packageId: pkg.id,
      finalAmount: 1299,
      userData: buyerForm(),
    })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'email_taken', issues: [{ path: 'userData.email' }] })
    expect(await Order.query(shop.db).resultSize()).toBe(0)

    const accepted = await placeModalOrder(new Visitor(shop), {
      packageId: pkg.id,
      finalAmount: 1299,
      form: { password: 'the-owners-own' },
    })
    expect((await Order.query(shop.db).findById(accepted.id))?.userId).toBe(owner.id)
  })

  test('if the e-mail got an account while the buyer paid, that account gets the order and nobody is signed in', async () => {
    const pkg = await insertPackage(shop.db)
    const visitor = new Visitor(shop)
    const order = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 1299 })
    const owner = await insertUser(shop.db, {
      email: 'grace@example.com',
      passwordHash: await hashCheaply('the-owners-own'),
    })
    const verified = await payOrder(shop, visitor, order)
    expect(verified.statusCode).toBe(200)
    expect(verified.json()).not.toHaveProperty('sessionId')
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
      userId: owner.id,
      paymentStatus: 'paid',
    })
    await signIn(shop, 'grace@example.com', 'the-owners-own')
    const withTheForms = await new Visitor(shop).post('/api/auth/login', {
      email: 'grace@example.com',
      password: 'a-fine-secret',
    })
    expect(withTheForms.statusCode).toBe(401)
  })
})

describe('the price', () => {
  test.each([0, 1, -1, 1e9, '1298.99', 1298.99])(
    'sent as %s is refused with the right one, and nothing is stored',
    async (finalAmount) => {
      const pkg = await insertPackage(shop.db, { priceCents: 129_900 })
      const response = await new Visitor(shop).post('/api/create-order', {
        packageId: pkg.id,
        finalAmount,
        userData: buyerForm({ originalAmount: '1.00', discountAmount: '99999.00' }),
      })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'price_changed', finalAmount: '1299.00' })
      expect(await Order.query(shop.db).resultSize()).toBe(0)
    },
  )

  test.each([
    [1299.005, 201],
    [1298.995, 201],
    [1299.0051, 409],
  ])('sent as %s, by a page that does not round, gets %s', async (finalAmount, status) => {
    const pkg = await insertPackage(shop.db, { priceCents: 129_900 })
    const response = await new Visitor(shop).post('/api/create-order', {
      packageId: pkg.id,
      finalAmount,
      userData: buyerForm(),
    })
    expect(response.statusCode).toBe(status)
    const stored = await Order.query(shop.db).select('amountCents')
    expect(stored).toEqual(status === 201 ? [{ amountCents: 129_900 }] : [])
  })

  test.each(['NaN', 'abc', null, {}, [1299]])('sent as %j is invalid input', async (finalAmount) => {
    const pkg = await insertPackage(shop.db)
    const response = await new Visitor(shop).post('/api/create-order', {
      packageId: pkg.id,
      finalAmount,
      userData: buyerForm(),
    })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'finalAmount' }] })
  })

  test('of the form itself is never stored', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 129_900 })
    for (const [index, figure] of ['0', '-1', '1e9', 'NaN', '$0.01', ''].entries()) {
      const response = await new Visitor(shop).post('/api/create-order', {
        packageId: pkg.id,
        finalAmount: 1299,
        amount: 1,
        originalAmount: figure,
        discountAmount: figure,
        userData: buyerForm({
          email: `buyer-${index}@example.com`,
          originalAmount: figure,
          discountAmount: figure,
          amountCents: 1,
        }),
      })
      expect([201, 400]).toContain(response.statusCode)
    }
    const orders = await Order.query(shop.db)
    expect(orders.length).toBeGreaterThan(0)
    for (const order of orders) {
      expect(order).toMatchObject({ originalCents: 129_900, discountCents: 0, amountCents: 129_900 })
    }
  })

  test('is copied onto the order, so that a later change leaves it', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 50_000 })
    const order = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 500 })
    await pkg.$query(shop.db).patch({ priceCents: 99_900, name: 'Renamed' })
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
      amountCents: 50_000,
      packageName: 'Business Website',
    })
  })

  test('of an inactive package is nobody’s', async () => {
    const pkg = await insertPackage(shop.db, { isActive: false })
    const response = await new Visitor(shop).post('/api/create-order', {
      packageId: pkg.id,
      finalAmount: 1299,
      userData: buyerForm(),
    })
    expect(response.statusCode).toBe(404)
  })
})

describe('a coupon', () => {
  test('takes its share, is reserved with the order and redeemed with the payment', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 129_900 })
    const coupon = await insertCoupon(shop.db, { code: 'SAVE20', discountHundredths: 2000, usageLimit: 5 })
    const visitor = new Visitor(shop)
    const order = await placeModalOrder(visitor, {
      packageId: pkg.id,
      finalAmount: 1039.2,
      form: { couponCode: ' save20 ' },
    })
    expect(order.amount).toBe(103_920)
    expect(await CouponRedemption.query(shop.db).findOne({})).toMatchObject({ status: 'reserved' })
    await payOrder(shop, visitor, order)
    expect(await CouponRedemption.query(shop.db).findOne({})).toMatchObject({ status: 'redeemed' })
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)
  })

  test.each([1, 5])('of %i uses is on exactly as many of 50 orders made at once', async (usageLimit) => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const coupon = await insertCoupon(shop.db, { code: 'FEW', discountHundredths: 5000, usageLimit })
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        new Visitor(shop).post('/api/create-order', {
          packageId: pkg.id,
          finalAmount: 50,
          userData: buyerForm({ email: `buyer-${index}@example.com`, couponCode: 'FEW' }),
        }),
      ),
    )
    const statuses = responses.map((response) => response.statusCode).sort()
    expect(statuses).toEqual([...Array(usageLimit).fill(201), ...Array(50 - usageLimit).fill(409)])
    expect((await coupon.$query(shop.db)).usedCount).toBe(usageLimit)
    expect(await Order.query(shop.db).resultSize()).toBe(usageLimit)
  })

  test('held by an abandoned try of the same buyer is free for that buyer’s next try only', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const coupon = await insertCoupon(shop.db, { code: 'RETRY', discountHundredths: 1000, usageLimit: 1 })
    const browser = new Visitor(shop)
    const order = (email: string) =>
      browser.post('/api/create-order', {
        packageId: pkg.id,
        finalAmount: 90,
        userData: buyerForm({ email, couponCode: 'RETRY' }),
      })
    const first = (await order('grace@example.com')).json<{ id: number; razorpayOrderId: string }>()
    expect((await new Visitor(shop).post('/api/coupons/validate', { code: 'RETRY' })).statusCode).toBe(200)
    expect((await order('someone@example.com')).json()).toMatchObject({ code: 'coupon_invalid' })
    const second = (await order('Grace@Example.com')).json<{ id: number; razorpayOrderId: string }>()
    expect(await Order.query(shop.db).findById(first.id)).toMatchObject({ status: 'cancelled' })
    expect((await coupon.$query(shop.db)).usedCount).toBe(1)

    const receipt = await shop.pay(second.razorpayOrderId)
    const verify = {
      ...second,
      orderId: second.id,
      invoiceNumber: '',
      amount: 0,
      currency: 'USD',
      keyId: '',
      checkoutScript: '',
    }
    expect(
      (await new Visitor(shop).post('/api/verify-payment', verifyBody(verify, receipt))).statusCode,
    ).toBe(200)
    expect((await new Visitor(shop).post('/api/coupons/validate', { code: 'RETRY' })).statusCode).toBe(404)
    expect((await order('grace@example.com')).statusCode).toBe(409)
  })

  test('that covers the price places the order at once, with an explicit zero payment', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 4_900 })
    await insertCoupon(shop.db, { code: 'ONHOUSE', discountType: 'fixed', discountHundredths: 5_000 })
    const visitor = new Visitor(shop)
    const order = await placeModalOrder(visitor, {
      packageId: pkg.id,
      finalAmount: 0,
      form: { couponCode: 'ONHOUSE' },
    })
    expect(order).toMatchObject({ amount: 0, razorpayOrderId: null })
    expect((await visitor.post('/api/auth/session-login', { sessionId: order.sessionId })).statusCode).toBe(
      200,
    )
    expect((await visitor.get('/api/orders')).json()).toMatchObject([
      { amount: '0.00', paymentStatus: 'paid' },
    ])
    expect(await Payment.query(shop.db).findOne({})).toMatchObject({ provider: 'none', amountCents: 0 })
  })

  test('that leaves less than the provider charges is refused with a reason', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 5_000 })
    await insertCoupon(shop.db, { code: 'ALMOST', discountType: 'fixed', discountHundredths: 4_950 })
    const response = await new Visitor(shop).post('/api/create-order', {
      packageId: pkg.id,
      finalAmount: 0.5,
      userData: buyerForm({ couponCode: 'ALMOST' }),
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'below_minimum' })
  })

  test('for new customers is refused to one who has paid before, whatever the case and tag of the e-mail', async () => {
    const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
    const first = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 100 })
    await payOrder(shop, new Visitor(shop), first)
    const generated = await new Visitor(shop).post('/api/coupons/generate')
    expect(generated.statusCode).toBe(201)
    const { code } = generated.json<{ code: string }>()
    const again = (email: string) =>
      new Visitor(shop).post('/api/create-order', {
        packageId: pkg.id,
        finalAmount: 80,
        userData: buyerForm({ email, couponCode: code }),
      })
    expect((await again('GRACE+offer@Example.com')).json()).toMatchObject({ code: 'coupon_invalid' })
    expect((await again('henrik@example.com')).statusCode).toBe(201)
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
    expect((await visitor.post('/api/create-order', { ...body, userId: other.id })).statusCode).toBe(403)
    expect(
      (await new Visitor(shop).post('/api/create-order', { ...body, userId: owner.id })).statusCode,
    ).toBe(401)
    expect((await visitor.post('/api/create-order', { ...body, userId: owner.id })).statusCode).toBe(201)
    expect(await Order.query(shop.db).where({ userId: other.id }).resultSize()).toBe(0)
  })
})

test('a provider that does not respond leaves nothing half-done', async () => {
  const pkg = await insertPackage(shop.db)
  const coupon = await insertCoupon(shop.db, { code: 'KEEP', usageLimit: 1 })
  await shop.setFaults({ failRate: 1 })
  try {
    const response = await new Visitor(shop).post('/api/create-order', {
      packageId: pkg.id,
      finalAmount: 1039.2,
      userData: buyerForm({ couponCode: 'KEEP' }),
    })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ message: 'Failed to create order' })
    expect(response.headers['retry-after']).toBeDefined()
  } finally {
    await shop.setFaults({})
  }
  expect(await Order.query(shop.db).resultSize()).toBe(0)
  expect(await Registration.query(shop.db).resultSize()).toBe(0)
  expect((await coupon.$query(shop.db)).usedCount).toBe(0)
})
