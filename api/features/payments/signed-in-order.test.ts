/** Orders of a signed-in buyer. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CouponRedemption, Order, OrderEvent } from '../../../db/models/order.ts'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { Payment } from '../../../db/models/payment.ts'
import { insertCoupon, insertPackage, insertPayment, insertUser } from '../../../db/testing/builders.ts'
import type { CreateOrderResponse } from '../../contract/checkout.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { buyerForm, openRupeeOrder, verifyBody } from '../../testing/buyer.ts'
import { deliverEvent } from '../../testing/provider-events.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)

let buyer: Visitor
let userId: number
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  userId = (await insertUser(shop.db)).id
  buyer = await openSession(shop, userId)
})

const ask = (packageId: number, fields: Record<string, unknown> = {}) =>
  buyer.post('/api/create-order', { packageId, userId, finalAmount: 1299, ...fields })

async function place(
  fields: Record<string, unknown> = {},
  priceCents = 129_900,
): Promise<CreateOrderResponse> {
  const { id } = await insertPackage(shop.db, { priceCents })
  const response = await ask(id, { finalAmount: priceCents / 100, ...fields })
  expect(response.statusCode).toBe(201)
  return response.json()
}

const pay = (order: CreateOrderResponse) => shop.pay(order.razorpayOrderId ?? '')
const verify = (body: ReturnType<typeof verifyBody>) => buyer.post('/api/verify-payment', body)

async function expectPaidOnce(orderId: number): Promise<void> {
  const { db } = shop
  expect(await Order.query(db).findById(orderId)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
  expect(await Payment.query(db).where({ orderId, fulfilsOrder: true }).resultSize()).toBe(1)
  expect(await OrderEvent.query(db).where({ orderId, toValue: 'paid' }).resultSize()).toBe(1)
  const mails = await OutboxMessage.query(db).where({ kind: 'order_confirmation' })
  expect(mails).toMatchObject([{ payload: { orderId } }])
  const jobs: { data: unknown }[] = await db('jobs.job').where({ name: 'mail' }).select('data')
  expect(jobs).toEqual([{ data: { outboxId: mails[0]?.id } }])
}

async function expectUnpaid(orderId: number): Promise<void> {
  expect(await Order.query(shop.db).findById(orderId)).toMatchObject({ paymentStatus: 'unpaid' })
  expect(await Payment.query(shop.db).where({ orderId }).resultSize()).toBe(0)
  expect(await OutboxMessage.query(shop.db).resultSize()).toBe(0)
}

describe('placing', () => {
  test('begins the history of the order with who placed it', async () => {
    const { id } = await place()
    expect(await OrderEvent.query(shop.db)).toMatchObject([
      {
        orderId: id,
        kind: 'status',
        fromValue: null,
        toValue: 'pending',
        actorKind: 'customer',
        actorId: userId,
      },
    ])
  })

  test.each([
    ['its price changes', { priceCents: 139_900 }, 409, { code: 'price_changed', finalAmount: '1399.00' }],
    ['it is taken off the shelf', { isActive: false }, 404, {}],
  ])('a package is refused when %s while the provider is asked', async (_, change, status, refusal) => {
    const { id } = await insertPackage(shop.db)
    const { createOrder } = shop.gateway
    vi.spyOn(shop.gateway, 'createOrder').mockImplementationOnce(async (order) => {
      await shop.db('packages').where({ id }).update(change)
      return await createOrder(order)
    })
    const response = await ask(id)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject(refusal)
    expect(await Order.query(shop.db).resultSize()).toBe(0)
  })
})

describe('paying', () => {
  test('makes one payment, one line of history and one mail with its job', async () => {
    const order = await place()
    await verify(verifyBody(order, await pay(order)))
    await expectPaidOnce(order.id)
  })

  test('verify twice and a webhook at once make one payment', async () => {
    const order = await place()
    const paid = await pay(order)
    const responses = await Promise.all([
      verify(verifyBody(order, paid)),
      deliverEvent(shop, 'payment.captured', paid),
      verify(verifyBody(order, paid)),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await Payment.query(shop.db).resultSize()).toBe(1)
    expect(await OutboxMessage.query(shop.db).resultSize()).toBe(1)
  })

  test.each([100, 129_900])('the payment of another order, of %i cents, buys none', async (priceCents) => {
    const [mine, other] = [await place(), await place({}, priceCents)]
    const refused = await verify({ ...verifyBody(other, await pay(other)), orderId: mine.orderId })
    expect(refused.statusCode).toBe(400)
    await expectUnpaid(mine.id)
    await expectUnpaid(other.id)
  })

  test('of another amount or in another currency is refused', async () => {
    const dearer = await place()
    await Order.query(shop.db).findById(dearer.id).patch({ originalCents: 129_901, amountCents: 129_901 })
    expect((await verify(verifyBody(dearer, await pay(dearer)))).statusCode).toBe(400)
    await expectUnpaid(dearer.id)

    const order = await place()
    const id = await openRupeeOrder(shop, order.amount)
    await Order.query(shop.db).findById(order.id).patch({ providerOrderId: id })
    expect((await verify(verifyBody(order, await shop.pay(id)))).statusCode).toBe(400)
    await expectUnpaid(order.id)
  })

  test('a cancelled order is resumed, with both in its history', async () => {
    const order = await place()
    const paid = await pay(order)
    await Order.query(shop.db).findById(order.id).patch({ status: 'cancelled' })
    expect((await verify(verifyBody(order, paid))).statusCode).toBe(200)
    await expectPaidOnce(order.id)
    expect(
      await OrderEvent.query(shop.db).where({ fromValue: 'cancelled', toValue: 'pending' }).resultSize(),
    ).toBe(1)
  })

  test('the use of a coupon is redeemed', async () => {
    await insertCoupon(shop.db, { code: 'TWENTY' })
    const order = await place({ couponCode: 'TWENTY', finalAmount: 1039.2 })
    expect((await verify(verifyBody(order, await pay(order)))).statusCode).toBe(200)
    await expectPaidOnce(order.id)
    expect(await CouponRedemption.query(shop.db)).toMatchObject([{ status: 'redeemed' }])
  })

  test('a payment that was recorded as nobody’s stays so', async () => {
    const order = await place()
    const paid = await pay(order)
    await insertPayment(shop.db, {
      providerPaymentId: paid.razorpay_payment_id,
      amountCents: 129_900,
      flag: 'unknown_order',
    })
    expect((await verify(verifyBody(order, paid))).statusCode).toBe(400)
    await expectUnpaid(order.id)
  })

  test('a form that gave the account’s password signs in, also where the account is the order’s own', async () => {
    const form = buyerForm({ email: 'twice@example.com' })
    const { id } = await insertPackage(shop.db)
    const buy = async () => {
      const response = await ask(id, { userId: undefined, userData: form })
      const order = response.json<CreateOrderResponse>()
      return (await verify(verifyBody(order, await pay(order)))).json()
    }
    expect(await buy()).toHaveProperty('sessionId')
    expect(await buy()).toHaveProperty('sessionId')
  })
})
