import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { reconcileUnpaidOrders } from '#api/money/provider-events/reconcile.ts'
import { createResumeToken } from '#api/orders/order/resume-token.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { getOrder, openLink, payByLink, payOrder, placeModalOrder, placeOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertCoupon, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

/** The browser that places the orders. */
let browser: Visitor
beforeEach(() => {
  browser = new Visitor(shop)
})
const resume = (token: string) => openLink(browser, token)
const openPayment = (token: string) => succeed<CreateOrderResponse>(payByLink(browser, token))
const tokenOf = ({ orderId }: CreateOrderResponse) => createResumeToken(shop.env, orderId)
const place = (couponCode: string | null = null) =>
  placeOrder(shop, {
    priceCents: 10_000,
    finalAmount: couponCode ? 80 : 100,
    visitor: browser,
    form: { couponCode },
  })
const pay = async (order: CreateOrderResponse) =>
  expectResponse(await payOrder(shop, new Visitor(shop), order), 200)

/** Moves the order half an hour into the past, so that it is cancelled. */
async function giveUp({ id }: CreateOrderResponse) {
  const createdAt = new Date(Date.now() - 31 * 60_000)
  await Order.query(shop.db).findById(id).patch({ createdAt })
  await reconcileUnpaidOrders(shop, () => {})
  expect(await getOrder(shop, id)).toMatchObject({ status: 'cancelled' })
}

describe('the link of a failed payment', () => {
  test('opens the very order, to be paid as it was made; none is made beside it', async () => {
    await insertCoupon(shop.db, { code: 'SAVE20' })
    const order = await place('SAVE20')
    await Package.query(shop.db).patch({ priceCents: 99_900, name: 'Dearer' })
    const response = await resume(tokenOf(order))
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
    await pay(opened)
    expect(await Order.query(shop.db)).toMatchObject([{ id: order.id, paymentStatus: 'paid' }])
  })

  test('says the same for one that is forged, expired, signed for another order or by another key, and for no order', async () => {
    const order = await place()
    const token = tokenOf(order)
    const [, expiry = '', signature = ''] = token.split('.')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 25 * 3_600_000)
    const expired = createResumeToken(shop.env, order.id)
    clock.mockRestore()
    for (const wrong of [
      'nonsense',
      `${order.id}`,
      `${order.id + 1}.${expiry}.${signature}`,
      `${order.id}.${Number(expiry) + 60}.${signature}`,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      createResumeToken({ sessionSecrets: ['another-secret-of-at-least-32-characters'] }, order.id),
      createResumeToken(shop.env, 999),
      expired,
    ]) {
      const response = await resume(wrong)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({
        code: 'payment_link_invalid',
        message: 'This link is not valid or has expired',
        requestId: expect.any(String),
      })
    }
  })

  test('is good under the secret before, while secrets are rotated', async () => {
    const order = await place()
    const token = tokenOf(order)
    shop.env.sessionSecrets.unshift('a-new-secret-of-at-least-32-characters')
    expectResponse(await resume(token), 200)
    shop.env.sessionSecrets.shift()
  })

  test('of an order that is paid, or whose package was ordered again and paid, says so', async () => {
    const first = await place()
    const { packageId } = await getOrder(shop, first.id)
    await pay(await placeModalOrder(browser, { packageId, finalAmount: 100 }))
    expectRefused(await resume(tokenOf(first)), 'order_paid')
    const order = await place()
    await pay(order)
    expectRefused(await resume(tokenOf(order)), 'order_paid')
  })

  test('of an order that was given up for its time alone takes it up again when it is paid', async () => {
    const order = await place()
    await giveUp(order)
    expectResponse(await resume(tokenOf(order)), 200)
    await pay(await openPayment(tokenOf(order)))
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
  })

  test('of one whose coupon has gone back, whose package is no longer sold, or which was cancelled opens nothing', async () => {
    await insertCoupon(shop.db, { code: 'SAVE20' })
    const withCoupon = await place('SAVE20')
    await giveUp(withCoupon)
    const cancelled = await place()
    await Order.query(shop.db).findById(cancelled.id).patch({ status: 'cancelled' })
    const unsold = await place()
    await Package.query(shop.db).patch({ isActive: false })
    for (const order of [withCoupon, cancelled, unsold]) {
      expectRefused(await resume(tokenOf(order)), 'order_given_up')
      expectRefused(await retry(browser, order), 'order_given_up')
    }
  })
})

/** Opens the payment again without a link. */
const retry = (visitor: Visitor, { id }: { id: number }) => visitor.post(`/api/orders/${id}/retry`, {})

describe('an order that was not paid', () => {
  test('is opened again in the browser that placed it, as it was made and without its buyer’s data', async () => {
    const order = await place()
    await Package.query(shop.db).patch({ priceCents: 99_900, name: 'Dearer' })
    const response = await retry(browser, order)
    expect(response.json()).toEqual({ order, packageName: 'Business Website' })
    await pay(response.json().order)
    expect(await Order.query(shop.db)).toMatchObject([{ id: order.id, paymentStatus: 'paid' }])
  })

  test('is opened for its customer in any browser, and unknown in another one that has placed an order', async () => {
    const order = await place()
    const other = new Visitor(shop)
    await placeOrder(shop, { visitor: other, form: { email: 'somebody.else@example.com' } })
    expectRefused(await retry(other, order), 'not_found', 404)
    const { id: userId } = await insertUser(shop.db)
    await Order.query(shop.db).findById(order.id).patch({ userId })
    expectResponse(await retry(await openSession(shop, userId), order), 200)
  })

  test('is not opened when the provider does not answer, because it may be paid', async () => {
    const order = await place()
    await shop.setFaults({ dropWebhooks: true, failRate: 1 })
    expectRefused(await retry(browser, order), 'provider_unavailable', 503)
    await shop.setFaults({ dropWebhooks: true })
  })

  test('whose payment was never reported is settled by the retry, and not paid twice', async () => {
    const order = await place()
    await shop.pay(order.razorpayOrderId ?? '')
    expect(await getOrder(shop, order.id)).toMatchObject({ paymentStatus: 'unpaid' })
    expectRefused(await retry(browser, order), 'order_paid')
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
  })
})
