import { beforeEach, describe, expect, test } from 'vitest'
import type { Dispute as WireDispute } from '#api/contract/money/payments.ts'
import type { Attention } from '#api/contract/operations/overview.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { getOrder, payOrder, placeOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { waitUntil } from '#api/testing/wait-until.ts'
import { Dispute } from '#db/models/money/dispute.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { Notification } from '#db/models/outbound/notification.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertDispute, insertPaidOrder } from '#db/testing/builders.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)
let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({})
  ada = await signInAsAdmin(shop)
})

/** @returns the order and its payment at the provider */
async function buy() {
  const order = await placeOrder(shop)
  expectResponse(await payOrder(shop, new Visitor(shop), order), 200)
  await handled(['payment.captured', 'order.paid'])
  const { providerPaymentId } = await shop.db('payments').first()
  return { orderId: order.orderId, payment_id: providerPaymentId as string }
}

/** Waits until the provider's events have arrived, and handles them. */
async function handled(types: string[]): Promise<void> {
  await waitUntil(async () => {
    const rows = await shop.db('provider_events').whereIn('eventType', types)
    return rows.length >= types.length
  })
  await shop.finishJobs()
}

type Opened = { id: string; respond_by: number }
const open = async (payment_id: string, fields = {}) => {
  const dispute = await shop.askSandbox<Opened>('/dispute', { payment_id, ...fields })
  await handled(['payment.dispute.created'])
  return dispute
}
const decide = async (dispute_id: string, outcome: string) => {
  await shop.askSandbox('/dispute-outcome', { dispute_id, outcome })
  await handled([`payment.dispute.${outcome}`])
}
const list = async (query = '') =>
  (await fetchList<WireDispute>(ada.browser, `/api/admin/disputes${query}`)).rows
const figures = async (orderId: number) => {
  await shop.db.transaction((trx) => shop.jobs.send(trx, 'reconcile', {}))
  await shop.finishJobs()
  const { totalRevenue } = (await ada.browser.get('/api/admin/overview')).json()
  const { paymentStatus, status } = await getOrder(shop, orderId)
  return { totalRevenue, paymentStatus, status }
}

const countTold = async () => (await Notification.query(shop.db).where({ kind: 'dispute' })).length
const readRefunds = async (orderId: number) =>
  (await ada.browser.get(`/api/admin/orders/${orderId}/refunds`)).json()
/** Handles a stored event, as at its arrival or when an admin sends it again. */
const handle = async (eventRowId: number) => {
  await shop.db.transaction((trx) => shop.jobs.send(trx, 'provider-event', { eventRowId }))
  await shop.finishJobs()
}

