/** Deliveries, and what the customer, the team and the clock do with them. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderWork } from '#api/contract/orders/deliveries.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { placeModalOrder } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { runClock } from '#api/testing/wait-clock.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertAssignment,
  insertDelivery,
  insertDispute,
  insertEndpoint,
  insertPackage,
  insertPaidOrder,
} from '#db/testing/builders.ts'
import { DELIVERY_MAILS } from './mails.ts'

const DAY_MS = 24 * 3_600_000
const shop = openTestApp()

let admin: SignedIn
let sam: SignedIn
let grace: SignedIn
let order: Order
let assignment: StaffAssignment

beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  sam = await signInAs(shop, { firstName: 'Sam', email: 'sam@shop.example', isStaff: true })
  grace = await signInAs(shop, { firstName: 'Grace', email: 'grace@example.com' })
  order = await insertPaidOrder(shop.db, { userId: grace.user.id, status: 'processing', includedChanges: 1 })
  assignment = await assign(sam)
})

const assign = (to: SignedIn, status: StaffAssignment['status'] = 'in_progress') =>
  insertAssignment(shop.db, { orderId: order.id, staffId: to.user.id, assignedById: admin.user.id, status })
const complete = (
  part = assignment,
  body: object = { deliveryNote: 'The site is live.' },
  by = sam.browser,
) => by.put(`/api/staff/assignments/${part.id}/status`, { status: 'completed', ...body })
const act = (by: Visitor, path: string, body?: object) => by.post(`/api/orders/${order.id}/${path}`, body)
const accept = (number = 1) => act(grace.browser, `deliveries/${number}/accept`)
const ask = (kind: string, text?: string) => act(grace.browser, 'delivery-requests', { kind, text })
const decide = (requestId: number, decision: string, by = sam.browser) =>
  act(by, `delivery-requests/${requestId}/decision`, { decision, reason: 'It is a new page.' })
const readOrder = () => Order.query(shop.db).findById(order.id).throwIfNotFound()
const readWork = async (by = grace.browser) =>
  (await by.get(`/api/orders/${order.id}/work`)).json<OrderWork>()
const listNotes = async () =>
  (await OrderEvent.query(shop.db).where({ orderId: order.id }).orderBy('id')).map(({ note }) => note)
const listMails = async () => (await OutboxMessage.query(shop.db).orderBy('id')).map(({ kind }) => kind)

/** Moves everything so many days into the past. */
async function pass(days: number): Promise<void> {
  const ms = days * DAY_MS
  const { acceptBy } = await readOrder()
  if (acceptBy) await order.$query(shop.db).patch({ acceptBy: new Date(acceptBy.getTime() - ms) })
}

const expectRefused = ({ statusCode, json }: Awaited<ReturnType<typeof accept>>, code: string) =>
  expect([statusCode, json().code]).toEqual([409, code])

