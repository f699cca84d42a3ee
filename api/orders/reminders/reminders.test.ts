import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrderDetail, OrderHistoryEvent } from '#api/contract/orders/admin-orders.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { getOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, statusesOf } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { runClock as runWaits } from '#api/testing/wait-clock.ts'
import type { PackageQuestion } from '#db/models/catalogue/package.ts'
import { type Order, OrderAnswer, OrderEvent } from '#db/models/orders/order.ts'
import { insertMessage, insertPaidOrder, insertQuestion } from '#db/testing/builders.ts'
import { REMINDER_MAILS } from './mails.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
let order: Order
let question: PackageQuestion

beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  order = await insertPaidOrder(shop.db)
  question = await insertQuestion(shop.db, { packageId: order.packageId })
  await shop.db('orders').update({ paidAt: new Date(), createdAt: new Date() })
})

/** Moves everything so many days into the past. */
async function pass(days: number): Promise<void> {
  const earlier = (column: string) => shop.db.raw('?? - make_interval(secs => ?)', [column, days * 86_400])
  const [paidAt, callDueAt] = [earlier('paid_at'), earlier('call_due_at')]
  await shop.db('orders').update({ paidAt, callDueAt, silenceEndsAt: earlier('silence_ends_at') })
  for (const table of ['order_events', 'order_messages'])
    await shop.db(table).update({ createdAt: earlier('created_at') })
  await shop.db('order_answers').update({ updatedAt: earlier('updated_at') })
}

const runClock = (env: Partial<typeof shop.env> = {}) => runWaits({ ...shop, env: { ...shop.env, ...env } })

const path = () => `/api/admin/orders/${order.id}`
const readPage = async () => (await admin.browser.get(path())).json<AdminOrderDetail>()
const remind = (kind: 'mail' | 'phone') => admin.browser.post(`${path()}/reminders`, { kind })
const listMails = async () =>
  (await shop.db('outbox').where({ kind: 'answers_reminder' }).orderBy('id')).map(
    ({ payload }) => payload.isLast as boolean,
  )
const needs = async (attention: string) =>
  (await admin.browser.get(`/api/admin/orders?attention=${attention}`)).json<unknown[]>().length === 1
const answer = (text: string) => {
  const about = { orderId: order.id, questionId: question.id, question: '?' }
  return OrderAnswer.query(shop.db).insert({ ...about, answer: text, updatedAt: new Date() })
}

