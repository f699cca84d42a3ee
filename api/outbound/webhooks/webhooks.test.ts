import { randomUUID } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Operations } from '#api/contract/operations/jobs.ts'
import {
  MessageCreatedEvent,
  OrderPaidEvent,
  OrderRefundedEvent,
  OrderStatusChangedEvent,
} from '#api/contract/orders/order-events.ts'
import type { Notification } from '#api/contract/outbound/notifications.ts'
import type { EndpointWithSecret, WebhookMessage as WireMessage } from '#api/contract/outbound/webhooks.ts'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { WEBHOOK_FAILING_DAYS } from '#api/rules/periods.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { payOrder, placeModalOrder } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks } from '#api/testing/wait-until.ts'
import { WebhookEndpoint, WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { insertEndpoint, insertPackage, insertPaidOrder, insertWebhookMessage } from '#db/testing/builders.ts'
import { attemptWebhook, PAUSES_SECONDS } from './attempts.ts'
import { queueEvent } from './queue-event.ts'
import { openReceiver, type ReceivedRequest } from './testing/receiver.ts'

const shop = openTestApp({ variables: { ALLOW_PRIVATE_WEBHOOKS: 'on' } })
const strict = openTestApp({ variables: { RATE_LIMIT: 'on' } })
const receiver = openReceiver()
const ALL = ['order.paid', 'order.status_changed', 'order.refunded']

let ada: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  ada = await signInAsAdmin(shop)
})

async function create(events = ALL): Promise<EndpointWithSecret> {
  const response = await ada.browser.post('/api/admin/webhook-endpoints', { url: receiver.url, events })
  expect(response.statusCode, response.body).toBe(201)
  return response.json<EndpointWithSecret>()
}

async function buy(): Promise<CreateOrderResponse> {
  const pkg = await insertPackage(shop.db, { priceCents: 10_000 })
  const visitor = new Visitor(shop)
  const order = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 100 })
  expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
  return order
}

/** Verifies a message with the reference library of the standard. */
const verify = (secret: string, { body, headers }: ReceivedRequest) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
interface Told {
  type: string
  timestamp: string
  data: object
}
const getMessage = () => WebhookMessage.query(shop.db).first().throwIfNotFound()
const getEndpoint = () => WebhookEndpoint.query(shop.db).first().throwIfNotFound()
const listMessages = async (query = '') =>
  (await fetchList<WireMessage>(ada.browser, `/api/admin/webhook-messages${query}`)).rows
const insertWaiting = async (attempts = 0) => {
  const { id: endpointId } = await getEndpoint()
  return insertWebhookMessage(shop.db, { endpointId, state: 'waiting', attempts })
}
const tryOnce = ({ id, attempts }: WebhookMessage) =>
  attemptWebhook(shop, { webhookMessageId: id, attempts }).then(getMessage)