describe('a delivery', () => {
  test('is what the last open assignment is completed with, and has 7 days', async () => {
    const robin = await signInAs(shop, { firstName: 'Robin', email: 'robin@shop.example', isStaff: true })
    const second = await assign(robin)
    await complete(assignment, { deliveryNote: 'The texts.' })
    expect(await readWork()).toMatchObject({
      work: { state: null, acceptBy: null },
      deliveries: [{ number: 1, note: 'The texts.', isWhole: false, by: { firstName: 'Sam' } }],
    })
    await complete(second, { deliveryLink: 'https://new.example' }, robin.browser)
    const { work, deliveries } = await readWork()
    expect(work.state).toBe('delivered')
    expect(Math.round((Date.parse(work.acceptBy ?? '') - Date.now()) / DAY_MS)).toBe(7)
    expect(deliveries[1]).toMatchObject({ number: 2, links: ['https://new.example'], isWhole: true })
    expect(await readOrder()).toMatchObject({ status: 'processing' })
    expect(await listNotes()).toEqual(['Delivery 1, of a part', 'Delivery 2'])
    expect(await listMails()).toEqual(['delivered'])
  })

  test('is nothing where work is completed without a note or a link: the order is ready to close', async () => {
    await complete(assignment, {})
    expect((await readWork()).deliveries).toEqual([])
    expect((await admin.browser.get(`/api/admin/orders/${order.id}`)).json()).toMatchObject({
      readyTo: 'close',
      workState: null,
    })
  })

  test('that is undone leaves a pending order as it was: nothing has begun', async () => {
    await StaffAssignment.query(shop.db).delete()
    await order.$query(shop.db).patch({ status: 'pending', paidAt: new Date() })
    expect((await act(admin.browser, 'deliveries', { note: 'For another order' })).statusCode).toBe(201)
    expect(await readOrder()).toMatchObject({ status: 'processing', workState: 'delivered' })
    expect((await act(admin.browser, 'deliveries/1/undo')).statusCode).toBe(200)
    expect(await readOrder()).toMatchObject({ status: 'pending', workState: null })
    const refund = await grace.browser.get(`/api/orders/${order.id}/refund-request`)
    expect(refund.json()).toMatchObject({ gives: 'cancel' })
  })

  test('is not ready to close, overdue or the team’s turn: it waits for acceptance', async () => {
    await order.$query(shop.db).patch({ promisedAt: new Date(Date.now() - DAY_MS) })
    const countOf = async (attention: string) =>
      (await admin.browser.get(`/api/admin/orders?attention=${attention}`)).json<unknown[]>().length
    expect(await countOf('overdue')).toBe(1)
    await complete()
    expect(await countOf('overdue')).toBe(0)
    expect(await countOf('readyToClose')).toBe(0)
    expect(await countOf('awaitsAcceptance')).toBe(1)
    await ask('fault')
    expect(await countOf('overdue')).toBe(1)
    expect(await countOf('awaitsAcceptance')).toBe(0)
  })

  test('is made by assigned staff and admins at any time, with a note or links', async () => {
    const links = ['https://new.example', 'https://files.example']
    expect((await act(sam.browser, 'deliveries', { links })).statusCode).toBe(201)
    expect((await act(admin.browser, 'deliveries', { note: 'Once more.' })).json()).toMatchObject({
      work: { state: 'delivered' },
      deliveries: [
        { links, link: links[0] },
        { number: 2, note: 'Once more.' },
      ],
    })
    for (const body of [
      {},
      { note: ' ' },
      { links: [] },
      { links: ['javascript:1'] },
      { links: Array(11).fill(links[0]) },
    ])
      expect((await act(sam.browser, 'deliveries', body)).statusCode).toBe(400)
    await setStatus('cancelled')
    expectRefused(await act(sam.browser, 'deliveries', { links }), 'order_closed')
  })

  test('is made by nobody to themselves, staff or admin', async () => {
    for (const { browser, user } of [sam, admin]) {
      await order.$query(shop.db).patch({ userId: user.id })
      const refused = await act(browser, 'deliveries', { note: 'Live.' })
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'own_order'])
    }
    expect(await Delivery.query(shop.db)).toEqual([])
  })

  test('is made by nobody whose right has ended while they wrote', async () => {
    const robin = await signInAs(shop, { email: 'robin@shop.example', isStaff: true })
    expect((await act(robin.browser, 'deliveries', { note: 'Mine' })).statusCode).toBe(404)
    await sam.user.$query(shop.db).patch({ isStaff: false })
    expect((await act(sam.browser, 'deliveries', { note: 'Mine' })).statusCode).toBe(404)
    expect((await sam.browser.get(`/api/orders/${order.id}/work`)).statusCode).toBe(404)
    await admin.user.$query(shop.db).patch({ isAdmin: false })
    expect((await act(admin.browser, 'deliveries', { note: 'Mine' })).statusCode).toBe(404)
    expect(await Delivery.query(shop.db).resultSize()).toBe(0)
  })

  test('is never changed, by nothing: its texts can be emptied, and it is accepted once', async () => {
    await complete()
    await accept()
    const row = Delivery.query(shop.db).where({ orderId: order.id })
    for (const change of [
      { note: 'Else' },
      { links: ['https://else.example'] },
      { number: 7 },
      { authorId: admin.user.id },
    ])
      await expect(row.clone().patch(change)).rejects.toThrow('never changed')
    await expect(row.clone().patch({ acceptedAt: new Date(0) })).rejects.toThrow('never changed')
    await row.clone().patch({ note: '', links: [] })
  })

  test('outlives the assignment that is taken back', async () => {
    await act(sam.browser, 'deliveries', { note: 'The site is live.' })
    expect(
      (await admin.browser.call('DELETE', `/api/admin/staff-assignments/${assignment.id}`)).statusCode,
    ).toBe(204)
    expect((await readWork()).deliveries).toMatchObject([
      { note: 'The site is live.', by: { firstName: 'Sam' } },
    ])
  })

  test('is undone within ten seconds with the step that made it, and with it the state and the mail', async () => {
    await complete()
    await ask('fault', 'The logo is missing')
    await complete(assignment, { deliveryNote: 'With the logo.' })
    expect((await readWork()).work.requests).toMatchObject([{ closedAt: expect.any(String) }])
    expect((await sam.browser.post(`/api/staff/assignments/${assignment.id}/status/undo`)).statusCode).toBe(
      200,
    )
    expect(await readWork()).toMatchObject({
      work: { state: 'in_rework', acceptBy: null, requests: [{ closedAt: null }] },
      deliveries: [{ number: 1 }],
    })
    expect((await listMails()).filter((kind) => kind === 'delivered')).toHaveLength(1)
  })

  test('of its own call is undone by its author alone, and not once something has followed', async () => {
    await act(sam.browser, 'deliveries', { note: 'The site is live.' })
    expect((await act(admin.browser, 'deliveries/1/undo')).statusCode).toBe(404)
    await ask('change', 'In blue')
    expectRefused(await act(sam.browser, 'deliveries/1/undo'), 'undo_too_late')
    await act(sam.browser, 'deliveries', { note: 'In blue.' })
    expect((await act(sam.browser, 'deliveries/2/undo')).json()).toMatchObject({
      work: { state: 'in_rework' },
    })
    await act(sam.browser, 'deliveries', { note: 'In blue.' })
    await shop.db.raw(`UPDATE assignment_events SET created_at = now() - interval '1 hour'`)
    await shop.db.transaction(async (trx) => {
      await trx.raw('SET LOCAL session_replication_role = replica')
      await trx.raw(`UPDATE deliveries SET created_at = created_at - interval '10 seconds'`)
    })
    expectRefused(await act(sam.browser, 'deliveries/2/undo'), 'undo_too_late')
  })
})

