import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderRefunds } from '#api/contract/money/payments.ts'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { settleOrder } from '#api/money/payments/settle.ts'
import { money } from '#api/rules/money/money.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { getOrder, placeOrder, signIn, verifyBody } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, statusesOf } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { ProviderEvent } from '#db/models/money/provider-event.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { reconcileRefunds, sendRefund } from './jobs.ts'

const shop = openTestApp({ providerTimeoutMs: 3_000 })
checkBooksAfterEach(shop)

let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
})

/** A paid order of $100, with what verifies its payment again. */
async function buy() {
  const visitor = new Visitor(shop)
  const order = await placeOrder(shop, { visitor, priceCents: 10_000 })
  const paid = await shop.pay(order.razorpayOrderId ?? '')
  const verify = () => visitor.post('/api/verify-payment', verifyBody(order, paid))
  expectResponse(await verify(), 200)
  return { ...order, providerPaymentId: paid.razorpay_payment_id, verify }
}

const ask = (orderId: number, body: object = {}, headers?: Record<string, string>) => {
  const wanted = { reason: 'Asked in time', ...body }
  return ada.browser.call('POST', `/api/admin/orders/${orderId}/refunds`, wanted, headers)
}
/** Asks for a refund, and lets the job send it. */
const refund = async (orderId: number, body?: object) => {
  expectResponse(await ask(orderId, body), 201)
  await shop.finishJobs()
}
const readRefunds = async (orderId: number) =>
  (await ada.browser.get(`/api/admin/orders/${orderId}/refunds`)).json<OrderRefunds>()
const readOrder = (id: number) => getOrder(shop, id)
const readRefunded = async (providerPaymentId: string) =>
  (await shop.gateway.getPayment(providerPaymentId)).refunded.minor
const readReceipts = () => OutboxMessage.query(shop.db).where({ kind: 'refund_receipt' }).resultSize()
const tellOutcome = (refundId: string | null | undefined, outcome: 'processed' | 'failed') =>
  shop.askSandbox('/refund-outcome', { refund_id: refundId, outcome })
/** Refunds at the provider's own site. */
const refundElsewhere = (paymentId: string, amountCents: number) =>
  shop.gateway.refundPayment({
    paymentId,
    amount: money(amountCents, 'USD'),
    idempotencyKey: crypto.randomUUID(),
  })
const reconcile = () => reconcileRefunds(shop, expect.fail)
/** Waits until the provider's events were handled. */
const untilHandled = (eventType: string) =>
  expect
    .poll(async () => {
      await shop.finishJobs()
      return (await ProviderEvent.query(shop.db).findOne({ eventType }))?.processedAt
    })
    .toBeInstanceOf(Date)

