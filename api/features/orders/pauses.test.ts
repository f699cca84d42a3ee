/** What stops the promised date of an order, through the calls of its customer and the team. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Order, OrderEvent } from '../../../db/models/order.ts'
import { OrderPause } from '../../../db/models/order-work/promised-date.ts'
import { PackageQuestion } from '../../../db/models/package.ts'
import { insertAssignment, insertPaidOrder } from '../../../db/testing/builders.ts'
import type { ListedOrder } from '../../contract/admin-orders.ts'
import type { OrderWork } from '../../contract/order-work/deliveries.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'
import { countLate } from './attention.ts'
import { endPause, startPause } from './pauses.ts'

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
const listPauses = () => OrderPause.query(shop.db).where({ orderId: order.id }).orderBy('id')
const readPromise = async () =>
  (await Order.query(shop.db).findById(order.id).throwIfNotFound()).promisedAt?.toISOString()
/** As if all pauses had begun so much earlier. */
const pass = (days: number) =>
  shop.db.raw('UPDATE order_pauses SET started_at = started_at - make_interval(days => ?)', days)
const inOrder = <Result>(
  work: (...at: Parameters<typeof startPause>) => Promise<Result>,
  ...at: [string, Date?]
) => shop.db.transaction((trx) => work(trx, order.id, at[0] as 'question', at[1]))

describe('the date stands still', () => {
  test('while a delivery waits, until the team is set to work again', async () => {
    expect(await isOverdue()).toBe(true)
    await deliver()
    expect((await read()).waits).toMatchObject({ kind: 'delivery' })
    expect(await isOverdue()).toBe(false)
    const before = await readPromise()
    await pass(7)
    await act(grace.browser, 'delivery-requests', { kind: 'fault', text: 'It is blank.' })
    const { waits, pauses, promisedBy } = await read()
    expect(waits).toBeNull()
    // Seven days have five business days, less where one of them is a holiday.
    expect(pauses).toMatchObject([{ kind: 'delivery', days: expect.any(Number) }])
    expect(pauses[0]?.days).toBeGreaterThan(2)
    expect(promisedBy ?? '').toBe(await readPromise())
    expect((promisedBy ?? '') > (before ?? '')).toBe(true)
    const notes = (await OrderEvent.query(shop.db).where({ orderId: order.id })).map(({ note }) => note)
    expect(notes.join('\n')).toMatch(
      /The promised date waited \d business days for the delivery to be checked/,
    )
  })

  test('not for a delivery that is undone', async () => {
    await deliver()
    await act(sam.browser, 'deliveries/1/undo')
    expect(await listPauses()).toEqual([])
    expect(await isOverdue()).toBe(true)
  })

  test('until a delivery is accepted, which ends everything that stops it', async () => {
    await deliver()
    await inOrder(startPause, 'refund_request')
    await act(grace.browser, 'deliveries/1/accept')
    expect((await listPauses()).map(({ endedAt }) => endedAt)).toEqual([expect.any(Date), expect.any(Date)])
  })

  test('while a refund is asked for, for the list, the staff and the customer', async () => {
    await inOrder(startPause, 'refund_request')
    await inOrder(startPause, 'refund_request')
    expect(await listPauses()).toHaveLength(1)
    expect(await isOverdue()).toBe(false)
    expect(await countLate(shop.db, new Date())).toBe(0)
    const kindFor = async ({ browser }: SignedIn, path: string) => (await browser.get(path)).json()[0]
    expect(await kindFor(admin, '/api/admin/orders')).toMatchObject({ waitsFor: 'refund_request', due: null })
    expect((await kindFor(sam, '/api/staff/assignments')).order).toMatchObject({ waitsFor: 'refund_request' })
    expect(await kindFor(grace, '/api/orders')).toMatchObject({ waitsFor: 'refund_request' })
    await inOrder(endPause, 'refund_request')
    expect(await isOverdue()).toBe(true)
    expect((await read()).pauses).toEqual([])
  })

  test('for a refund request still, where an admin ends the state of what is delivered', async () => {
    await deliver()
    await inOrder(startPause, 'refund_request')
    const path = `/api/admin/orders/${order.id}/status`
    expect((await admin.browser.patch(path, { status: 'pending' })).statusCode).toBe(200)
    const open = (await listPauses()).filter(({ endedAt }) => endedAt === null)
    expect(open.map(({ kind }) => kind)).toEqual(['refund_request'])
  })

  test.each(['cancelled', 'completed'])('no longer once the order is %s', async (status) => {
    await inOrder(startPause, 'refund_request')
    await admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status })
    expect(await listPauses()).toMatchObject([{ endedAt: expect.any(Date) }])
    expect((await read()).waits).toBeNull()
  })
})