describe('the clock', () => {
  test('mails after 48 hours, once, and asks to call after 48 more', async () => {
    const seen = []
    for (const days of [1.9, 0.2, 1.8, 0.2]) {
      await pass(days)
      await Promise.all([runClock(), runClock()])
      seen.push([(await listMails()).length, await needs('callCustomer')])
    }
    expect(seen).toEqual([
      [0, false],
      [1, false],
      [1, false],
      [1, true],
    ])
    expect(await readPage()).toMatchObject({ isCallDue: true, reminders: [{ kind: 'mail', by: null }] })
    for (const _again of [1, 2]) expectResponse(await remind('phone'), 200)
    expect(await needs('callCustomer')).toBe(false)
    const reminders = [{ kind: 'mail' }, { kind: 'phone', by: { id: admin.user.id } }]
    expect(await readPage()).toMatchObject({ isCallDue: false, reminders })
    const history = (await admin.browser.get(`${path()}/history`)).json<OrderHistoryEvent[]>()
    expect(history).toMatchObject([
      { note: 'Reminded by email about missing answers', actorKind: 'system', actor: null },
      { note: 'Called about missing answers', actor: { id: admin.user.id } },
    ])
  })

  test('mails a last time before 30 days of silence, then closing is offered, never done', async () => {
    const seen = []
    for (const days of [3, 19.9, 0.2, 6.8, 0.2]) {
      await pass(days)
      await runClock()
      await runClock()
      seen.push([await listMails(), await needs('mayClose')])
    }
    expect(seen).toEqual([
      [[false], false],
      [[false], false],
      [[false, true], false],
      [[false, true], false],
      [[false, true], true],
    ])
    expect(await readPage()).toMatchObject({ mayClose: true, status: 'pending' })
    await pass(100)
    await runClock()
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'pending' })
  })

  test('begins anew where the customer says something after the last reminder', async () => {
    await pass(31)
    await runClock()
    await pass(8)
    await runClock()
    await pass(8)
    expect(await needs('mayClose')).toBe(true)
    await insertMessage(shop.db, { orderId: order.id, authorId: order.userId ?? 0 })
    expect(await needs('mayClose')).toBe(false)
    await runClock()
    await pass(22.9)
    await runClock()
    expect(await listMails()).toEqual([false, true])
    await pass(0.2)
    await runClock()
    expect(await listMails()).toEqual([false, true, true])
  })

  test('never sends the first and the last reminder within a week, however late it comes', async () => {
    await pass(90)
    await runClock()
    await runClock()
    await pass(6.9)
    await runClock()
    expect(await listMails()).toEqual([false])
    await pass(0.2)
    await runClock()
    await pass(6.9)
    expect([await listMails(), await needs('mayClose')]).toEqual([[false, true], false])
    await pass(0.2)
    expect(await needs('mayClose')).toBe(true)
  })

  test.each<[string, () => PromiseLike<unknown>]>([
    ['is answered', () => answer('Blue')],
    ['is cancelled', () => shop.db('orders').update({ status: 'cancelled' })],
    ['is refunded', () => shop.db('orders').update({ paymentStatus: 'refunded' })],
    ['is erased', () => order.$query(shop.db).patch({ buyer: { ...order.buyer, email: '' } })],
    [
      'has a disabled account',
      () => shop.db('users').where({ id: order.userId }).update({ disabledAt: new Date() }),
    ],
    ['asks nothing that is required', () => question.$query(shop.db).patch({ required: false })],
  ])('does nothing for an order that %s', async (_, change) => {
    await change()
    await pass(60)
    await runClock()
    expect(await listMails()).toEqual([])
    expect(await OrderEvent.query(shop.db).whereNotNull('reminder')).toEqual([])
    expectRefused(await remind('mail'), 'not_waiting')
  })

  test('does what is configured: each step can be off', async () => {
    await pass(60)
    await runClock({ answerReminderHours: 0, silenceDays: 0 })
    expect(await listMails()).toEqual([])
    await runClock({ answerReminderHours: 1_500, silenceDays: 0 })
    expect(await listMails()).toEqual([])
    await runClock({ answerReminderHours: 1_400, silenceDays: 0 })
    await pass(60)
    await runClock({ silenceDays: 0 })
    expect(await listMails()).toEqual([false])
  })
})

describe('an admin', () => {
  test('reminds at once, at most once a day, and the clock does not do it again', async () => {
    expect(await statusesOf(2, () => remind('mail'))).toEqual([200, 409])
    await pass(3)
    await runClock()
    expect(await listMails()).toEqual([false])
    expectResponse(await remind('mail'), 200)
    expect(await listMails()).toEqual([false, false])
  })

  test('who has called is not asked to call again', async () => {
    await remind('phone')
    await pass(3)
    await runClock()
    await pass(3)
    expect(await needs('callCustomer')).toBe(false)
  })
})

test('the mail is not sent once the answers are in', async () => {
  await pass(3)
  await runClock()
  await answer('Blue')
  await shop.finishJobs()
  expect(await shop.db('outbox').where({ kind: 'answers_reminder' })).toMatchObject([{ state: 'skipped' }])
})

test('the mail says that the date is a day later for each day of waiting, and of no pause that is still to come', async () => {
  const { write } = REMINDER_MAILS.answers_reminder
  const context = { services: shop, outboxId: 1, messageId: 'm' }
  const text = JSON.stringify(await write({ orderId: order.id, isLast: false }, context))
  expect(text).toContain(
    'before we can start. Each business day without them moves the promised date by one.',
  )
  expect(text).not.toMatch(/pause/i)
})