describe('a refund', () => {
  test('of all gives back what was paid: payment, order, history, mail and revenue say so', async () => {
    const { orderId, providerPaymentId } = await buy()
    const asked = { amount: '100.00', reason: 'Asked in time', requestedBy: { id: ada.user.id } }
    expectResponse(await ask(orderId), 201, { ...asked, status: 'requested' })
    // Counts as refunded only once the provider reports it.
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'paid' })
    expect(await readReceipts()).toBe(0)
    await shop.finishJobs()

    expect(await readRefunded(providerPaymentId)).toBe(10_000)
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'refunded', status: 'cancelled' })
    expect(await Payment.query(shop.db)).toMatchObject([{ status: 'refunded', fulfilsOrder: true }])
    expect(await readRefunds(orderId)).toMatchObject({
      paid: '100.00',
      refunded: '100.00',
      underway: '0.00',
      left: '0.00',
      hasWorkStarted: false,
      refunds: [{ status: 'processed', error: null, providerRefundId: expect.stringMatching(/^rfnd_/) }],
    })
    expect(
      await OrderEvent.query(shop.db).where({ orderId, kind: 'payment_status' }).orderBy('id'),
    ).toMatchObject([
      { fromValue: 'unpaid', toValue: 'paid' },
      { fromValue: 'paid', toValue: 'refunded', actorKind: 'admin', actorId: ada.user.id },
    ])
    expect(await readReceipts()).toBe(1)
    const overview = (await ada.browser.get('/api/admin/overview')).json()
    expect(overview.totalRevenue).toBe('0.00')
  })

  test('of a part leaves the order paid; its customer sees it, and revenue is what stayed', async () => {
    const { orderId } = await buy()
    await refund(orderId, { amount: '$30.50' })
    await refund(orderId, { amount: 20 })
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'paid' })
    expect(await readRefunds(orderId)).toMatchObject({ refunded: '50.50', left: '49.50' })
    const notes = await OrderEvent.query(shop.db).where({ orderId, kind: 'note' }).orderBy('id')
    expect(notes.map(({ note }) => note)).toEqual([
      'Refund of $30.50 requested: Asked in time',
      '$30.50 of $100.00 refunded',
      'Refund of $20.00 requested: Asked in time',
      '$20.00 of $100.00 refunded',
    ])
    expect(await readReceipts()).toBe(2)
    const overview = (await ada.browser.get('/api/admin/overview')).json()
    expect(overview.totalRevenue).toBe('49.50')
    expect(overview.revenue.day.at(-1)).toMatchObject({ amount: '49.50', payments: 1 })

    const customer = await signIn(shop, 'grace@example.com', 'a-fine-secret')
    const detail = (await customer.get(`/api/orders/${orderId}`)).json<OrderDetail>()
    expect(detail).toMatchObject({
      refundedAmount: '50.50',
      refunds: [
        { amount: '30.50', status: 'processed' },
        { amount: '20.00', status: 'processed' },
      ],
    })
    const partly = ['partly_refunded', 'partly_refunded']
    expect(detail.timeline.map(({ step }) => step)).toEqual(['ordered', 'paid', ...partly])

    // The last partial refund completes the sum.
    await refund(orderId)
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'refunded' })
    const whole = (await customer.get(`/api/orders/${orderId}`)).json<OrderDetail>()
    expect(whole.timeline.slice(2).map(({ step }) => step)).toEqual([...partly, 'refunded', 'cancelled'])
  })

  test('is recorded in the audit log: who, of what, how much and why', async () => {
    const { orderId } = await buy()
    await ask(orderId, { amount: 12 })
    const [entry] = (await ada.browser.get('/api/admin/audit-log?subject=refund')).json()
    expect(entry).toMatchObject({
      actor: { id: ada.user.id },
      action: 'created',
      subjectLabel: `INV-${orderId}`,
      changes: [
        { field: 'reason', from: null, to: 'Asked in time' },
        { field: 'amount', from: null, to: '12.00' },
      ],
    })
  })

  test('of a cancelled order works, and verify-payment’s replay stays a success', async () => {
    const { orderId, verify } = await buy()
    await ada.browser.patch(`/api/admin/orders/${orderId}/status`, { status: 'cancelled' })
    await refund(orderId)
    expectResponse(await verify(), 200)
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'refunded', status: 'cancelled' })
  })
})

describe('never more goes back than came', () => {
  test.each([
    [{ amount: '100.01' }, 409, 'exceeds_refundable'],
    [{ amount: 0 }, 400, 'invalid_input'],
    [{ amount: -5 }, 400, 'invalid_input'],
    [{ amount: '1e2' }, 400, 'invalid_input'],
    [{ amount: 0.99 }, 400, 'invalid_input'],
    [{ amount: null }, 400, 'invalid_input'],
    [{ reason: '' }, 400, 'invalid_input'],
  ])('%j is refused', async (body, status, code) => {
    const { orderId } = await buy()
    expectRefused(await ask(orderId, body), code, status)
    expect(await Refund.query(shop.db).resultSize()).toBe(0)
  })

  test('a pending refund counts: a second refund of all is refused', async () => {
    const { orderId } = await buy()
    await ask(orderId)
    for (const body of [{}, { amount: 5 }]) expectRefused(await ask(orderId, body), 'already_refunded')
  })

  test('eight admins at once, $30 each of $100: three get through', async () => {
    const { orderId, providerPaymentId } = await buy()
    const statuses = await statusesOf(8, () => ask(orderId, { amount: 30 }))
    expect(statuses).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    await shop.finishJobs()
    expect(await readRefunded(providerPaymentId)).toBe(9_000)
  })

  test('an unpaid order has nothing to give back, and an unknown one is unknown', async () => {
    const { orderId } = await placeOrder(shop)
    expectRefused(await ask(orderId), 'nothing_to_refund')
    expectResponse(await ask(999), 404)
  })
})

