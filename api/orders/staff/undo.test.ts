/** Undoing steps of assignments, and deliveries (docs/product/back-office.md, Assignments). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { hasWorkStarted } from '#api/orders/order/beginning.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { type SignedIn, signInAs } from '#api/testing/back-office.ts'
import { getOrder } from '#api/testing/buyer.ts'
import { expectResponse, statusesOf } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { Delivery } from '#db/models/orders/delivery.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertAssignment, insertOrder, insertRegistration } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let sam: SignedIn
let admin: SignedIn
let order: Order
beforeEach(async () => {
  sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
  admin = await signInAs(shop, { email: 'ada@shop.example', isAdmin: true })
  order = await insertOrder(shop.db)
})

const assign = (status: StaffAssignment['status'] = 'assigned', staff = sam) =>
  insertAssignment(shop.db, {
    staffId: staff.user.id,
    orderId: order.id,
    assignedById: admin.user.id,
    status,
  })
const pathOf = ({ id }: StaffAssignment) => `/api/staff/assignments/${id}/status`
const setStatus = (part: StaffAssignment, body: object, { browser } = sam) => browser.put(pathOf(part), body)
const start = (part: StaffAssignment, staff = sam) => setStatus(part, { status: 'in_progress' }, staff)
const complete = (part: StaffAssignment, delivery = {}) =>
  setStatus(part, { status: 'completed', ...delivery })
const undo = (part: StaffAssignment, browser = sam.browser) => browser.post(`${pathOf(part)}/undo`)
const setOrderStatus = (status: string) =>
  admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status })
const readOrder = async () => (await admin.browser.get('/api/admin/orders')).json()[0]
const readDetail = async (): Promise<OrderDetail> =>
  (await (await openSession(shop, order.userId ?? 0)).get(`/api/orders/${order.id}`)).json()
const countMails = () => OutboxMessage.query(shop.db).resultSize()

const DAY_SECONDS = 24 * 3600

/** Moves all events into the past. */
async function age(seconds: number) {
  const createdAt = shop.db.raw('created_at - make_interval(secs => ?)', [seconds])
  for (const table of ['assignment_events', 'order_events']) await shop.db(table).update({ createdAt })
}

async function expectRefused(part: StaffAssignment, code = 'undo_too_late') {
  const { status } = await StaffAssignment.query(shop.db).findById(part.id).throwIfNotFound()
  expectResponse(await undo(part), 409, { code })
  expect(await StaffAssignment.query(shop.db).findById(part.id)).toMatchObject({ status })
}

test('how to reach the customer is shown to staff for 30 days after the work, and to admins always', async () => {
  const part = await assign()
  await start(part)
  await complete(part)
  const { email, phone, company, firstName } = order.buyer
  const shownTo = async (browser: Visitor, path: string) => (await browser.get(path)).json()[0].order.user
  const toStaff = () => shownTo(sam.browser, '/api/staff/assignments')
  const whole = { firstName, phone, company }
  expect(await toStaff()).toMatchObject(whole)
  await age(29 * DAY_SECONDS)
  expect(await toStaff()).toMatchObject(whole)
  await age(DAY_SECONDS)
  const over = { firstName, email: '', phone: '', company: '' }
  expect(await toStaff()).toMatchObject(over)
  // Setting the current status again does not show it either.
  expect((await complete(part)).json().order.user).toMatchObject(over)
  expectResponse(await sam.browser.get(`/api/orders/${order.id}/answers`), 200)
  expect(await shownTo(admin.browser, '/api/admin/staff-assignments')).toMatchObject({ ...whole, email })
})

test('a guest’s order that nobody has claimed is worked on like any other', async () => {
  const form = await insertRegistration(shop.db, order.packageId)
  await order.$query(shop.db).patch({ userId: null, registrationId: form.id })
  const part = await assign()
  expectResponse(await start(part), 200)
  expect((await sam.browser.get('/api/staff/assignments')).json()).toMatchObject([
    { order: { user: { id: null, email: order.buyer.email } } },
  ])
})