describe('what receivers are told', () => {
  test('a paid order, a change of its status and a refund, each signed as the standard has it', async () => {
    const { secret } = await create()
    const order = await buy()
    await ada.browser.patch(`/api/admin/orders/${order.orderId}/status`, { status: 'processing' })
    await ada.browser.post(`/api/admin/orders/${order.orderId}/refunds`, { amount: '30.00', reason: 'Late' })
    // Two concurrent refunds would arrive in any order.
    await shop.finishJobs()
    await ada.browser.post(`/api/admin/orders/${order.orderId}/refunds`, { amount: '70.00', reason: 'Late' })
    await shop.finishJobs()
    await shop.finishJobs()
    const told = receiver.received.map((one) => verify(secret, one) as Told)
    const order0 = { orderId: order.orderId, invoiceNumber: `INV-${order.orderId}`, amount: '100.00' }
    // Messages are sent concurrently, so they arrive in any order.
    told.sort((one, other) => one.timestamp.localeCompare(other.timestamp))
    const of = (type: string) => told.filter((one) => one.type === type)
    expect(of('order.paid')).toMatchObject([
      { data: { ...order0, currency: 'USD', status: 'pending', paymentStatus: 'paid' } },
    ])
    expect(of('order.status_changed')).toMatchObject([
      { data: { ...order0, fromStatus: 'pending', status: 'processing' } },
      { data: { fromStatus: 'processing', status: 'cancelled', paymentStatus: 'refunded' } },
    ])
    expect(of('order.refunded')).toMatchObject([
      { data: { ...order0, refundAmount: '30.00', refundedAmount: '30.00', paymentStatus: 'paid' } },
      { data: { ...order0, refundAmount: '70.00', refundedAmount: '100.00', paymentStatus: 'refunded' } },
    ])
    expect(JSON.stringify(told)).not.toMatch(/grace|holm|example\.com|bredgade|\+45/i)
    // Exactly the fields of the OpenAPI document.
    for (const one of of('order.paid')) expect(OrderPaidEvent.strict().parse(one)).toEqual(one)
    for (const one of of('order.status_changed'))
      expect(OrderStatusChangedEvent.strict().parse(one)).toEqual(one)
    for (const one of of('order.refunded')) expect(OrderRefundedEvent.strict().parse(one)).toEqual(one)
  })

  test('that somebody wrote, without the text, and nothing of notes for the team', async () => {
    await create(['message.created'])
    const order = await insertPaidOrder(shop.db)
    const write = (text: string, isTeamOnly = false) =>
      ada.browser.post(`/api/orders/${order.id}/messages`, { text, isTeamOnly, key: randomUUID() })
    await write('A note', true)
    const { id: messageId } = (await write('Good morning')).json<{ id: number }>()
    await shop.finishJobs()
    expect(receiver.received).toHaveLength(1)
    const event = JSON.parse(receiver.received[0]?.body ?? '') as unknown
    expect(MessageCreatedEvent.strict().parse(event)).toEqual(event)
    expect(event).toMatchObject({ data: { orderId: order.id, messageId, authorRole: 'admin' } })
    expect(receiver.received[0]?.body).not.toMatch(/morning|note/)
  })

  test('only the events that were chosen, and nothing while it is disabled', async () => {
    const refundsAlone = await create(['order.refunded'])
    await buy()
    expect(await WebhookMessage.query(shop.db)).toEqual([])
    await ada.browser.patch(`/api/admin/webhook-endpoints/${refundsAlone.id}`, {
      events: ALL,
      isDisabled: true,
    })
    await buy()
    expect(await WebhookMessage.query(shop.db)).toEqual([])
  })

  test('a purchase that is rolled back tells nobody', async () => {
    await create()
    const trx = await shop.db.transaction()
    await queueEvent(shop.jobs, trx, 'order.paid', {} as never)
    await trx.rollback()
    await shop.finishJobs()
    expect(receiver.received).toEqual([])
  })
})

describe('the secret', () => {
  test('is shown once, stored sealed, and signs nothing that another one opens', async () => {
    const { secret } = await create()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const [listed] = (await ada.browser.get('/api/admin/webhook-endpoints')).json<object[]>()
    expect(listed).not.toHaveProperty('secret')
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect((await getEndpoint()).sealedSecret.includes(bytes)).toBe(false)
    await tryOnce(await insertWaiting())
    const [one] = receiver.received as [ReceivedRequest]
    expect(() => verify(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, one)).toThrow(
      WebhookVerificationError,
    )
    expect(() => verify(secret, { ...one, body: `${one.body} ` })).toThrow(WebhookVerificationError)
  })

  test('is rotated: for a day the one before signs beside the new one, then no longer', async () => {
    const { id, secret: former } = await create()
    const rotated = await ada.browser.post(`/api/admin/webhook-endpoints/${id}/secret`)
    const { secret } = rotated.json<EndpointWithSecret>()
    expect(secret).not.toBe(former)
    await tryOnce(await insertWaiting())
    for (const known of [former, secret])
      expect(verify(known, receiver.received[0] as ReceivedRequest)).toBeTruthy()
    await WebhookEndpoint.query(shop.db).patch({ formerUntil: new Date(Date.now() - 1000) })
    await WebhookMessage.query(shop.db).delete()
    await tryOnce(await insertWaiting())
    expect(verify(secret, receiver.received[1] as ReceivedRequest)).toBeTruthy()
    expect(() => verify(former, receiver.received[1] as ReceivedRequest)).toThrow(WebhookVerificationError)
  })
})