const setStatus = (status: string) => admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status })

describe('its customer', () => {
  test('accepts it, which completes the order, and twice is once', async () => {
    await insertEndpoint(shop.db, { events: ['order.delivered', 'order.accepted'] })
    await complete()
    const responses = await Promise.all([accept(), accept(), accept()])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await readOrder()).toMatchObject({ status: 'completed', workState: null, acceptBy: null })
    const { work, deliveries } = await readWork()
    expect(deliveries).toMatchObject([{ acceptedKind: 'customer', acceptedAt: expect.any(String) }])
    expect(await Delivery.query(shop.db).first()).toMatchObject({ acceptedById: grace.user.id })
    expect(work).toMatchObject({ state: null, endedBy: 'customer' })
    const days = (Date.parse(work.warrantyUntil ?? '') - Date.parse(deliveries[0]?.at ?? '')) / DAY_MS
    expect(days).toBe(30)
    expect(await listMails()).toEqual(['delivered', 'delivery_accepted'])
    expect(await shop.db('webhook_messages').orderBy('id').pluck('event')).toEqual([
      'order.delivered',
      'order.accepted',
    ])
    const { timeline } = (await grace.browser.get(`/api/orders/${order.id}`)).json()
    expect(timeline.map(({ step }: { step: string }) => step).slice(2)).toEqual(['delivered', 'accepted'])
  })

  test('is nobody else: neither another customer nor the team accepts or asks', async () => {
    const other = await signInAs(shop, { email: 'other@example.com' })
    await complete()
    for (const { browser } of [other, sam, admin]) {
      expect((await act(browser, 'deliveries/1/accept')).statusCode).toBe(404)
      expect((await act(browser, 'delivery-requests', { kind: 'fault', text: 'Mine' })).statusCode).toBe(404)
    }
    expect(await readOrder()).toMatchObject({ status: 'processing', workState: 'delivered' })
  })

  test('accepts neither a part, nor an earlier one, nor what is being worked on', async () => {
    await act(sam.browser, 'deliveries', { note: 'One' })
    await act(sam.browser, 'deliveries', { note: 'Two' })
    expectRefused(await accept(1), 'not_delivered')
    await ask('fault', 'It is slow')
    expectRefused(await accept(2), 'not_delivered')
    expect((await accept(3)).statusCode).toBe(404)
    expect(await Delivery.query(shop.db).whereNotNull('acceptedAt').resultSize()).toBe(0)
  })

  test('says that something is wrong: the deliverer is at work again, by the system, and it never counts', async () => {
    await complete()
    expect(await User.query(shop.db).findById(sam.user.id)).toMatchObject({ completedAssignments: 1 })
    for (const text of ['The logo is missing', 'The logo is missing'])
      expect((await ask('fault', text)).statusCode).toBe(201)
    expect(await StaffAssignment.query(shop.db).findById(assignment.id)).toMatchObject({
      status: 'in_progress',
    })
    expect(await User.query(shop.db).findById(sam.user.id)).toMatchObject({ completedAssignments: 0 })
    const [last] = await AssignmentEvent.query(shop.db).orderBy('id', 'desc')
    expect(last).toMatchObject({ fromStatus: 'completed', toStatus: 'in_progress', actorId: null })
    expect(await readWork()).toMatchObject({
      work: {
        state: 'in_rework',
        usedChanges: 0,
        requests: [{ kind: 'fault', outcome: 'taken', deliveryNumber: 1 }],
      },
    })
    expectRefused(await ask('fault', 'And the footer'), 'request_open')
    // One to Sam, one to Ada.
    expect((await listMails()).filter((kind) => kind === 'delivery_request')).toHaveLength(2)
    await complete(assignment, { deliveryNote: 'With the logo.' })
    expect((await readWork()).work).toMatchObject({
      state: 'delivered',
      requests: [{ closedAt: expect.any(String) }],
    })
  })

  test('asks for as many changes as are included, and the next one waits for the team', async () => {
    await complete()
    expect((await ask('change')).statusCode).toBe(400)
    expect((await ask('change', 'In blue')).json().work).toMatchObject({ state: 'in_rework', usedChanges: 1 })
    await complete(assignment, { deliveryNote: 'In blue.' })
    const { work } = (await ask('change', 'In green')).json<OrderWork>()
    expect(work).toMatchObject({ state: 'change_asked', usedChanges: 1, acceptBy: null })
    expect(await StaffAssignment.query(shop.db).findById(assignment.id)).toMatchObject({
      status: 'completed',
    })
    const asked = work.requests[1]?.id ?? 0
    await pass(8)
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'processing' })
    expect((await decide(asked, 'granted', grace.browser)).statusCode).toBe(404)
    expect((await decide(asked, 'granted')).json().work).toMatchObject({ state: 'in_rework', usedChanges: 1 })
    expect((await decide(asked, 'granted', admin.browser)).statusCode).toBe(200)
    expectRefused(await decide(asked, 'declined', admin.browser), 'decided')
    expect(await StaffAssignment.query(shop.db).findById(assignment.id)).toMatchObject({
      status: 'in_progress',
    })
  })

  test('whose change is declined reads why, and has at least 48 hours left', async () => {
    await order.$query(shop.db).patch({ includedChanges: 0 })
    await complete()
    const { requests } = (await ask('change', 'In green')).json<OrderWork>().work
    const path = `delivery-requests/${requests[0]?.id}/decision`
    expect((await act(sam.browser, path, { decision: 'declined' })).statusCode).toBe(400)
    await pass(9)
    await decide(requests[0]?.id ?? 0, 'declined')
    const { work } = await readWork()
    expect(work).toMatchObject({
      state: 'delivered',
      requests: [{ outcome: 'declined', reason: 'It is a new page.' }],
    })
    expect((Date.parse(work.acceptBy ?? '') - Date.now()) / DAY_MS).toBeCloseTo(2, 2)
    expect(await listMails()).toContain('request_decided')
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'processing', workState: 'delivered' })
  })

  test('of a package that counts none asks as often as they like', async () => {
    await order.$query(shop.db).patch({ includedChanges: null })
    for (const text of ['In blue', 'In green', 'In red']) {
      await complete()
      expect((await ask('change', text)).json().work).toMatchObject({ state: 'in_rework', usedChanges: 0 })
    }
  })

  test('cannot count one included change twice, however fast they ask', async () => {
    await complete()
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => ask('change', text)))
    expect(await DeliveryRequest.query(shop.db).where({ counted: true }).resultSize()).toBe(1)
  })

  test('reports a fault while the warranty runs: work of its own date beside a completed order', async () => {
    await complete()
    await accept()
    expectRefused(await ask('change', 'In blue'), 'order_closed')
    const { work } = (await ask('fault', 'The form fails')).json<OrderWork>()
    expect(work).toMatchObject({ state: 'warranty', requests: [{ dueBy: expect.any(String) }] })
    expect(await readOrder()).toMatchObject({ status: 'completed', paymentStatus: 'paid' })
    const erasure = await admin.browser.post(`/api/admin/users/${grace.user.id}/erasure`)
    expectRefused(erasure, 'order_open')
    await complete(assignment, { deliveryNote: 'The form works.' })
    expect(await readWork()).toMatchObject({
      work: { state: null, endedBy: 'customer', requests: [{ closedAt: expect.any(String) }] },
      deliveries: [{ acceptedKind: 'customer' }, { acceptedKind: null }],
    })
    expect(await readOrder()).toMatchObject({ status: 'completed', acceptBy: null })
    await shop.db.raw(`UPDATE order_events SET created_at = created_at - interval '30 days'`)
    await shop.db.transaction(async (trx) => {
      await trx.raw('SET LOCAL session_replication_role = replica')
      await trx.raw(`UPDATE deliveries SET created_at = created_at - interval '30 days'`)
    })
    expectRefused(await ask('fault', 'Once more'), 'warranty_over')
  })

  test('of an order that was closed by the team has the warranty from its end', async () => {
    await setStatus('completed')
    expect((await readWork()).work).toMatchObject({ endedBy: 'team', warrantyUntil: expect.any(String) })
    expect((await ask('fault', 'It is down')).json().work).toMatchObject({ state: 'warranty' })
  })
})

