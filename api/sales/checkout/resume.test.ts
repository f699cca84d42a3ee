import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { reconcileUnpaidOrders } from '#api/money/provider-events/reconcile.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payOrder, placeModalOrder, verifyBody } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

/** The browser that places the orders. */
let browser: Visitor
beforeEach(() => {
  browser = new Visitor(shop)
})
const resume = (token: string) => browser.post('/api/payment-links/open', { token })
const openPayment = async (token: string) =>
  (await browser.post('/api/payment-links/pay', { token })).json<CreateOrderResponse>()
const tokenOf = ({ orderId }: CreateOrderResponse) => createResumeToken(shop.env, orderId)

async function place({ couponCode = null as string | null, packageId = 0 } = {}) {
  const id = packageId || (await insertPackage(shop.db, { priceCents: 10_000 })).id
  return placeModalOrder(browser, {
    packageId: id,
    finalAmount: couponCode ? 80 : 100,
    form: { couponCode },
  })
}

async function pay(order: CreateOrderResponse) {
  const paid = await shop.pay(order.razorpayOrderId ?? '')
  return (await new Visitor(shop).post('/api/verify-payment', verifyBody(order, paid))).statusCode
}

/** Moves the order half an hour into the past, so that it is cancelled. */
async function giveUp(order: CreateOrderResponse) {
  await Order.query(shop.db)
    .findById(order.id)
    .patch({ createdAt: new Date(Date.now() - 31 * 60_000) })
  await reconcileUnpaidOrders(shop, () => {})
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status: 'cancelled' })
}

describe('the link of a failed payment', () => {
  test('opens the very order, to be paid as it was made; none is made beside it', async () => {
    await insertCoupon(shop.db, { code: 'SAVE20' })
    const order = await place({ couponCode: 'SAVE20' })
    await Package.query(shop.db).patch({ priceCents: 99_900, name: 'Dearer' })
    const response = await resume(tokenOf(order))
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      needs: 'nothing',
      invoiceNumber: `INV-${order.id}`,
      packageName: 'Business Website',
      amount: '80.00',
      currency: 'USD',
      isFirstInstalment: false,
      buyer: { firstName: 'Grace', lastName: 'Holm', email: 'grace@example.com' },
      kept: {
        description: 'Five pages, designed and built.',
        deliveryDays: 10,
        originalAmount: '100.00',
        discountAmount: '20.00',
        total: '80.00',
        couponCode: 'SAVE20',
      },
    })
    expect(response.body).not.toMatch(/argon2|Bredgade|\+45/)
    const opened = await openPayment(tokenOf(order))
    expect(opened).toEqual(order)
    expect(await pay(opened)).toBe(200)
    expect(await Order.query(shop.db)).toMatchObject([{ id: order.id, paymentStatus: 'paid' }])
  })

  test('says the same for one that is forged, expired, signed for another order or by another key, and for no order', async () => {
    const order = await place()
    const token = tokenOf(order)
    const [, expiry = '', signature = ''] = token.split('.')
    const past = new Date(Date.now() - 25 * 3_600_000)
    const tokens = [
      'nonsense',
      `${order.id}`,
      `${order.id + 1}.${expiry}.${signature}`,
      `${order.id}.${Number(expiry) + 60}.${signature}`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      createResumeToken({ sessionSecrets: ['another-secret-of-at-least-32-characters'] }, order.id),
      createResumeToken(shop.env, 999),
      withClockAt(past, () => createResumeToken(shop.env, order.id)),
    ]
    const responses = await Promise.all(tokens.map(resume))
    const bodies = responses.map((response) => {
      expect(response.statusCode).toBe(404)
      const { requestId: _, ...body } = response.json<Record<string, unknown>>()
      return JSON.stringify(body)
    })
    expect(new Set(bodies)).toEqual(
      new Set([
        JSON.stringify({ code: 'payment_link_invalid', message: 'This link is not valid or has expired' }),
      ]),
    )
  })

  test('is good under the secret before, while secrets are rotated', async () => {
    const order = await place()
    const token = tokenOf(order)
    shop.env.sessionSecrets.unshift('a-new-secret-of-at-least-32-characters')
    expect((await resume(token)).statusCode).toBe(200)
    shop.env.sessionSecrets.shift()
  })

  test('of an order that is paid says so', async () => {
    const order = await place()
    expect(await pay(order)).toBe(200)
    const response = await resume(tokenOf(order))
    expect([response.statusCode, response.json().code]).toEqual([409, 'order_paid'])
  })

  test('of an order whose package was ordered again and paid says so, so that it is not paid twice', async () => {
    const first = await place()
    const { packageId } = await Order.query(shop.db).findById(first.id).throwIfNotFound()
    expect(await pay(await place({ packageId }))).toBe(200)
    expect((await resume(tokenOf(first))).json()).toMatchObject({ code: 'order_paid' })
  })

  test('of an order that was given up for its time alone takes it up again when it is paid', async () => {
    const order = await place()
    await giveUp(order)
    const response = await resume(tokenOf(order))
    expect(response.statusCode).toBe(200)
    expect(await pay(await openPayment(tokenOf(order)))).toBe(200)
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
      status: 'pending',
      paymentStatus: 'paid',
    })
  })

  test('of one whose coupon has gone back, whose package is no longer sold, or which was cancelled opens nothing', async () => {
    await insertCoupon(shop.db, { code: 'SAVE20' })
    const withCoupon = await place({ couponCode: 'SAVE20' })
    await giveUp(withCoupon)
    const cancelled = await place()
    await Order.query(shop.db).findById(cancelled.id).patch({ status: 'cancelled' })
    const unsold = await place()
    await Package.query(shop.db).patch({ isActive: false })
    for (const order of [withCoupon, cancelled, unsold]) {
      const response = await resume(tokenOf(order))
      expect([response.statusCode, response.json().code]).toEqual([409, 'order_given_up'])
    }
  })
})