describe('a receiver that fails', () => {
  test('is tried ten times with growing pauses under one id, and then the message has failed', async () => {
    await create()
    receiver.respond = () => ({ status: 500, body: 'Down for repair' })
    let message = await insertWaiting()
    for (const pause of PAUSES_SECONDS) {
      message = await tryOnce(message)
      expect(message).toMatchObject({ state: 'waiting', responseStatus: 500, response: 'Down for repair' })
      expect((message.nextTryAt?.getTime() ?? 0) - (message.triedAt?.getTime() ?? 0)).toBe(pause * 1000)
    }
    expect(PAUSES_SECONDS.toSorted((a, b) => a - b)).toEqual(PAUSES_SECONDS)
    const jobs = await shop.db('jobs.job').where({ name: 'webhook-attempt' }).orderBy('startAfter')
    expect(jobs.map(({ data }) => data.attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    message = await tryOnce(message)
    expect(message).toMatchObject({ state: 'failed', attempts: 10, nextTryAt: null })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([message.messageId]),
    )
  })

  test('gets the next message as soon as it works again', async () => {
    await create()
    receiver.respond = () => ({ status: 503 })
    const failed = await tryOnce(await insertWaiting())
    expect((await getEndpoint()).failingSince).toBeInstanceOf(Date)
    receiver.respond = () => ({ status: 204 })
    expect(await tryOnce(failed)).toMatchObject({ state: 'delivered', attempts: 2, responseStatus: 204 })
    expect((await getEndpoint()).failingSince).toBeNull()
  })

  test(`is disabled after ${WEBHOOK_FAILING_DAYS} days, which admins hear of`, async () => {
    const { id } = await create()
    receiver.respond = () => ({ status: 500 })
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await WebhookEndpoint.query(shop.db).patch({ failingSince: daysAgo(WEBHOOK_FAILING_DAYS - 0.1) })
    const early = await tryOnce(await insertWaiting())
    expect(await getEndpoint()).toMatchObject({ disabledAt: null })
    await WebhookEndpoint.query(shop.db).patch({ failingSince: daysAgo(WEBHOOK_FAILING_DAYS) })
    expect(await tryOnce(early)).toMatchObject({ state: 'failed', attempts: 2 })
    expect(await getEndpoint()).toMatchObject({ disabledAs: 'failing', disabledAt: expect.any(Date) })
    const counts = (await ada.browser.get('/api/admin/operations')).json<Operations>()
    expect(counts.brokenEndpoints).toBe(1)
    const { rows } = await fetchList<Notification>(ada.browser, '/api/admin/notifications')
    expect(rows).toMatchObject([{ kind: 'webhook_stopped', title: expect.stringContaining('127.0.0.1') }])
    // Enabling it again resets the period of failures.
    await ada.browser.patch(`/api/admin/webhook-endpoints/${id}`, { isDisabled: false })
    expect(await getEndpoint()).toMatchObject({ disabledAt: null, failingSince: null })
  })

  test('is disabled at once where it says 410, as who wants no more, and the audit log says that nobody did it', async () => {
    const { id } = await create()
    receiver.respond = () => ({ status: 410 })
    expect(await tryOnce(await insertWaiting())).toMatchObject({ state: 'failed' })
    expect(await getEndpoint()).toMatchObject({ disabledAs: 'gone' })
    const recorded = AuditEntry.query(shop.db).where({ subject: 'webhook_endpoint', action: 'updated' })
    expect(await recorded).toMatchObject([
      { actorId: null, subjectId: id, changes: [{ field: 'disabled', from: null, to: 'gone' }] },
    ])
    receiver.respond = () => ({ status: 200 })
    await WebhookMessage.query(shop.db).delete()
    expect(await tryOnce(await insertWaiting())).toMatchObject({
      state: 'failed',
      attempts: 0,
      response: 'The webhook is disabled',
    })
    expect(receiver.received).toHaveLength(1)
  })
})

describe('the log', () => {
  test('shows each message, and is filtered and searched', async () => {
    const { id } = await create()
    const { orderId } = await buy()
    await shop.finishJobs()
    await insertWebhookMessage(shop.db, { event: 'order.refunded', state: 'failed' })
    expect(await listMessages()).toHaveLength(2)
    const mine = {
      endpointId: id,
      url: receiver.url,
      event: 'order.paid',
      invoiceNumber: `INV-${orderId}`,
      state: 'delivered',
      attempts: 1,
      responseStatus: 200,
      response: 'ok',
    }
    for (const query of [`?endpointId=${id}`, '?state=delivered', '?event=order.paid', `?q=INV-${orderId}`])
      expect(await listMessages(query)).toMatchObject([mine])
  })

  test('a message is sent again under its id, once however many jobs there are for it', async () => {
    await create()
    receiver.respond = () => ({ status: 500 })
    await buy()
    await shop.finishJobs()
    const failed = await getMessage()
    receiver.respond = () => ({ status: 200 })
    const response = await ada.browser.post(`/api/admin/webhook-messages/${failed.id}/resend`)
    expect(response.json()).toMatchObject({ state: 'waiting', attempts: 1 })
    await ada.browser.post(`/api/admin/webhook-messages/${failed.id}/resend`)
    await shop.finishJobs()
    expect(await getMessage()).toMatchObject({ state: 'delivered', attempts: 2 })
    // The job of the next attempt finds nothing to do.
    await tryOnce(failed)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([failed.messageId, failed.messageId])
  })

  test('nothing is sent again to who is disabled', async () => {
    const { id: endpointId } = await insertEndpoint(shop.db, { disabledAt: new Date(), disabledAs: 'admin' })
    const { id } = await insertWebhookMessage(shop.db, { endpointId, state: 'failed' })
    const response = await ada.browser.post(`/api/admin/webhook-messages/${id}/resend`)
    expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'webhook_disabled' }])
  })
})

