/** Deliveries, and what the customer, the team and the clock do with them. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderWork } from '#api/contract/orders/deliveries.ts'
import { fetchList, openOrder, type SignedIn, signInAs } from '#api/testing/back-office.ts'
import { getOrder, placeModalOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { runClock } from '#api/testing/wait-clock.ts'
import { Delivery, DeliveryRequest } from '#db/models/orders/delivery.ts'
import { type Order, OrderEvent } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertAssignment,
  insertDelivery,
  insertDispute,
  insertEndpoint,
  insertPackage,
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
  ;({ admin, sam, grace, order, assignment } = await openOrder(shop, { includedChanges: 1 }))
})

/** Completes the work with a delivery. */
const complete = (
  deliveryNote = 'The site is live.',
  more: object = {},
  part = assignment,
  by = sam.browser,
) => {
  const body = { status: 'completed', ...(deliveryNote && { deliveryNote }), ...more }
  return by.put(`/api/staff/assignments/${part.id}/status`, body)
}
const act = (by: Visitor, path: string, body?: object) => by.post(`/api/orders/${order.id}/${path}`, body)
const accept = (number = 1) => act(grace.browser, `deliveries/${number}/accept`)
const ask = (kind: string, text?: string) => act(grace.browser, 'delivery-requests', { kind, text })
const decide = (requestId: number, decision: string, by = sam.browser) =>
  act(by, `delivery-requests/${requestId}/decision`, { decision, reason: 'It is a new page.' })
const readOrder = () => getOrder(shop, order.id)
const readAssignment = () => StaffAssignment.query(shop.db).findById(assignment.id)
const deliver = (note: string) => act(sam.browser, 'deliveries', { note })
const readWork = async (by = grace.browser) =>
  (await by.get(`/api/orders/${order.id}/work`)).json<OrderWork>()
const listNotes = async () =>
  (await OrderEvent.query(shop.db).where({ orderId: order.id }).orderBy('id')).map(({ note }) => note)
const listMails = async () => (await OutboxMessage.query(shop.db).orderBy('id')).map(({ kind }) => kind)
const countMails = async (wanted: string) => (await listMails()).filter((kind) => kind === wanted).length

/** Moves everything so many days into the past. */
async function pass(days: number): Promise<void> {
  const ms = days * DAY_MS
  const { acceptBy } = await readOrder()
  if (acceptBy) await order.$query(shop.db).patch({ acceptBy: new Date(acceptBy.getTime() - ms) })
}

/** Makes all deliveries older, which only the database's owner can. */
const ageDeliveries = (interval: string) =>
  shop.db.transaction(async (trx) => {
    await trx.raw('SET LOCAL session_replication_role = replica')
    await trx.raw('UPDATE deliveries SET created_at = created_at - ?::interval', [interval])
  })

