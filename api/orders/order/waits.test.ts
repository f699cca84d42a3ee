/** What an order waits for, and how far that moves its promised date, tested through the calls of customer and team. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calendar } from '#api/content/content.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { OrderWork } from '#api/contract/orders/deliveries.ts'
import { addWorkingDays } from '#api/rules/business-calendar.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { insertAssignment, insertPaidOrder } from '#db/testing/builders.ts'
import { countLate } from './attention.ts'
import { settleWaits } from './waits.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let admin: SignedIn
let sam: SignedIn
let grace: SignedIn
let order: Order

beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  sam = await signInAs(shop, { firstName: 'Sam', email: 'sam@shop.example', isStaff: true })
  grace = await signInAs(shop, { firstName: 'Grace', email: 'grace@example.com' })
  // Overdue since yesterday.
  order = await insertPaidOrder(shop.db, {
    userId: grace.user.id,
    status: 'processing',
    paidAt: new Date(Date.now() - 9 * DAY_MS),
    promisedAt: new Date(Date.now() - DAY_MS),
  })
  const assignment = { orderId: order.id, staffId: sam.user.id, assignedById: admin.user.id }
  await insertAssignment(shop.db, { ...assignment, status: 'in_progress' })
})
afterEach(() => vi.useRealTimers())

const act = async (by: Visitor, path: string, body?: object) => {
  const { statusCode, json } = await by.post(`/api/orders/${order.id}/${path}`, body)
  return { statusCode, json }
}
const deliver = () => act(sam.browser, 'deliveries', { note: 'The site is live.' })
const write = (by: Visitor, fields: object = {}) =>
  act(by, 'messages', { text: 'Which logo?', key: randomUUID(), ...fields })
const read = async () =>
  (await grace.browser.get(`/api/orders/${order.id}/work`)).json<OrderWork>().work.dates
const isOverdue = async () => {
  const { rows } = await fetchList<ListedOrder>(admin.browser, '/api/admin/orders?attention=overdue')
  return rows.some(({ id }) => id === order.id)
}
const readOrder = () => Order.query(shop.db).findById(order.id).throwIfNotFound()
const ask = (fields: object = {}) => act(grace.browser, 'refund-request', { reason: 'late', ...fields })
const readRequest = async () =>
  (await grace.browser.get(`/api/orders/${order.id}/refund-request`)).json().request as { version: number }
const withdraw = async () =>
  act(grace.browser, 'refund-request/answer', { version: (await readRequest()).version, answer: 'withdraw' })
const setStatus = (status: string) => admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status })
const runJob = () => settleWaits(shop.db, (error) => expect.unreachable(String(error)))
const listNotes = async () =>
  (await OrderEvent.query(shop.db).where({ orderId: order.id }).orderBy('id')).map(({ note }) => note)
const addQuestion = (required: boolean) =>
  PackageQuestion.query(shop.db)
    .insert({
      packageId: order.packageId,
      questionType: 'text',
      required,
      position: 0,
      question: 'Which logo?',
    })
    .returning('*')

/** Moves everything so many days into the past. */
async function pass(days: number): Promise<void> {
  const earlier = (column: string) => shop.db.raw('?? - make_interval(days => ?)', [column, days])
  await shop.db('orders').update({
    waitingSince: earlier('waiting_since'),
    questionAt: earlier('question_at'),
  })
  await shop.db('order_messages').update({ createdAt: earlier('created_at') })
  await runJob()
}