describe('a step that was just taken', () => {
  test('is taken back within ten seconds, and the history says so', async () => {
    const part = await assign()
    await start(part)
    await age(UNDO_SECONDS / 2)
    expectResponse(await undo(part), 200, { id: part.id, status: 'assigned', order: { status: 'pending' } })
    const [first, second] = await AssignmentEvent.query(shop.db).orderBy('id')
    expect(first).toMatchObject({ fromStatus: 'assigned', toStatus: 'in_progress', undoesId: null })
    expect(second).toMatchObject({ fromStatus: 'in_progress', toStatus: 'assigned', undoesId: first?.id })
    expect(second?.actorId).toBe(sam.user.id)
    const log = (await admin.browser.get('/api/admin/audit-log?subject=assignment')).json()
    expect(log[0]).toMatchObject({ changes: [{ field: 'status', from: 'in_progress', to: 'assigned' }] })
  })

  test('is not taken back later, twice, or after somebody else’s change', async () => {
    const part = await assign()
    await expectRefused(part)
    await start(part)
    await age(UNDO_SECONDS)
    await expectRefused(part)
    await complete(part)
    expectResponse(await undo(part), 200)
    await expectRefused(part)
    await complete(part)
    const byAdmin = { assignmentId: part.id, fromStatus: 'assigned', toStatus: 'completed' } as const
    await AssignmentEvent.query(shop.db).insert({ ...byAdmin, actorId: admin.user.id })
    await expectRefused(part)
  })

  test('is taken back once where many ask at the same time', async () => {
    const part = await assign()
    await start(part)
    expect(await statusesOf(6, () => undo(part))).toEqual([200, 409, 409, 409, 409, 409])
    expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(2)
  })
})

describe('a start that is taken back', () => {
  test('was no start of the work: the order is pending again, and the customer hears and sees nothing', async () => {
    const part = await assign()
    await start(part)
    expect(await countMails()).toBe(1)
    await undo(part)
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'pending' })
    expect(await hasWorkStarted(shop.db, order.id)).toBe(false)
    expect(await countMails()).toBe(0)
    expect((await readDetail()).timeline.map(({ step }) => step)).not.toContain('started')
  })

  test('leaves an order ready to start that its answers had made so', async () => {
    await order.$query(shop.db).patch({ status: 'processing' })
    const byAnswers = { kind: 'status', fromValue: 'pending', toValue: 'processing' } as const
    await OrderEvent.query(shop.db).insert({ ...byAnswers, orderId: order.id, actorKind: 'customer' })
    const part = await assign()
    await start(part)
    expect(await readOrder()).toMatchObject({ readyTo: null })
    await undo(part)
    expect(await readOrder()).toMatchObject({ status: 'processing', readyTo: 'start' })
    expect(await countMails()).toBe(0)
  })

  test('leaves the order in process where somebody else is at work on it, or an admin has set its status', async () => {
    const part = await assign()
    const robin = await signInAs(shop, { email: 'robin@shop.example', isStaff: true })
    const theirs = await assign('assigned', robin)
    await start(part)
    await start(theirs, robin)
    await undo(part)
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'processing' })
    await theirs.$query(shop.db).patch({ status: 'assigned' })
    await start(part)
    await setOrderStatus('cancelled')
    expectResponse(await undo(part), 200, { status: 'assigned', order: { status: 'cancelled' } })
  })
})

describe('a completion that is taken back', () => {
  test('tells no admin that the order is ready to close, and counts for nobody', async () => {
    await signInAs(shop, { email: 'amir@shop.example', isAdmin: true })
    const part = await assign('in_progress')
    await complete(part)
    expect(await OutboxMessage.query(shop.db).where({ kind: 'work_finished' }).resultSize()).toBe(2)
    expect(await readOrder()).toMatchObject({ readyTo: 'close' })
    await undo(part)
    expect(await countMails()).toBe(0)
    expect(await readOrder()).toMatchObject({ readyTo: null })
    expect(await User.query(shop.db).findById(sam.user.id)).toMatchObject({ completedAssignments: 0 })
  })

  test('is refused where an admin has closed the order meanwhile', async () => {
    const part = await assign('in_progress')
    await complete(part)
    await setOrderStatus('completed')
    await expectRefused(part, 'order_closed')
  })
})

describe('a delivery', () => {
  const delivery = { deliveryNote: 'The site is live.', deliveryLink: 'https://whitfield.example/new' }

  test('is read on the page of its order, may be a link alone, and is no note of the assignment', async () => {
    const { deliveryLink: link } = delivery
    expectResponse(await complete(await assign('in_progress'), { deliveryLink: link }), 200, { notes: '' })
    const shown = { note: '', link, at: expect.stringMatching(/Z$/) }
    expect((await readDetail()).deliveries).toMatchObject([shown])
  })

  test.each([
    ['a script', { status: 'completed', deliveryLink: 'javascript:alert(1)' }],
    ['no address', { status: 'completed', deliveryLink: 'staging' }],
    ['an empty link', { status: 'completed', deliveryLink: '' }],
    ['a note that is too long', { status: 'completed', deliveryNote: 'x'.repeat(2001) }],
    ['a delivery of work that begins', { status: 'in_progress', ...delivery }],
  ])('is never %s', async (_, body) => {
    const part = await assign('in_progress')
    const path = expect.stringMatching(/^delivery/)
    expectResponse(await setStatus(part, body), 400, { issues: [{ path }] })
    expect(await Delivery.query(shop.db).resultSize()).toBe(0)
  })
})