test('an address that is not on the public internet is refused with its field, unless the variable allows it', async () => {
  const admin = await signInAsAdmin(strict)
  const { id } = await insertEndpoint(strict.db)
  const body = { url: 'http://127.0.0.1/hooks', events: ALL }
  for (const response of [
    await admin.browser.post('/api/admin/webhook-endpoints', body),
    await admin.browser.patch(`/api/admin/webhook-endpoints/${id}`, { url: body.url }),
  ]) {
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ issues: [{ path: 'url', message: expect.any(String) }] })
  }
  // An address that was allowed earlier is refused now, too.
  const endpoint = await WebhookEndpoint.query(strict.db).patchAndFetchById(id, { url: receiver.url })
  const { id: webhookMessageId } = await insertWebhookMessage(strict.db, {
    endpointId: endpoint.id,
    state: 'waiting',
    attempts: 0,
  })
  await attemptWebhook(strict, { webhookMessageId, attempts: 0 })
  expect(receiver.received).toEqual([])
})

describe('deleting one', () => {
  const remove = (id: number) => ada.browser.call('DELETE', `/api/admin/webhook-endpoints/${id}`)

  test('takes its messages with it, and what was on its way is not sent', async () => {
    const { id } = await create()
    const waiting = await insertWaiting()
    const other = await insertWebhookMessage(shop.db)
    expect((await remove(id)).statusCode).toBe(204)
    await attemptWebhook(shop, { webhookMessageId: waiting.id, attempts: 0 })
    expect(receiver.received).toEqual([])
    expect(await listMessages()).toMatchObject([{ id: other.id }])
    expect((await WebhookEndpoint.query(shop.db)).map((one) => one.id)).toEqual([other.endpointId])
    expect((await remove(id)).statusCode).toBe(404)
  })

  test('while a message is under way there is no fault of the try', async () => {
    const { id } = await create()
    const { id: webhookMessageId } = await insertWaiting()
    await WebhookEndpoint.query(shop.db).patch({ url: `http://localhost:${receiver.port}/hooks` })
    await attemptWebhook(
      shop,
      { webhookMessageId, attempts: 0 },
      {
        resolve: async () => {
          await remove(id)
          return [{ address: '127.0.0.1', family: 4 }]
        },
      },
    )
    expect(receiver.received).toHaveLength(1)
    expect(await WebhookMessage.query(shop.db)).toEqual([])
  })

  test('while an order is paid leaves the payment alone', async () => {
    const { id } = await create()
    const deleting = await shop.db.transaction()
    await WebhookEndpoint.query(deleting).deleteById(id)
    const paying = shop.db.transaction((trx) => queueEvent(shop.jobs, trx, 'order.paid', {} as never))
    await expect.poll(() => countAwaitedLocks(shop.db)).toBe(1)
    await deleting.commit()
    await expect(paying).resolves.toBeUndefined()
    expect(await WebhookMessage.query(shop.db)).toEqual([])
  })
})

