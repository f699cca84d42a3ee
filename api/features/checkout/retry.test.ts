/** Paying an order again in the browser that placed it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { Order } from '../../../db/models/order.ts'
import { Package } from '../../../db/models/package.ts'
import { insertPackage, insertUser } from '../../../db/testing/builders.ts'
import type { CreateOrderResponse } from '../../contract/checkout.ts'
import { checkBooksAfterEach } from '../../testing/books.ts'
import { payOrder, placeModalOrder } from '../../testing/buyer.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
let browser: Visitor
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  browser = new Visitor(shop)
})

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
    expect([response.statusCode, response.json()]).toEqual([200, { order, packageName: 'Business Website' }])
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