describe('the clock', () => {
  test('reminds after 3 and 6 days, and accepts after 7, by the system', async () => {
    await complete()
    const passed = []
    for (const days of [2.9, 0.2, 2.8, 0.2, 0.8, 0.2]) {
      await pass(days)
      await runClock(shop)
      await runClock(shop)
      const mails = await listMails()
      passed.push([mails.filter((kind) => kind === 'delivery_reminder').length, (await readOrder()).status])
    }
    expect(passed).toEqual([
      [0, 'processing'],
      [1, 'processing'],
      [1, 'processing'],
      [2, 'processing'],
      [2, 'processing'],
      [2, 'completed'],
    ])
    expect(await Delivery.query(shop.db).first()).toMatchObject({ acceptedKind: 'time', acceptedById: null })
    expect(await listMails()).toContain('delivery_accepted')
    const [event] = await OrderEvent.query(shop.db).orderBy('id', 'desc')
    expect(event).toMatchObject({
      actorKind: 'system',
      actorId: null,
      note: 'Delivery 1 accepted automatically',
    })
    expect((await readWork()).work.endedBy).toBe('time')
  })

  test.each<[string, () => PromiseLike<unknown>, () => PromiseLike<unknown>]>([
    [
      'a message of the customer is unanswered',
      () => order.$query(shop.db).patch({ awaitsReplySince: new Date() }),
      () => order.$query(shop.db).patch({ awaitsReplySince: null }),
    ],
    [
      'a refund is requested',
      async () => {
        const { id: paymentId } = await shop.db('payments').where({ orderId: order.id }).first('id')
        await shop.db('refunds').insert({ paymentId, amountCents: 100, reason: 'Late', status: 'requested' })
      },
      () => shop.db('refunds').update({ status: 'failed' }),
    ],
    [
      'a dispute is open',
      () => insertDispute(shop.db, { orderId: order.id, status: 'under_review' }),
      () => shop.db('disputes').update({ status: 'won' }),
    ],
  ])('stands while %s, and then leaves at least 48 hours', async (_, stop, goOn) => {
    await complete()
    await stop()
    expect((await readWork()).work.acceptBy).toBeNull()
    for (let days = 0; days < 10; days += 1) {
      await pass(1)
      await runClock(shop)
    }
    expect(await listMails()).not.toContain('delivery_reminder')
    await goOn()
    await runClock(shop)
    const { work } = await readWork()
    expect(Date.parse(work.acceptBy ?? '') - Date.now()).toBeGreaterThan(2 * DAY_MS)
    await pass(3)
    await runClock(shop)
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'processing' })
    await pass(1)
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'completed' })
  })

  test('that has stood still for weeks reminds once and leaves a day', async () => {
    await complete()
    await pass(30)
    await runClock(shop)
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'processing' })
    expect((await listMails()).filter((kind) => kind === 'delivery_reminder')).toHaveLength(1)
    await pass(1)
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'completed' })
  })

  test('does not run for deliveries of before there was one', async () => {
    await insertDelivery(shop.db, {
      orderId: order.id,
      authorId: sam.user.id,
      assignmentId: assignment.id,
      note: 'Old',
      links: ['https://a.example'],
      isWhole: false,
    })
    await assignment.$query(shop.db).patch({ status: 'completed' })
    await runClock(shop)
    expect(await readWork()).toMatchObject({
      work: { state: null, acceptBy: null },
      deliveries: [{ number: 1, note: 'Old', links: ['https://a.example'], isWhole: false }],
    })
  })
})