describe('the date stands still', () => {
  test('while a delivery waits, until the team is set to work again', async () => {
    expect(await isOverdue()).toBe(true)
    await deliver()
    expect((await read()).waits).toMatchObject({ kind: 'delivery' })
    expect(await isOverdue()).toBe(false)
    const before = await readOrder()
    await pass(7)
    await act(grace.browser, 'delivery-requests', { kind: 'fault', text: 'It is blank.' })
    const { waits, waitedDays, promisedBy } = await read()
    expect(waits).toBeNull()
    // Seven days contain five business days, fewer with a holiday.
    expect(waitedDays).toBeGreaterThan(2)
    expect(await readOrder()).toMatchObject({
      waitingFor: null,
      waitingSince: null,
      waitedDays,
      promisedAt: addWorkingDays(before.promisedAt ?? new Date(), waitedDays, calendar),
    })
    expect(new Date(promisedBy ?? '')).toEqual((await readOrder()).promisedAt)
    expect((await listNotes()).join('\n')).toMatch(
      /The promised date was on hold for \d business days and is now/,
    )
  })

  test('not for a delivery that is undone', async () => {
    const before = await readOrder()
    await deliver()
    await act(sam.browser, 'deliveries/1/undo')
    expect(await readOrder()).toMatchObject({ waitingFor: null, promisedAt: before.promisedAt })
    expect(await isOverdue()).toBe(true)
  })

  test('until a delivery is accepted, whatever else it waits for', async () => {
    await deliver()
    await ask()
    expect(await readOrder()).toMatchObject({ waitingFor: 'refund_request' })
    await act(grace.browser, 'deliveries/1/accept')
    expect(await readOrder()).toMatchObject({ waitingFor: null })
  })

  test('while a refund is asked for, for the list, the staff and the customer', async () => {
    await ask()
    expect(await isOverdue()).toBe(false)
    expect(await countLate(shop.db, new Date())).toBe(0)
    const kindFor = async ({ browser }: SignedIn, path: string) => (await browser.get(path)).json()[0]
    expect(await kindFor(admin, '/api/admin/orders')).toMatchObject({ waitsFor: 'refund_request', due: null })
    expect((await kindFor(sam, '/api/staff/assignments')).order).toMatchObject({ waitsFor: 'refund_request' })
    expect(await kindFor(grace, '/api/orders')).toMatchObject({ waitsFor: 'refund_request' })
    await withdraw()
    expect(await isOverdue()).toBe(true)
    expect(await read()).toMatchObject({ waits: null, waitedDays: 0 })
  })

  test('for a refund request still, where an admin ends the state of what is delivered', async () => {
    await deliver()
    await ask()
    expect((await setStatus('pending')).statusCode).toBe(200)
    expect(await readOrder()).toMatchObject({ waitingFor: 'refund_request' })
  })

  test.each(['cancelled', 'completed'])('no longer once the order is %s', async (status) => {
    await ask()
    expect(await readOrder()).toMatchObject({ waitingFor: 'refund_request' })
    await setStatus(status)
    expect(await readOrder()).toMatchObject({ waitingFor: null, questionAt: null })
    expect((await read()).waits).toBeNull()
  })

  test('on from its beginning where it waits for something else, and moves once', async () => {
    await deliver()
    await pass(7)
    const { waitingSince, promisedAt } = await readOrder()
    await ask()
    expect(await readOrder()).toMatchObject({ waitingFor: 'refund_request', waitingSince, promisedAt })
    await act(grace.browser, 'delivery-requests', { kind: 'fault', text: 'It is blank.' })
    expect(await readOrder()).toMatchObject({ waitingFor: 'refund_request', waitingSince, promisedAt })
    await withdraw()
    const { waitedDays } = await readOrder()
    expect(waitedDays).toBeGreaterThan(2)
    expect((await readOrder()).promisedAt).toEqual(
      addWorkingDays(promisedAt ?? new Date(), waitedDays, calendar),
    )
  })

  test('for whoever settles it first, of two at once', async () => {
    await deliver()
    await pass(7)
    const { promisedAt } = await readOrder()
    await Promise.all([
      act(grace.browser, 'delivery-requests', { kind: 'fault', text: 'It is blank.' }),
      ...[1, 2, 3].map(runJob),
      act(grace.browser, 'deliveries/1/accept'),
    ])
    const { waitedDays, ...after } = await readOrder()
    expect(after).toMatchObject({
      waitingFor: null,
      promisedAt: addWorkingDays(promisedAt ?? new Date(), waitedDays, calendar),
    })
  })

  test('while answers are missing, also of a question that its package asks, or asks no longer, since', async () => {
    const { id } = await addQuestion(true)
    await runJob()
    expect((await read()).waits).toMatchObject({ kind: 'answers' })
    expect(await isOverdue()).toBe(false)
    await PackageQuestion.query(shop.db).findById(id).patch({ retiredAt: new Date() })
    await runJob()
    expect((await read()).waits).toBeNull()
  })
})