function withClockAt<T>(date: Date, work: () => T): T {
  const { now } = Date
  Date.now = () => date.getTime()
  try {
    return work()
  } finally {
    Date.now = now
  }
}

describe('in the browser that placed it', () => {
  async function place(): Promise<CreateOrderResponse> {
    const { id } = await insertPackage(shop.db, { priceCents: 10_000 })
    return placeModalOrder(browser, { packageId: id, finalAmount: 100 })
  }

  const retry = (visitor: Visitor, { id }: { id: number }) => visitor.post(`/api/orders/${id}/retry`, {})

  describe('an order that was not paid', () => {
    test('is opened again in the browser that placed it, as it was made and without its buyer’s data', async () => {
      const order = await place()
      await Package.query(shop.db).patch({ priceCents: 99_900, name: 'Dearer' })
      const response = await retry(browser, order)
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { order, packageName: 'Business Website' },
      ])
      expect((await payOrder(shop, browser, response.json().order)).statusCode).toBe(200)
      expect(await Order.query(shop.db)).toMatchObject([{ id: order.id, paymentStatus: 'paid' }])
    })

    test('is opened for its customer in any browser', async () => {
      const order = await place()
      const customer = await insertUser(shop.db)
      await Order.query(shop.db).findById(order.id).patch({ userId: customer.id })
      expect((await retry(await openSession(shop, customer.id), order)).statusCode).toBe(200)
    })

    test('is unknown to everybody else, as one that does not exist', async () => {
      const order = await place()
      const otherBrowser = new Visitor(shop)
      await placeModalOrder(otherBrowser, {
        packageId: (await insertPackage(shop.db, { priceCents: 10_000 })).id,
        finalAmount: 100,
        form: { email: 'somebody.else@example.com' },
      })
      const signedIn = await openSession(shop, (await insertUser(shop.db)).id)
      const bodies = []
      for (const visitor of [new Visitor(shop), otherBrowser, signedIn]) {
        const response = await retry(visitor, order)
        expect(response.statusCode).toBe(404)
        const { requestId: _, ...body } = response.json<Record<string, unknown>>()
        bodies.push(body)
      }
      const { requestId: _, ...unknown } = (await retry(browser, { id: 999_999 })).json<
        Record<string, unknown>
      >()
      expect(bodies).toEqual([unknown, unknown, unknown])
    })

    test('is not opened when the provider does not answer, because it may be paid', async () => {
      const order = await place()
      await shop.setFaults({ dropWebhooks: true, failRate: 1 })
      const response = await retry(browser, order)
      expect([response.statusCode, response.json().code]).toEqual([503, 'provider_unavailable'])
      await shop.setFaults({ dropWebhooks: true })
    })

    test('is not opened once it was cancelled or its package is no longer sold', async () => {
      const cancelled = await place()
      await Order.query(shop.db).findById(cancelled.id).patch({ status: 'cancelled' })
      const unsold = await place()
      await Package.query(shop.db).patch({ isActive: false })
      for (const order of [cancelled, unsold]) {
        const response = await retry(browser, order)
        expect([response.statusCode, response.json().code]).toEqual([409, 'order_given_up'])
      }
    })
  })

  test('an order whose payment was never reported is settled by the retry, and not paid twice', async () => {
    const order = await place()
    await shop.pay(order.razorpayOrderId ?? '')
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ paymentStatus: 'unpaid' })
    const response = await retry(browser, order)
    expect([response.statusCode, response.json().code]).toEqual([409, 'order_paid'])
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
      status: 'pending',
      paymentStatus: 'paid',
    })
  })
})