describe('a delivery', () => {
  test('is what the last open assignment is completed with, and has 7 days', async () => {
    const robin = await signInAs(shop, { firstName: 'Robin', email: 'robin@shop.example', isStaff: true })
    const work = { orderId: order.id, staffId: robin.user.id, assignedById: admin.user.id }
    const second = await insertAssignment(shop.db, { ...work, status: 'in_progress' })
    await complete('The texts.')
    expect(await readWork()).toMatchObject({
      work: { state: null, acceptBy: null },
      deliveries: [{ number: 1, note: 'The texts.', isWhole: false, by: { firstName: 'Sam' } }],
    })
    await complete('', { deliveryLink: 'https://new.example' }, second, robin.browser)
    const { work: whole, deliveries } = await readWork()
    expect(whole.state).toBe('delivered')
    expect(Math.round((Date.parse(whole.acceptBy ?? '') - Date.now()) / DAY_MS)).toBe(7)
    expect(deliveries[1]).toMatchObject({ number: 2, links: ['https://new.example'], isWhole: true })
    expect(await readOrder()).toMatchObject({ status: 'processing' })
    expect(await listNotes()).toEqual(['Delivery 1, of a part', 'Delivery 2'])
    expect(await listMails()).toEqual(['delivered'])
  })

  test('is nothing where work is completed without a note or a link: the order is ready to close', async () => {
    await complete('')
    expect((await readWork()).deliveries).toEqual([])
    const page = await admin.browser.get(`/api/admin/orders/${order.id}`)
    expectResponse(page, 200, { readyTo: 'close', workState: null })
  })

  test('that is undone leaves a pending order as it was: nothing has begun', async () => {
    await StaffAssignment.query(shop.db).delete()
    await order.$query(shop.db).patch({ status: 'pending', paidAt: new Date() })
    expectResponse(await act(admin.browser, 'deliveries', { note: 'For another order' }), 201)
    expect(await readOrder()).toMatchObject({ status: 'processing', workState: 'delivered' })
    expectResponse(await act(admin.browser, 'deliveries/1/undo'), 200)
    expect(await readOrder()).toMatchObject({ status: 'pending', workState: null })
    const refund = await grace.browser.get(`/api/orders/${order.id}/refund-request`)
    expectResponse(refund, 200, { gives: 'cancel' })
  })

  test('is not ready to close, overdue or the team’s turn: it waits for acceptance', async () => {
    await order.$query(shop.db).patch({ promisedAt: new Date(Date.now() - DAY_MS) })
    const count = async () => {
      const counts: Record<string, number> = {}
      for (const attention of ['overdue', 'readyToClose', 'awaitsAcceptance'])
        counts[attention] = (await fetchList(admin.browser, `/api/admin/orders?attention=${attention}`)).total
      return counts
    }
    const late = { overdue: 1, readyToClose: 0, awaitsAcceptance: 0 }
    expect(await count()).toEqual(late)
    await complete()
    expect(await count()).toEqual({ overdue: 0, readyToClose: 0, awaitsAcceptance: 1 })
    await ask('fault')
    expect(await count()).toEqual(late)
  })

  test('is made by assigned staff and admins at any time, with a note or links', async () => {
    const links = ['https://new.example', 'https://files.example']
    expectResponse(await act(sam.browser, 'deliveries', { links }), 201)
    const [first, second] = [
      { links, link: links[0] },
      { number: 2, note: 'Once more.' },
    ]
    const shown = { work: { state: 'delivered' }, deliveries: [first, second] }
    expectResponse(await act(admin.browser, 'deliveries', { note: 'Once more.' }), 201, shown)
    const tooMany = { links: Array(11).fill(links[0]) }
    for (const body of [{}, { note: ' ' }, { links: [] }, { links: ['javascript:1'] }, tooMany])
      expectResponse(await act(sam.browser, 'deliveries', body), 400)
    await setStatus('cancelled')
    expectRefused(await act(sam.browser, 'deliveries', { links }), 'order_closed')
  })

  test('is made by nobody to themselves, staff or admin', async () => {
    for (const { browser, user } of [sam, admin]) {
      await order.$query(shop.db).patch({ userId: user.id })
      expectRefused(await act(browser, 'deliveries', { note: 'Live.' }), 'own_order', 403)
    }
    expect(await Delivery.query(shop.db)).toEqual([])
  })

  test('is made by nobody whose right has ended while they wrote', async () => {
    await sam.user.$query(shop.db).patch({ isStaff: false })
    await admin.user.$query(shop.db).patch({ isAdmin: false })
    for (const { browser } of [sam, admin])
      expectResponse(await act(browser, 'deliveries', { note: 'Mine' }), 404)
    expectResponse(await sam.browser.get(`/api/orders/${order.id}/work`), 404)
    expect(await Delivery.query(shop.db).resultSize()).toBe(0)
  })

  test('is never changed, by nothing: its texts can be emptied, and it is accepted once', async () => {
    await complete()
    await accept()
    const row = Delivery.query(shop.db).where({ orderId: order.id })
    const texts = [{ note: 'Else' }, { links: ['https://else.example'] }]
    const facts = [{ number: 7 }, { authorId: admin.user.id }, { acceptedAt: new Date(0) }]
    for (const change of [...texts, ...facts])
      await expect(row.clone().patch(change)).rejects.toThrow('never changed')
    await row.clone().patch({ note: '', links: [] })
  })

  test('outlives the assignment that is taken back', async () => {
    await deliver('The site is live.')
    expectResponse(await admin.browser.call('DELETE', `/api/admin/staff-assignments/${assignment.id}`), 204)
    const kept = { note: 'The site is live.', by: { firstName: 'Sam' } }
    expect((await readWork()).deliveries).toMatchObject([kept])
  })

  test('is undone within ten seconds with the step that made it, and with it the state and the mail', async () => {
    await complete()
    await ask('fault', 'The logo is missing')
    await complete('With the logo.')
    expect((await readWork()).work.requests).toMatchObject([{ closedAt: expect.any(String) }])
    expectResponse(await sam.browser.post(`/api/staff/assignments/${assignment.id}/status/undo`), 200)
    expect(await readWork()).toMatchObject({
      work: { state: 'in_rework', acceptBy: null, requests: [{ closedAt: null }] },
      deliveries: [{ number: 1 }],
    })
    expect(await countMails('delivered')).toBe(1)
  })

  test('of its own call is undone by its author alone, and not once something has followed', async () => {
    const undo = (number: number) => act(sam.browser, `deliveries/${number}/undo`)
    await deliver('The site is live.')
    expectResponse(await act(admin.browser, 'deliveries/1/undo'), 404)
    await ask('change', 'In blue')
    expectRefused(await undo(1), 'undo_too_late')
    await deliver('In blue.')
    expectResponse(await undo(2), 200, { work: { state: 'in_rework' } })
    await deliver('In blue.')
    await shop.db.raw(`UPDATE assignment_events SET created_at = now() - interval '1 hour'`)
    await ageDeliveries('10 seconds')
    expectRefused(await undo(2), 'undo_too_late')
  })
})