describe('an admin’s status by hand', () => {
  test('ends the state and claims no acceptance', async () => {
    await order.$query(shop.db).patch({ includedChanges: 0 })
    await complete()
    await ask('change', 'In blue')
    await setStatus('completed')
    expect(await readOrder()).toMatchObject({ status: 'completed', workState: null, acceptBy: null })
    expect(await readWork()).toMatchObject({
      work: { endedBy: 'team', requests: [{ closedAt: expect.any(String) }] },
      deliveries: [{ acceptedAt: null }],
    })
    expect(await listNotes()).toContain('Closed by the team')
  })

  test('that is taken back restores the state', async () => {
    await complete()
    await setStatus('completed')
    await admin.browser.post(`/api/admin/orders/${order.id}/status/undo`)
    expect((await readWork()).work).toMatchObject({ state: 'delivered', acceptBy: expect.any(String) })
    await ask('fault', 'It is slow')
    await setStatus('pending')
    expect((await readWork()).work).toMatchObject({ state: null })
    await admin.browser.post(`/api/admin/orders/${order.id}/status/undo`)
    expect((await readWork()).work).toMatchObject({ state: 'in_rework', requests: [{ closedAt: null }] })
  })
})

test('every mail about it is written and sent', async () => {
  await order.$query(shop.db).patch({ includedChanges: 0 })
  await complete(assignment, { deliveryNote: 'The site is live.' })
  await ask('change', 'In green')
  const send = async () => {
    await shop.db.raw(`UPDATE jobs.job SET start_after = now() WHERE name = 'mail' AND state = 'created'`)
    await shop.finishJobs()
  }
  await send()
  await decide((await readWork()).work.requests[0]?.id ?? 0, 'declined')
  await pass(7)
  await shop.db('orders').update({ acceptBy: new Date(Date.now() + DAY_MS / 2) })
  await runClock(shop)
  await send()
  await accept()
  await send()
  const mails = await OutboxMessage.query(shop.db).orderBy('id')
  expect(mails.map(({ kind, state, toEmail }) => [kind, state, toEmail])).toEqual([
    ['delivered', 'sent', 'grace@example.com'],
    ['delivery_request', 'sent', 'ada@shop.example'],
    ['delivery_request', 'sent', 'sam@shop.example'],
    ['request_decided', 'sent', 'grace@example.com'],
    ['delivery_reminder', 'sent', 'grace@example.com'],
    ['delivery_accepted', 'sent', 'grace@example.com'],
  ])
})