test('a change that changes nothing is no fault', async () => {
  const { id } = await insertEndpoint(shop.db, { disabledAt: new Date(), disabledAs: 'admin' })
  for (const body of [{}, { isDisabled: true }]) {
    const response = await ada.browser.patch(`/api/admin/webhook-endpoints/${id}`, body)
    expect(response.json()).toMatchObject({ id, disabledAs: 'admin' })
  }
})

test('every change by an admin is recorded, without the secret', async () => {
  const { id, secret } = await create(['order.paid'])
  await ada.browser.patch(`/api/admin/webhook-endpoints/${id}`, { events: ['order.refunded'] })
  await ada.browser.patch(`/api/admin/webhook-endpoints/${id}`, { isDisabled: true })
  const rotated = await ada.browser.post(`/api/admin/webhook-endpoints/${id}/secret`)
  await ada.browser.call('DELETE', `/api/admin/webhook-endpoints/${id}`)
  const entries = await AuditEntry.query(shop.db).where({ subject: 'webhook_endpoint' }).orderBy('id')
  expect(entries.map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
    ['created', ['url', 'events']],
    ['updated', ['events']],
    ['updated', ['disabled']],
    ['updated', ['secret']],
    ['removed', ['url', 'events', 'disabled']],
  ])
  expect(entries.every(({ actorId }) => actorId === ada.user.id)).toBe(true)
  const written = JSON.stringify(entries)
  for (const one of [secret, rotated.json<EndpointWithSecret>().secret]) expect(written).not.toContain(one)
})

describe('a test message', () => {
  const send = (id: number) => ada.browser.post(`/api/admin/webhook-endpoints/${id}/test`)

  test('is signed as every message, and the admin sees the response at once', async () => {
    const { id, secret } = await create()
    receiver.respond = () => ({ status: 204, body: '' })
    expect((await send(id)).json()).toEqual({ responseStatus: 204, response: '', isDelivered: true })
    const [message] = receiver.received
    expect(message && (verify(secret, message) as Told)).toMatchObject({ type: 'webhook.test', data: {} })
  })

  test('that fails says why, and counts against nothing', async () => {
    const { id } = await create()
    receiver.respond = () => ({ status: 410, body: 'Go away' })
    expect((await send(id)).json()).toEqual({ responseStatus: 410, response: 'Go away', isDelivered: false })
    expect(await getEndpoint()).toMatchObject({ failingSince: null, disabledAt: null })
    expect(await WebhookMessage.query(shop.db).resultSize()).toBe(0)
  })

  test('goes to no private address where those are not allowed, and ten times in ten minutes at most', async () => {
    const admin = await signInAsAdmin(strict)
    const { id } = await insertEndpoint(strict.db, { url: 'https://127.0.0.1/hooks' })
    const sendOne = () => admin.browser.post(`/api/admin/webhook-endpoints/${id}/test`)
    const outcome = (await sendOne()).json()
    expect(outcome).toMatchObject({ responseStatus: null, isDelivered: false })
    expect(outcome.response).toMatch(/\w/)
    expect(receiver.received).toEqual([])
    for (let count = 2; count <= 10; count += 1) expect((await sendOne()).statusCode).toBe(200)
    expect((await sendOne()).statusCode).toBe(429)
  })
})
