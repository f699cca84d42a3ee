import { beforeEach, describe, expect, test } from 'vitest'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import { Payment, Refund } from '../../../db/models/payment.ts'
import { WebhookEvent } from '../../../db/models/webhook-event.ts'
import { insertPayment } from '../../../db/testing/builders.ts'
import type { Job, Operations } from '../../contract/operation.ts'
import type { Attention } from '../../contract/overview.ts'
import type { WebhookEvent as WireEvent } from '../../contract/payments.ts'
import { money } from '../../rules/money/money.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '../../testing/back-office.ts'
import { deliverEvent } from '../../testing/provider-events.ts'
import { openTestApp } from '../../testing/test-app.ts'

const shop = openTestApp()
let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
})

const list = async (query = '') => (await fetchList<Job>(ada.browser, `/api/admin/jobs${query}`)).rows
const retry = ({ queue, id }: { queue: string; id: string }) =>
  ada.browser.post(`/api/admin/jobs/${queue}/${id}/retry`)
const count = async () => (await ada.browser.get('/api/admin/operations')).json<Operations>()
const queueOf = async (name: string) => (await count()).queues.find((queue) => queue.name === name)

/** A refund whose job is at its last try while the provider cannot be reached. */
async function failRefund(): Promise<Refund> {
  const opened = await shop.gateway.createOrder({
    amount: money(5_000, 'USD'),
    receipt: 'nobody',
    notes: {},
  })
  const { razorpay_payment_id: providerPaymentId } = await shop.pay(opened.id)
  const { id } = await insertPayment(shop.db, {
    providerPaymentId,
    amountCents: 5_000,
    flag: 'unknown_order',
  })
  await ada.browser.post(`/api/admin/money-without-order/${id}/refunds`, { reason: 'Nobody’s' })
  await shop.db('jobs.job').where({ name: 'refund' }).update({ retryLimit: 0 })
  await shop.setFaults({ dropWebhooks: true, failRate: 1 })
  await shop.finishJobs()
  await shop.setFaults({ dropWebhooks: true })
  return await Refund.query(shop.db).findOne({ paymentId: id }).throwIfNotFound()
}

describe('a job that has failed for good', () => {
  test('is listed with its subject and its error, counted, and tried again on request', async () => {
    const refund = await failRefund()
    const [job] = await list()
    expect(job).toMatchObject({
      queue: 'refund',
      state: 'failed',
      subject: { kind: 'refund', id: refund.id },
      tries: 1,
      error: expect.stringMatching(/^The payment provider gave no answer/),
      canRetry: true,
      failedAt: expect.stringMatching(/Z$/),
    })
    expect(await count()).toMatchObject({ failedJobs: 1 })
    expect(await queueOf('refund')).toMatchObject({ failed: 1, waiting: 0 })

    const response = await retry(job as Job)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({ state: 'retry', canRetry: false })
    expect(await queueOf('refund')).toMatchObject({ failed: 0, retry: 1 })
    await shop.finishJobs()
    expect(await refund.$query(shop.db)).toMatchObject({ status: 'processed' })
    expect(await list()).toEqual([])
    const [entry] = (await ada.browser.get('/api/admin/audit-log?subject=job')).json()
    expect(entry).toMatchObject({
      actor: { id: ada.user.id },
      subjectId: refund.id,
      subjectLabel: `refund ${refund.id}`,
      changes: [{ field: 'state', from: 'failed', to: 'retry' }],
    })
  })

  test('is tried again once; a job that is active, completed or unknown is not', async () => {
    await failRefund()
    const [job] = (await list()) as [Job]
    expect((await Promise.all([retry(job), retry(job)])).map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409,
    ])
    await shop.finishJobs()
    expect((await retry(job)).statusCode).toBe(404)
    for (const unknown of [
      { queue: 'refund', id: '00000000-0000-4000-8000-000000000000' },
      { queue: 'refund', id: '1' },
      { queue: 'nothing', id: job.id },
      { queue: 'mail', id: job.id },
    ]) {
      expect((await retry(unknown)).statusCode, JSON.stringify(unknown)).toBe(404)
    }
    expect((await retry({ queue: 'reconcile', id: job.id })).json()).toMatchObject({
      code: 'job_not_retryable',
    })
  })

  test('that runs again by itself is in neither list nor count, unless its queue is asked for', async () => {
    await shop.db('jobs.job').insert({ name: 'reconcile', state: 'failed' })
    await failRefund()
    const attention = (await ada.browser.get('/api/admin/attention')).json<Attention>()
    expect([(await list()).length, attention.jobs.total, (await count()).failedJobs]).toEqual([1, 1, 1])
    expect(await list('?queue=reconcile')).toMatchObject([{ queue: 'reconcile', canRetry: false }])
  })

  test('is found by queue, state and words, and paged', async () => {
    const refund = await failRefund()
    const { id: outboxId } = await OutboxMessage.query(shop.db)
      .insert({ kind: 'welcome', payload: {} })
      .returning('id')
    await shop.db.transaction((trx) => shop.jobs.send(trx, 'mail', { outboxId }))
    expect(await list('?queue=mail')).toEqual([])
    expect(await list('?queue=mail&state=waiting')).toMatchObject([
      { queue: 'mail', subject: { kind: 'mail', id: outboxId }, tries: 0, error: null, canRetry: false },
    ])
    expect(await list('?q=no+answer')).toMatchObject([{ subject: { id: refund.id } }])
    expect(await list('?q=something+else')).toEqual([])
    expect(await list('?offset=1')).toEqual([])
    for (const query of ['?queue=nothing', '?state=completed', '?sort=name']) {
      expect((await ada.browser.get(`/api/admin/jobs${query}`)).statusCode, query).toBe(400)
    }
  })
})

