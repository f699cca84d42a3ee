/** What an order waits for, and how far that moves its promised date, tested through the calls of customer and team. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calendar } from '#api/content/content.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import type { OrderWork } from '#api/contract/orders/deliveries.ts'
import { addWorkingDays } from '#api/rules/business-calendar.ts'
import { fetchList, openOrder, type SignedIn } from '#api/testing/back-office.ts'
import { getOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import { insertQuestion } from '#db/testing/builders.ts'
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
  // Overdue since yesterday.
  const [paidAt, promisedAt] = [9, 1].map((days) => new Date(Date.now() - days * DAY_MS))
  ;({ admin, sam, grace, order } = await openOrder(shop, { paidAt, promisedAt }))
})
afterEach(() => vi.useRealTimers())

const act = (by: Visitor, path: string, body?: object) => by.post(`/api/orders/${order.id}/${path}`, body)
const deliver = () => act(sam.browser, 'deliveries', { note: 'The site is live.' })
const write = (by: Visitor, fields: object = {}) =>
  act(by, 'messages', { text: 'Which logo?', key: randomUUID(), ...fields })
const read = async () =>
  (await grace.browser.get(`/api/orders/${order.id}/work`)).json<OrderWork>().work.dates
const isOverdue = async () => {
  const { rows } = await fetchList<ListedOrder>(admin.browser, '/api/admin/orders?attention=overdue')
  return rows.some(({ id }) => id === order.id)
}
const readOrder = () => getOrder(shop, order.id)
const ask = (fields: object = {}) => act(grace.browser, 'refund-request', { reason: 'late', ...fields })
const readRequest = async () =>
  (await grace.browser.get(`/api/orders/${order.id}/refund-request`)).json().request as { version: number }
const withdraw = async () =>
  act(grace.browser, 'refund-request/answer', { version: (await readRequest()).version, answer: 'withdraw' })
const setStatus = (status: string) => admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status })
const runJob = () => settleWaits(shop.db, expect.fail)
const listNotes = async () =>
  (await OrderEvent.query(shop.db).where({ orderId: order.id }).orderBy('id')).map(({ note }) => note)
const addQuestion = (required: boolean) => insertQuestion(shop.db, { packageId: order.packageId, required })
const reportFault = () => act(grace.browser, 'delivery-requests', { kind: 'fault', text: 'It is blank.' })
/** Says that the team cannot go on. */
const block = (text = 'Which logo?') =>
  succeed<{ id: number; createdAt: string }>(write(sam.browser, { isBlocking: true, text }))
const withdrawMessage = ({ id }: { id: number }) => sam.browser.call('DELETE', `/api/messages/${id}`)

/** Moves everything so many days into the past. */
async function pass(days: number): Promise<void> {
  const earlier = (column: string) => shop.db.raw('?? - make_interval(days => ?)', [column, days])
  const waits = { waitingSince: earlier('waiting_since'), questionAt: earlier('question_at') }
  await shop.db('orders').update(waits)
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
    await reportFault()
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
    const note = /The promised date was on hold for \d business days and is now/
    expect(await listNotes()).toContainEqual(expect.stringMatching(note))
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
    expectResponse(await setStatus('pending'), 200)
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
    await reportFault()
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
    await Promise.all([reportFault(), ...[1, 2, 3].map(runJob), act(grace.browser, 'deliveries/1/accept')])
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
    await block()
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
    await block()
    await pass(3)
    await act(grace.browser, 'answers', { answers: { [question.id]: 'The blue one' } })
    expect(await readOrder()).toMatchObject({ waitingFor: null, questionAt: null })
  })

  test('stops nothing where it is answered within its time', async () => {
    await block()
    await write(grace.browser)
    expect(await readOrder()).toMatchObject({ waitingFor: null, questionAt: null, waitedDays: 0 })
  })

  test('stops it no longer once the team can go on, or withdraws it', async () => {
    await block()
    await pass(3)
    await act(sam.browser, 'messages/go-on')
    await act(sam.browser, 'messages/go-on')
    expect(await readOrder()).toMatchObject({ waitingFor: null, questionAt: null })
    await withdrawMessage(await block())
    expect(await readOrder()).toMatchObject({ questionAt: null })
    // After one of two blocking messages is withdrawn, the other one still pauses the date.
    const [first, other] = [await block(), await block('Which logo, and which colours?')]
    expect((await readOrder()).questionAt?.toISOString()).toBe(first.createdAt)
    await withdrawMessage(first)
    expect((await readOrder()).questionAt?.toISOString()).toBe(other.createdAt)
    expect((await listNotes()).filter((note) => note === 'Work resumed')).toHaveLength(1)
  })

  test('is one of the team to the customer, while the order is in work', async () => {
    expectResponse(await write(grace.browser, { isBlocking: true }), 403)
    expectResponse(await write(sam.browser, { isBlocking: true, isTeamOnly: true }), 403)
    await order.$query(shop.db).patch({ status: 'completed' })
    expectRefused(await write(sam.browser, { isBlocking: true }), 'order_closed')
  })

  test('is offered while there is work to do and nothing is waited for', async () => {
    const canBlock = async () =>
      (await sam.browser.get(`/api/orders/${order.id}/messages`)).json().canBlock as boolean
    expect(await canBlock()).toBe(true)
    await block()
    expect(await canBlock()).toBe(false)
    await act(sam.browser, 'messages/go-on')
    expect(await canBlock()).toBe(true)
    await shop.db('staff_assignments').update({ status: 'completed' })
    expect(await canBlock()).toBe(false)
    await shop.db('staff_assignments').update({ status: 'in_progress' })
    await addQuestion(true)
    await runJob()
    expect(await canBlock()).toBe(false)
  })
})