describe('a dispute', () => {
  test('is stored with the date to answer by, told of, noted in the history, and counted until it has ended', async () => {
    const { orderId, payment_id } = await buy()
    const { id, respond_by } = await open(payment_id)
    const about = { providerDisputeId: id, amount: '1299.00', reason: 'goods_or_services_not_received' }
    const respondBy = new Date(respond_by * 1000).toISOString()
    expect(await list('?state=open')).toMatchObject([
      { ...about, respondBy, status: 'open', order: { id: orderId } },
    ])
    expect(await list(`?orderId=${orderId}`)).toHaveLength(1)
    expect(await list('?orderId=999999')).toEqual([])
    const openDisputes = async () => (await ada.browser.get('/api/admin/operations')).json().openDisputes
    expect(await openDisputes()).toBe(1)
    const [told] = await Notification.query(shop.db).where({ kind: 'dispute' })
    expect(told?.title).toBe('Answer a dispute of $1,299.00')
    expect(told?.facts.map(({ label }) => label)).toEqual(['Answer by', 'Reason', 'Order'])
    const noted = /^Dispute of \$1,299\.00: waiting for an answer until \d+ \w+ 20\d\d, /
    const notes = await OrderEvent.query(shop.db).where({ orderId, kind: 'note', actorKind: 'provider' })
    expect(notes).toMatchObject([{ note: expect.stringMatching(noted) }])
    await decide(id, 'won')
    expect(await openDisputes()).toBe(0)
    expect(await list('?state=ended')).toMatchObject([{ status: 'won' }])
    const sold = { totalRevenue: '1299.00', paymentStatus: 'paid', status: 'pending' }
    expect(await figures(orderId)).toEqual(sold)
  })

  test('is told of again when the bank wants an answer by another date', async () => {
    const { payment_id } = await buy()
    const { id, respond_by } = await open(payment_id)
    await decide(id, 'under_review')
    await decide(id, 'action_required')
    const [dispute] = await list()
    expect(dispute).toMatchObject({ status: 'open' })
    expect(Date.parse(dispute?.respondBy ?? '')).toBeGreaterThan(respond_by * 1000)
    expect(await countTold()).toBe(3)
  })

  test('ends alike in whatever order its events come, and however often', async () => {
    const { orderId, payment_id } = await buy()
    await shop.setFaults({ dropWebhooks: true })
    const { id } = await shop.askSandbox<Opened>('/dispute', { payment_id })
    await shop.askSandbox('/dispute-outcome', { dispute_id: id, outcome: 'lost' })
    const body = { payload: { dispute: { entity: { id } } } }
    for (const [index, type] of ['lost', 'created', 'lost', 'under_review'].entries()) {
      const eventType = `payment.dispute.${type}`
      const event = {
        provider: shop.gateway.name,
        eventId: `evt_${index}`,
        eventType,
        payload: { event: eventType, ...body },
      }
      const [{ id: eventRowId }] = await shop.db('provider_events').insert(event).returning('id')
      await handle(eventRowId)
    }
    expect(await Dispute.query(shop.db)).toMatchObject([{ status: 'lost', deductedCents: 129_900 }])
    expect(await countTold()).toBe(1)
    expect(await shop.db('refunds')).toHaveLength(1)
    expect(await figures(orderId)).toMatchObject({ totalRevenue: '0.00' })
    // A response to an earlier request that arrives late changes nothing.
    await Dispute.query(shop.db).patch({ status: 'won', askedAt: new Date(Date.now() + 60_000) })
    await shop.db('provider_events').where({ eventId: 'evt_0' }).update({ processedAt: null })
    const { id: eventRowId } = await shop.db('provider_events').where({ eventId: 'evt_0' }).first()
    await handle(eventRowId)
    expect(await Dispute.query(shop.db)).toMatchObject([{ status: 'won' }])
  })

  test('that is lost takes the money out of every figure, and tells the customer of no refund', async () => {
    const { orderId, payment_id } = await buy()
    const { id } = await open(payment_id)
    await decide(id, 'lost')
    const lost = { totalRevenue: '0.00', paymentStatus: 'refunded', status: 'cancelled' }
    expect(await figures(orderId)).toEqual(lost)
    const refunds = [{ reason: 'dispute_lost', status: 'processed' }]
    expect(await readRefunds(orderId)).toMatchObject({ left: '0.00', refunds })
    expect(await OutboxMessage.query(shop.db).where({ kind: 'refund_receipt' })).toEqual([])
  })

  test('of a part that is lost takes that part, and never more than is left', async () => {
    const { orderId, payment_id } = await buy()
    const { id } = await open(payment_id, { amount: 50_000 })
    await decide(id, 'lost')
    const lost = { eventType: 'payment.dispute.lost' }
    const event = await shop.db('provider_events').where(lost).first()
    await ada.browser.post(`/api/admin/provider-events/${event.id}/resend`)
    await shop.finishJobs()
    expect(await shop.db('provider_events').where(lost)).toMatchObject([{ lastError: null }])
    expect(await figures(orderId)).toMatchObject({ totalRevenue: '799.00', paymentStatus: 'paid' })
    await shop.db('provider_events').delete()
    const second = await open(payment_id, { amount: 129_900 })
    await decide(second.id, 'lost')
    expect(await figures(orderId)).toMatchObject({ totalRevenue: '0.00', paymentStatus: 'refunded' })
  })

  test('keeps the payment from being refunded besides until it has ended', async () => {
    const { orderId, payment_id } = await buy()
    const { id } = await open(payment_id)
    const refund = () => ada.browser.post(`/api/admin/orders/${orderId}/refunds`, { reason: 'Sorry' })
    expectRefused(await refund(), 'in_dispute')
    expect(await readRefunds(orderId)).toMatchObject({ isDisputed: true })
    await decide(id, 'won')
    expect(await readRefunds(orderId)).toMatchObject({ isDisputed: false })
    expectResponse(await refund(), 201)
    await shop.finishJobs()
  })

  test('of a payment that is not known here is stored all the same, after a minute', async () => {
    const { payment_id, orderId } = await buy()
    await shop.db('payments').where({ orderId }).update({ providerPaymentId: 'pay_other' })
    await open(payment_id)
    expect(await list()).toEqual([])
    await shop.db('provider_events').update({ receivedAt: new Date(Date.now() - 120_000) })
    await shop.db('jobs.job').update({ startAfter: shop.db.fn.now() })
    await shop.finishJobs()
    expect(await list()).toMatchObject([{ providerPaymentId: payment_id, order: null }])
  })
})

test('disputes that wait for an answer are among what needs attention, and those that the bank decides are not', async () => {
  const insert = async (fields: Partial<Dispute>) => {
    const { id: orderId } = await insertPaidOrder(shop.db)
    await insertDispute(shop.db, { orderId, ...fields })
    return orderId
  }
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
  const later = await insert({ respondBy: inDays(9) })
  const soon = await insert({ respondBy: inDays(2) })
  const reviewed = await insert({ status: 'under_review', respondBy: inDays(1) })
  const { disputes } = (await ada.browser.get('/api/admin/attention')).json<Attention>()
  expect(disputes.total).toBe(2)
  expect(disputes.first.map(({ order }) => order?.id)).toEqual([soon, later])
  const list = await fetchList<WireDispute>(ada.browser, '/api/admin/disputes?state=unanswered')
  expect(list.rows).toEqual(disputes.first)
  const all = await fetchList<WireDispute>(ada.browser, '/api/admin/disputes')
  expect(all.rows.map(({ order }) => order?.id)).toEqual([soon, later, reviewed])
})