describe('a double click', () => {
  test('under one key refunds once, and both hear the same', async () => {
    const { orderId, providerPaymentId } = await buy()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = await Promise.all([
      ask(orderId, { amount: 10 }, headers),
      ask(orderId, { amount: 10 }, headers),
    ])
    expect([first.statusCode, second.statusCode], first.body + second.body).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    await shop.finishJobs()
    expect(await readRefunded(providerPaymentId)).toBe(1_000)
    expect(await Refund.query(shop.db).resultSize()).toBe(1)
  })
})

describe('whatever the provider does', () => {
  test('it does the refund and times out: asked again, it is refunded once', async () => {
    const { orderId, providerPaymentId } = await buy()
    await shop.setFaults({ dropWebhooks: true, latencyMs: 5_000 })
    await refund(orderId, { amount: 40 })
    // An unknown outcome does not count as failed.
    expect(await readRefunds(orderId)).toMatchObject({
      underway: '40.00',
      refunds: [{ status: 'requested', error: expect.stringMatching(/gave no answer/) }],
    })
    await shop.setFaults({ dropWebhooks: true })
    await shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
    expect(await readRefunded(providerPaymentId)).toBe(4_000)
    expect(await readRefunds(orderId)).toMatchObject({
      refunded: '40.00',
      refunds: [{ status: 'processed', error: null }],
    })
  })

  test('its event comes before its response was stored: found by our key, booked once', async () => {
    const { orderId } = await buy()
    await ask(orderId, { amount: 40 })
    const refund = await Refund.query(shop.db).findOne({}).throwIfNotFound()
    // The provider made the refund, but the process died before storing the response.
    await shop.setFaults({})
    await shop.gateway.refundPayment({
      paymentId: (await Payment.query(shop.db).findOne({}).throwIfNotFound()).providerPaymentId ?? '',
      amount: money(4_000, 'USD'),
      idempotencyKey: refund.idempotencyKey,
    })
    const jobs = shop.db('jobs.job').where({ name: 'refund' })
    await jobs.clone().update({ startAfter: new Date(Date.now() + 60_000) })
    await untilHandled('refund.processed')
    const booked = { refunded: '40.00', refunds: [{ status: 'processed' }] }
    expect(await readRefunds(orderId)).toMatchObject(booked)
    // A late job finds the refund already made.
    await jobs.clone().update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
    expect(await Refund.query(shop.db).resultSize()).toBe(1)
    expect(await readReceipts()).toBe(1)
  })

  test('it refuses: failed, the reason there to be read, and it can be asked for again', async () => {
    const { orderId, providerPaymentId } = await buy()
    // Somebody has refunded on the provider's own site, and its events were lost.
    await refundElsewhere(providerPaymentId, 8_000)
    await refund(orderId, { amount: 50 })
    expect(await readRefunds(orderId)).toMatchObject({
      left: '100.00',
      refunds: [{ status: 'failed', error: expect.stringMatching(/greater than amount captured/) }],
    })
    expect(await OrderEvent.query(shop.db).where({ orderId }).orderBy('id', 'desc').first()).toMatchObject({
      note: expect.stringMatching(/^Refund of \$50\.00 failed: /),
    })
    await refund(orderId, { amount: 20 })
    expect(await readRefunded(providerPaymentId)).toBe(10_000)
  })

  test('it does not know our key: that is no word on the refund, which waits', async () => {
    const { orderId } = await buy()
    await ask(orderId)
    const locked = createGateway({
      keyId: 'rzp_test_other',
      keySecret: 'another-key-secret-0123',
      webhookSecret: 'another-webhook-secret-0123',
      apiUrl: shop.sandboxUrl,
      checkoutScript: '',
    })
    const { id } = await Refund.query(shop.db).findOne({}).throwIfNotFound()
    await expect(sendRefund({ ...shop, gateway: locked }, id)).rejects.toThrow(/401/)
    expect(await Refund.query(shop.db).findById(id)).toMatchObject({ status: 'requested' })
    await sendRefund(shop, id)
    expect(await Refund.query(shop.db).findById(id)).toMatchObject({ status: 'processed' })
  })

  test('it takes its time and then fails: the order stays paid, all is left, no receipt goes out', async () => {
    const { orderId } = await buy()
    await shop.setFaults({ pendingRefunds: true })
    await refund(orderId)
    const pending = await readRefunds(orderId)
    expect(pending).toMatchObject({ underway: '100.00', refunds: [{ status: 'pending' }] })
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'paid' })
    await tellOutcome(pending.refunds[0]?.providerRefundId, 'failed')
    await untilHandled('refund.failed')
    expect(await readRefunds(orderId)).toMatchObject({
      underway: '0.00',
      left: '100.00',
      refunds: [{ status: 'failed', error: 'The payment provider could not carry it out' }],
    })
    expect(await readReceipts()).toBe(0)
  })

  test('it takes its time and its events are lost: it is asked, ever more rarely', async () => {
    const { orderId } = await buy()
    await shop.setFaults({ dropWebhooks: true, pendingRefunds: true })
    await refund(orderId)
    const [sent] = (await readRefunds(orderId)).refunds
    await shop.db('refunds').update({ createdAt: shop.db.raw(`now() - interval '1 hour'`) })
    await reconcile()
    expect(await readRefunds(orderId)).toMatchObject({ underway: '100.00' })
    await tellOutcome(sent?.providerRefundId, 'processed')
    // The provider was asked a moment ago.
    await reconcile()
    expect(await readRefunds(orderId)).toMatchObject({ underway: '100.00' })
    await shop.db('refunds').update({ providerAskedAt: shop.db.raw(`now() - interval '20 minutes'`) })
    await reconcile()
    expect(await readRefunds(orderId)).toMatchObject({ refunded: '100.00' })
    expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'refunded' })
  })

  test('the bank’s reference comes after the money was sent: the provider is asked for it', async () => {
    const { orderId } = await buy()
    await shop.setFaults({ dropWebhooks: true })
    await refund(orderId)
    expect((await readRefunds(orderId)).refunds).toMatchObject([{ status: 'processed', bankReference: null }])
    await shop.db('refunds').update({ createdAt: shop.db.raw(`now() - interval '1 hour'`) })
    await reconcile()
    const told = { status: 'processed', bankReference: expect.stringMatching(/^\d{23}$/) }
    expect((await readRefunds(orderId)).refunds).toMatchObject([told])
    expect(await readReceipts()).toBe(1)
  })

  test('somebody refunds at the provider’s own site: its events bring it into our books, once', async () => {
    const { orderId, providerPaymentId } = await buy()
    await shop.setFaults({ duplicateWebhooks: true, reorderWebhooks: true })
    await refundElsewhere(providerPaymentId, 2_500)
    await untilHandled('refund.processed')
    await untilHandled('refund.created')
    expect(await readRefunds(orderId)).toMatchObject({
      refunded: '25.00',
      left: '75.00',
      refunds: [{ reason: 'made_at_provider', requestedBy: null }],
    })
    expect(await readReceipts()).toBe(1)
  })
})