describe('a message that says that we cannot go on', () => {
  test('stops the date from 48 hours after it, until the customer writes', async () => {
    expect((await write(sam.browser, { isBlocking: true })).statusCode).toBe(201)
    const { replyBy, waits } = await read()
    expect(Math.round((Date.parse(replyBy ?? '') - Date.now()) / HOUR_MS)).toBe(48)
    expect(waits).toBeNull()
    await runJob()
    expect(await isOverdue()).toBe(true)
    await pass(3)
    expect(await isOverdue()).toBe(false)
    const { waitingSince, questionAt } = await readOrder()
    expect((waitingSince?.getTime() ?? 0) - (questionAt?.getTime() ?? 0)).toBe(48 * HOUR_MS)
    await write(sam.browser)
    expect(await isOverdue()).toBe(false)
    await write(grace.browser)
    expect(await read()).toMatchObject({ waits: null, replyBy: null })
  })

  test('stops it until answers of the order change, too', async () => {
    const question = await addQuestion(false)
    await write(sam.browser, { isBlocking: true })
    await pass(3)
    await act(grace.browser, 'answers', { answers: { [question.id]: 'The blue one' } })
    expect(await readOrder()).toMatchObject({ waitingFor: null, questionAt: null })
  })

  test('stops nothing where it is answered within its time', async () => {
    await write(sam.browser, { isBlocking: true })
    await write(grace.browser)
    expect(await readOrder()).toMatchObject({ waitingFor: null, questionAt: null, waitedDays: 0 })
  })

  test('stops it no longer once the team can go on, or withdraws it', async () => {
    await write(sam.browser, { isBlocking: true })
    await pass(3)
    expect((await act(grace.browser, 'messages/go-on')).statusCode).toBe(403)
    await act(sam.browser, 'messages/go-on')
    await act(sam.browser, 'messages/go-on')
    expect(await readOrder()).toMatchObject({ waitingFor: null, questionAt: null })
    const sent = (await write(sam.browser, { isBlocking: true })).json()
    expect(sent).toMatchObject({ isBlocking: true })
    await sam.browser.call('DELETE', `/api/messages/${sent.id}`)
    expect(await readOrder()).toMatchObject({ questionAt: null })
    // After one of two blocking messages is withdrawn, the other one still pauses the date.
    const first = (await write(sam.browser, { isBlocking: true })).json()
    const other = (
      await write(sam.browser, { isBlocking: true, text: 'Which logo, and which colours?' })
    ).json()
    expect((await readOrder()).questionAt?.toISOString()).toBe(first.createdAt)
    await sam.browser.call('DELETE', `/api/messages/${first.id}`)
    expect((await readOrder()).questionAt?.toISOString()).toBe(other.createdAt)
    expect((await listNotes()).filter((note) => note === 'Work resumed')).toHaveLength(1)
  })

  test('is one of the team to the customer, while the order is in work', async () => {
    expect((await write(grace.browser, { isBlocking: true })).statusCode).toBe(403)
    expect((await write(sam.browser, { isBlocking: true, isTeamOnly: true })).statusCode).toBe(403)
    await order.$query(shop.db).patch({ status: 'completed' })
    const { statusCode, json } = await write(sam.browser, { isBlocking: true })
    expect([statusCode, json().code]).toEqual([409, 'order_closed'])
  })
})