test('pauses that overlap move the date once', async () => {
  order = await order.$query(shop.db).patchAndFetch({ promisedAt: new Date('2026-11-24T12:30:00Z') })
  await inOrder(startPause, 'question', new Date('2026-11-23T10:00:00Z'))
  await inOrder(startPause, 'refund_request', new Date('2026-11-24T10:00:00Z'))
  await inOrder(endPause, 'question', new Date('2026-11-25T10:00:00Z'))
  await inOrder(endPause, 'refund_request', new Date('2026-11-26T10:00:00Z'))
  expect(await readPromise()).toBe('2026-11-27T12:30:00.000Z')
  expect((await read()).pauses).toMatchObject([
    { kind: 'question', days: 2 },
    { kind: 'refund_request', days: 1 },
  ])
})

describe('a message that says that we cannot go on', () => {
  test('stops the date from 48 hours after it, until the customer writes', async () => {
    expect((await write(sam.browser, { isBlocking: true })).statusCode).toBe(201)
    const [pause] = await listPauses()
    expect(Math.round(((pause?.startedAt.getTime() ?? 0) - Date.now()) / HOUR_MS)).toBe(48)
    expect((await read()).waits).toMatchObject({ kind: 'question' })
    expect(await isOverdue()).toBe(true)
    await pass(3)
    expect(await isOverdue()).toBe(false)
    await write(sam.browser)
    expect(await isOverdue()).toBe(false)
    await write(grace.browser)
    expect((await read()).waits).toBeNull()
    expect(await listPauses()).toMatchObject([{ endedAt: expect.any(Date) }])
  })

  test('stops it until answers of the order change, too', async () => {
    const asked = { packageId: order.packageId, questionType: 'text', required: false, position: 0 } as const
    const question = await PackageQuestion.query(shop.db).insert({ ...asked, question: 'Which logo?' })
    await write(sam.browser, { isBlocking: true })
    await pass(3)
    await act(grace.browser, 'answers', { answers: { [question.id]: 'The blue one' } })
    expect(await listPauses()).toMatchObject([{ endedAt: expect.any(Date) }])
  })

  test('stops nothing where it is answered within its time', async () => {
    await write(sam.browser, { isBlocking: true })
    await write(grace.browser)
    expect(await listPauses()).toEqual([])
  })

  test('stops it no longer once the team can go on, or withdraws it', async () => {
    await write(sam.browser, { isBlocking: true })
    await pass(3)
    expect((await act(grace.browser, 'messages/go-on')).statusCode).toBe(403)
    await act(sam.browser, 'messages/go-on')
    await act(sam.browser, 'messages/go-on')
    expect(await listPauses()).toMatchObject([{ endedAt: expect.any(Date) }])
    const sent = (await write(sam.browser, { isBlocking: true })).json()
    expect(sent).toMatchObject({ isBlocking: true })
    await sam.browser.call('DELETE', `/api/messages/${sent.id}`)
    expect(await listPauses()).toHaveLength(1)
    // Withdrawn after another one that says the same, the other one stops it.
    const first = (await write(sam.browser, { isBlocking: true })).json()
    await write(sam.browser, { isBlocking: true, text: 'Which logo, and which colours?' })
    await sam.browser.call('DELETE', `/api/messages/${first.id}`)
    expect(await listPauses()).toMatchObject([{ endedAt: expect.any(Date) }, { endedAt: null }])
    const notes = (await OrderEvent.query(shop.db).where({ orderId: order.id })).map(({ note }) => note)
    expect(notes.filter((note) => note === 'We can go on')).toHaveLength(1)
  })

  test('is one of the team to the customer, while the order is in work', async () => {
    expect((await write(grace.browser, { isBlocking: true })).statusCode).toBe(403)
    expect((await write(sam.browser, { isBlocking: true, isTeamOnly: true })).statusCode).toBe(403)
    await order.$query(shop.db).patch({ status: 'completed' })
    const { statusCode, json } = await write(sam.browser, { isBlocking: true })
    expect([statusCode, json().code]).toEqual([409, 'order_closed'])
  })
})
