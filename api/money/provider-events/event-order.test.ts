/** The provider's events in any order, and repeated. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProviderEvent } from '#api/contract/money/payments.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { describeFailure } from '#api/money/payments/failed-payment.ts'
import { EVENT_NAMES } from '#api/money/payments/razorpay/events.ts'
import { fetchList, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { getOrder, payOrder, payUnverified, placeOrder, verifyBody } from '#api/testing/buyer.ts'
import { sendProviderEvent } from '#api/testing/provider-events.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp, Visitor, type WidgetResponse } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertCoupon } from '#db/testing/builders.ts'
import { reconcileUnpaidOrders } from './reconcile.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

/** @returns the ids of an attempt that the bank declined */
async function decline(order: CreateOrderResponse): Promise<WidgetResponse> {
  await payUnverified(shop, order, 'declined')
  const razorpay_order_id = order.razorpayOrderId ?? ''
  const payments = await shop.gateway.listPayments(razorpay_order_id)
  const failed = payments.find(({ status }) => status === 'failed')
  return { razorpay_order_id, razorpay_payment_id: failed?.id ?? '', razorpay_signature: '' }
}

const findOrder = ({ id }: CreateOrderResponse) => getOrder(shop, id)
const changeOrder = ({ id }: CreateOrderResponse, fields: Partial<Order>) =>
  Order.query(shop.db).findById(id).patch(fields)

/** Waits until the order is paid. */
async function expectPaid(order: CreateOrderResponse): Promise<void> {
  await expect.poll(async () => (await findOrder(order)).paymentStatus).toBe('paid')
}

function permute<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((first, index) => permute(items.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}

describe('events out of order', () => {
  test('every permutation of authorized, captured, failed and order.paid ends the same', async () => {
    const endings = new Set<string>()
    for (const [index, events] of permute([...EVENT_NAMES.payment]).entries()) {
      const order = await placeOrder(shop, { form: { email: `buyer-${index}@example.com` } })
      const failed = await decline(order)
      const paid = await payUnverified(shop, order)
      for (const event of events) {
        await sendProviderEvent(shop, event, event === 'payment.failed' ? failed : paid)
      }
      await expectPaid(order)
      const { id: orderId } = order
      const { status, paymentStatus } = await findOrder(order)
      const payments = await Payment.query(shop.db).where({ orderId })
      const changes = await OrderEvent.query(shop.db).where({ orderId }).whereNot({ kind: 'note' })
      endings.add(
        JSON.stringify({
          status,
          paymentStatus,
          payments: payments.map((payment) => [payment.status, payment.amountCents, payment.fulfilsOrder]),
          isItsOwn: payments[0]?.providerPaymentId === paid.razorpay_payment_id,
          changes: changes.map(({ kind, toValue }) => [kind, toValue]),
        }),
      )
    }
    expect([...endings].map((ending) => JSON.parse(ending) as unknown)).toEqual([
      {
        status: 'pending',
        paymentStatus: 'paid',
        payments: [['captured', 129_900, true]],
        isItsOwn: true,
        changes: Object.entries({ status: 'pending', payment_status: 'paid' }),
      },
    ])
    expect(await OutboxMessage.query(shop.db).where({ kind: 'order_confirmation' }).resultSize()).toBe(24)
  })

  test('one that comes before the order is stored leaves nothing half-made; the order is settled later', async () => {
    const order = await placeOrder(shop)
    const paid = await payUnverified(shop, order)
    // The order is not committed yet.
    await changeOrder(order, { providerOrderId: null })
    expect((await sendProviderEvent(shop, 'payment.captured', paid)).statusCode).toBeLessThan(500)
    expect(await Payment.query(shop.db).resultSize()).toBe(0)
    const createdAt = new Date(Date.now() - 31 * 60_000)
    await changeOrder(order, { providerOrderId: order.razorpayOrderId, createdAt })
    await reconcileUnpaidOrders(shop, expect.fail)
    await expectPaid(order)
  })
})

describe('a payment that failed', () => {
  test('says why in its order’s history, once, however often it is told of and asked for', async () => {
    const order = await placeOrder(shop)
    const failed = await decline(order)
    await sendProviderEvent(shop, 'payment.failed', failed)
    await shop.db('provider_events').update({ processedAt: null })
    await shop.db.transaction(async (trx) => {
      const event = await trx('provider_events').first()
      await shop.jobs.send(trx, 'provider-event', { eventRowId: event.id })
    })
    await shop.finishJobs()
    await Order.query(shop.db).patch({ createdAt: new Date(Date.now() - 3_600_000) })
    await reconcileUnpaidOrders(shop, expect.fail)
    const notes = await OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'note' })
    expect(notes.map(({ note, actorKind }) => [note, actorKind])).toEqual([
      [`Bank declined payment ${failed.razorpay_payment_id} (card_declined, BAD_REQUEST_ERROR)`, 'provider'],
    ])
  })

  test('whose event never came is told of by the provider when it is asked', async () => {
    const order = await placeOrder(shop)
    const { razorpay_payment_id: id } = await decline(order)
    await Order.query(shop.db).patch({ createdAt: new Date(Date.now() - 3_600_000) })
    await reconcileUnpaidOrders(shop, expect.fail)
    const [note] = await OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'note' })
    expect(note?.note).toContain(`payment ${id}`)
  })

  test('is not written down again for a customer who was erased', async () => {
    const order = await placeOrder(shop)
    const failed = await decline(order)
    await changeOrder(order, { buyer: { ...(await findOrder(order)).buyer, email: '' } })
    await sendProviderEvent(shop, 'payment.failed', failed)
    expect(await OrderEvent.query(shop.db).where({ kind: 'note' })).toEqual([])
  })

  test('leads from its event to its order and back, as one that was paid does', async () => {
    const [failing, paid] = [
      await placeOrder(shop),
      await placeOrder(shop, { form: { email: 'other@example.com' } }),
    ]
    await sendProviderEvent(shop, 'payment.failed', await decline(failing))
    await sendProviderEvent(shop, 'payment.captured', await payUnverified(shop, paid))
    const { browser } = await signInAsAdmin(shop)
    const listEvents = async (query: string) =>
      (await fetchList<ProviderEvent>(browser, `/api/admin/provider-events${query}`)).rows
    // As a process of the previous version stores it.
    await shop.db('provider_events').where({ eventType: 'payment.captured' }).update({ orderId: null })
    expect((await listEvents('?sort=receivedAt')).map(({ order }) => order)).toMatchObject([
      { id: failing.id, paymentStatus: 'unpaid' },
      { id: paid.id, paymentStatus: 'paid' },
    ])
    for (const { id } of [failing, paid])
      expect((await listEvents(`?orderId=${id}`)).map(({ order }) => order?.id)).toEqual([id])
  })

  test.each([
    [undefined, 'Payment pay_1 failed: the provider gives no reason'],
    [
      { code: 'GATEWAY_ERROR', description: null, step: 'some_new_step', reason: 'bank_away' },
      "Payment pay_1 failed at the step 'some new step': bank away (bank_away, GATEWAY_ERROR)",
    ],
    [
      { code: 'X', description: 'No\u0000 money', step: null, reason: null },
      'Payment pay_1 failed: No  money (X)',
    ],
  ])('whose reason is %j is told in words', (failure, text) => {
    expect(describeFailure({ id: 'pay_1', failure })).toBe(text)
  })
})