test('a mail shows what was delivered to a verified address alone', async () => {
  await complete(assignment, { deliveryNote: 'The site is live.' })
  const write = async () =>
    JSON.stringify(
      await DELIVERY_MAILS.delivered.write(
        { orderId: order.id, number: 1 },
        { services: shop, outboxId: 1, messageId: '' },
      ),
    )
  expect(await write()).toContain('The site is live.')
  await grace.user.$query(shop.db).patch({ emailVerifiedAt: null })
  expect(await write()).not.toContain('The site is live.')
})

test('it is in the data of its customer and beside refunds; an erasure keeps number, time and actor', async () => {
  await complete(assignment, { deliveryNote: 'The heron is live.', deliveryLink: 'https://heron.example' })
  await ask('fault', 'The beak is missing')
  await complete(assignment, { deliveryNote: 'With a beak.' })
  await accept(2)
  const told = ['The heron is live.', 'https://heron.example', 'The beak is missing', 'With a beak.']
  const data = (await grace.browser.get('/api/user/data')).body
  for (const text of told) expect(data).toContain(text)
  expect((await admin.browser.get(`/api/admin/orders/${order.id}/refunds`)).json()).toMatchObject({
    hasWorkStarted: true,
    delivered: { number: 2, acceptedKind: 'customer' },
  })

  const erasure = await admin.browser.post(`/api/admin/users/${grace.user.id}/erasure`)
  expect(erasure.statusCode).toBe(204)
  expect(await Delivery.query(shop.db).orderBy('number')).toMatchObject([
    { number: 1, note: '', links: [] },
    { number: 2, note: '', acceptedKind: 'customer', acceptedById: grace.user.id },
  ])
  expect(await DeliveryRequest.query(shop.db)).toMatchObject([{ kind: 'fault', text: '' }])
})

test('an order copies how many changes its package includes, and keeps that', async () => {
  const pkg = await insertPackage(shop.db, { includedChanges: 3 })
  const { id } = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
  await admin.browser.put(`/api/admin/packages/${pkg.id}`, { includedChanges: null })
  expect(await Order.query(shop.db).findById(id)).toMatchObject({ includedChanges: 3 })
  const [entry] = (await admin.browser.get(`/api/admin/audit-log?subject=package&subjectId=${pkg.id}`)).json()
  expect(entry.changes).toEqual([{ field: 'includedChanges', from: 3, to: null }])
})