describe('an event of the provider', () => {
  const listEvents = async (query = '') =>
    (await fetchList<WireEvent>(ada.browser, `/api/admin/webhook-events${query}`)).rows
  const resend = (id: number) => ada.browser.post(`/api/admin/webhook-events/${id}/resend`)
  const ids = { razorpay_order_id: 'order_unknown1', razorpay_payment_id: 'pay_unknown1' }

  test('is listed with its state; one that fails shows its error and is counted', async () => {
    await deliverEvent(shop, 'payment.captured', ids)
    const [event] = await listEvents()
    expect(event).toMatchObject({
      eventType: 'payment.captured',
      state: 'failing',
      providerPaymentId: 'pay_unknown1',
      attempts: 1,
      error: 'No order is known as order_unknown1',
      processedAt: null,
    })
    expect(await count()).toMatchObject({ failingWebhooks: 1 })
    expect(await listEvents('?state=handled')).toEqual([])
    expect(await listEvents('?state=failing&q=pay_unknown1')).toHaveLength(1)
    expect(await listEvents('?q=payment.failed')).toEqual([])
  })

  test('is handled again on request, even one that was handled; nothing changes twice', async () => {
    const opened = await shop.gateway.createOrder({
      amount: money(5_000, 'USD'),
      receipt: 'nobody',
      notes: {},
    })
    const paid = await shop.pay(opened.id)
    await deliverEvent(shop, 'payment.captured', paid)
    // After a minute, the payment is stored as money without an order.
    await shop.db('webhook_events').update({ receivedAt: shop.db.raw(`now() - interval '2 minutes'`) })
    const [{ id }] = (await listEvents()) as [WireEvent]
    for (const nth of [1, 2]) {
      const response = await resend(id)
      expect(response.json(), response.body).toMatchObject({ state: 'waiting', error: null })
      await shop.finishJobs()
      expect(await WebhookEvent.query(shop.db).findById(id)).toMatchObject({
        processedAt: expect.any(Date),
        attempts: 1 + nth,
      })
      expect(await Payment.query(shop.db)).toMatchObject([{ flag: 'unknown_order' }])
    }
    const audit = (await ada.browser.get('/api/admin/audit-log?subject=webhook')).json()
    expect(audit.map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [{ field: 'state', from: 'handled', to: 'waiting' }],
      [{ field: 'state', from: 'failing', to: 'waiting' }],
    ])
    expect((await resend(999)).statusCode).toBe(404)
  })
})