describe('a payment that comes late', () => {
  test('days after a failed one and after the order was given up, only authorised, is captured and settles', async () => {
    const order = await placeOrder(shop)
    await sendProviderEvent(shop, 'payment.failed', await decline(order))
    await changeOrder(order, { status: 'cancelled' })
    const late = await payUnverified(shop, order, 'authorized')
    await sendProviderEvent(shop, 'payment.authorized', late)
    await expectPaid(order)
    expect(await findOrder(order)).toMatchObject({ status: 'pending' })
    expect(await shop.gateway.getPayment(late.razorpay_payment_id)).toMatchObject({ status: 'captured' })
  })

  test('with a coupon that has expired since the order is accepted at the agreed price', async () => {
    const coupon = await insertCoupon(shop.db, { code: 'TODAY', usageLimit: 1, discountHundredths: 1_000 })
    const form = { couponCode: 'TODAY' }
    const order = await placeOrder(shop, { priceCents: 10_000, finalAmount: 90, form })
    await coupon.$query(shop.db).patch({ expiresAt: new Date(Date.now() - 1_000), status: 'inactive' })
    await payOrder(shop, new Visitor(shop), order)
    await expectPaid(order)
    expect(await CouponRedemption.query(shop.db).findOne({})).toMatchObject({ status: 'redeemed' })
    expect(await Payment.query(shop.db).findOne({})).toMatchObject({ amountCents: 9_000, flag: null })
  })
})

test('an authorised payment of another amount is not captured: the buyer keeps the money', async () => {
  const order = await placeOrder(shop)
  await changeOrder(order, { originalCents: 200_000, amountCents: 200_000 })
  const paid = await payUnverified(shop, order, 'authorized')
  const body = verifyBody(order, paid)
  expectResponse(await new Visitor(shop).post('/api/verify-payment', body), 400)
  await sendProviderEvent(shop, 'payment.authorized', paid)
  expect(await shop.gateway.getPayment(paid.razorpay_payment_id)).toMatchObject({ status: 'authorized' })
  expect(await findOrder(order)).toMatchObject({ paymentStatus: 'unpaid' })
})