const setStatus = (status: string) => admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status })

describe('its customer', () => {
  test('accepts it, which completes the order, and twice is once', async () => {
    await insertEndpoint(shop.db, { events: ['order.delivered', 'order.accepted'] })
    await complete()
    const responses = await Promise.all([accept(), accept(), accept()])
    for (const response of responses) expectResponse(response, 200)
    expect(await readOrder()).toMatchObject({ status: 'completed', workState: null, acceptBy: null })
    const { work, deliveries } = await readWork()
    expect(deliveries).toMatchObject([{ acceptedKind: 'customer', acceptedAt: expect.any(String) }])
    expect(await Delivery.query(shop.db).first()).toMatchObject({ acceptedById: grace.user.id })
    expect(work).toMatchObject({ state: null, endedBy: 'customer' })
    const days = (Date.parse(work.warrantyUntil ?? '') - Date.parse(deliveries[0]?.at ?? '')) / DAY_MS
    expect(days).toBe(30)
    expect(await listMails()).toEqual(['delivered', 'delivery_accepted'])
    const told = await shop.db('webhook_messages').orderBy('id').pluck('event')
    expect(told).toEqual(['order.delivered', 'order.accepted'])
    const { timeline } = (await grace.browser.get(`/api/orders/${order.id}`)).json()
    expect(timeline.map(({ step }: { step: string }) => step).slice(2)).toEqual(['delivered', 'accepted'])
  })

  test('accepts neither a part, nor an earlier one, nor what is being worked on', async () => {
    await deliver('One')
    await deliver('Two')
    expectRefused(await accept(1), 'not_delivered')
    await ask('fault', 'It is slow')
    expectRefused(await accept(2), 'not_delivered')
    expectResponse(await accept(3), 404)
    expect(await Delivery.query(shop.db).whereNotNull('acceptedAt').resultSize()).toBe(0)
  })

  test('says that something is wrong: the deliverer is at work again, by the system, and it never counts', async () => {
    await complete()
    expect(await User.query(shop.db).findById(sam.user.id)).toMatchObject({ completedAssignments: 1 })
    for (const _again of [1, 2]) expectResponse(await ask('fault', 'The logo is missing'), 201)
    expect(await readAssignment()).toMatchObject({ status: 'in_progress' })
    expect(await User.query(shop.db).findById(sam.user.id)).toMatchObject({ completedAssignments: 0 })
    const [last] = await AssignmentEvent.query(shop.db).orderBy('id', 'desc')
    expect(last).toMatchObject({ fromStatus: 'completed', toStatus: 'in_progress', actorId: null })
    const requests = [{ kind: 'fault', outcome: 'taken', deliveryNumber: 1 }]
    expect((await readWork()).work).toMatchObject({ state: 'in_rework', usedChanges: 0, requests })
    expectRefused(await ask('fault', 'And the footer'), 'request_open')
    // One to Sam, one to Ada.
    expect(await countMails('delivery_request')).toBe(2)
    await complete('With the logo.')
    const closed = [{ closedAt: expect.any(String) }]
    expect((await readWork()).work).toMatchObject({ state: 'delivered', requests: closed })
  })

  test('asks for as many changes as are included, and the next one waits for the team', async () => {
    await complete()
    const inRework = { work: { state: 'in_rework', usedChanges: 1 } }
    expectResponse(await ask('change'), 400)
    expectResponse(await ask('change', 'In blue'), 201, inRework)
    await complete('In blue.')
    const { work } = (await ask('change', 'In green')).json<OrderWork>()
    expect(work).toMatchObject({ state: 'change_asked', usedChanges: 1, acceptBy: null })
    expect(await readAssignment()).toMatchObject({ status: 'completed' })
    const asked = work.requests[1]?.id ?? 0
    await pass(8)
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'processing' })
    expectResponse(await decide(asked, 'granted'), 200, inRework)
    expectResponse(await decide(asked, 'granted', admin.browser), 200)
    expectRefused(await decide(asked, 'declined', admin.browser), 'decided')
    expect(await readAssignment()).toMatchObject({ status: 'in_progress' })
  })

  test('whose change is declined reads why, and has at least 48 hours left', async () => {
    await order.$query(shop.db).patch({ includedChanges: 0 })
    await complete()
    const { requests } = (await ask('change', 'In green')).json<OrderWork>().work
    const path = `delivery-requests/${requests[0]?.id}/decision`
    expectResponse(await act(sam.browser, path, { decision: 'declined' }), 400)
    await pass(9)
    await decide(requests[0]?.id ?? 0, 'declined')
    const { work } = await readWork()
    const declined = [{ outcome: 'declined', reason: 'It is a new page.' }]
    expect(work).toMatchObject({ state: 'delivered', requests: declined })
    expect((Date.parse(work.acceptBy ?? '') - Date.now()) / DAY_MS).toBeCloseTo(2, 2)
    expect(await listMails()).toContain('request_decided')
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'processing', workState: 'delivered' })
  })

  test('of a package that counts none asks as often as they like', async () => {
    await order.$query(shop.db).patch({ includedChanges: null })
    for (const text of ['In blue', 'In green', 'In red']) {
      await complete()
      expectResponse(await ask('change', text), 201, { work: { state: 'in_rework', usedChanges: 0 } })
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
    expectRefused(await admin.browser.post(`/api/admin/users/${grace.user.id}/erasure`), 'order_open')
    await complete('The form works.')
    expect(await readWork()).toMatchObject({
      work: { state: null, endedBy: 'customer', requests: [{ closedAt: expect.any(String) }] },
      deliveries: [{ acceptedKind: 'customer' }, { acceptedKind: null }],
    })
    expect(await readOrder()).toMatchObject({ status: 'completed', acceptBy: null })
    await shop.db.raw(`UPDATE order_events SET created_at = created_at - interval '30 days'`)
    await ageDeliveries('30 days')
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
      passed.push([await countMails('delivery_reminder'), (await readOrder()).status])
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
    const note = 'Delivery 1 accepted automatically'
    expect(event).toMatchObject({ actorKind: 'system', actorId: null, note })
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
    expect(await countMails('delivery_reminder')).toBe(1)
    await pass(1)
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'completed' })
  })

  test('does not run for deliveries of before there was one', async () => {
    const by = { orderId: order.id, authorId: sam.user.id, assignmentId: assignment.id }
    await insertDelivery(shop.db, { ...by, note: 'Old', links: ['https://a.example'], isWhole: false })
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
  await complete()
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
  await complete()
  const context = { services: shop, outboxId: 1, messageId: '' }
  const write = async () =>
    JSON.stringify(await DELIVERY_MAILS.delivered.write({ orderId: order.id, number: 1 }, context))
  expect(await write()).toContain('The site is live.')
  await grace.user.$query(shop.db).patch({ emailVerifiedAt: null })
  expect(await write()).not.toContain('The site is live.')
})

test('it is in the data of its customer and beside refunds; an erasure keeps number, time and actor', async () => {
  await complete('The heron is live.', { deliveryLink: 'https://heron.example' })
  await ask('fault', 'The beak is missing')
  await complete('With a beak.')
  await accept(2)
  const told = ['The heron is live.', 'https://heron.example', 'The beak is missing', 'With a beak.']
  const data = (await grace.browser.get('/api/user/data')).body
  for (const text of told) expect(data).toContain(text)
  const begun = { hasWorkStarted: true, delivered: { number: 2, acceptedKind: 'customer' } }
  expectResponse(await admin.browser.get(`/api/admin/orders/${order.id}/refunds`), 200, begun)
  expectResponse(await admin.browser.post(`/api/admin/users/${grace.user.id}/erasure`), 204)
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
  expect(await getOrder(shop, id)).toMatchObject({ includedChanges: 3 })
  const [entry] = (await admin.browser.get(`/api/admin/audit-log?subject=package&subjectId=${pkg.id}`)).json()
  expect(entry.changes).toEqual([{ field: 'includedChanges', from: 3, to: null }])
})