test('a second capture goes back by itself, and the order stays paid', async () => {
  const { orderId, razorpayOrderId } = await buy()
  const order = await readOrder(orderId)
  // The sandbox accepts no second payment for an order, so a payment of another one is reported as this one's.
  const amount = money(order.amountCents, 'USD')
  const other = await shop.gateway.createOrder({ amount, receipt: 'second', notes: {} })
  const { razorpay_payment_id: second } = await shop.pay(other.id)
  const payment = { ...(await shop.gateway.getPayment(second)), orderId: order.providerOrderId }
  const settlement = { actorKind: 'provider', payment } as const
  // Twice at once, as with two reports.
  const settle = () => shop.db.transaction((trx) => settleOrder(shop, trx, order.id, settlement))
  expect(await Promise.all([settle(), settle()])).toMatchObject([{ fulfils: false }, { fulfils: false }])
  await shop.finishJobs()
  expect(await readRefunded(second)).toBe(10_000)
  const back = { status: 'refunded', fulfilsOrder: false, flag: 'second_capture', orderId }
  expect(await Payment.query(shop.db).findOne({ providerPaymentId: second })).toMatchObject(back)
  expect(await Refund.query(shop.db)).toMatchObject([{ amountCents: 10_000, reason: 'second_capture' }])
  expect(await readOrder(orderId)).toMatchObject({ paymentStatus: 'paid', providerOrderId: razorpayOrderId })
})
