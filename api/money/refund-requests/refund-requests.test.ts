/** Refund requests: the customer's and the admin's side. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderRefundRequest } from '#api/contract/money/refund-requests.ts'
import { PAYMENT_MAILS } from '#api/money/payments/mails.ts'
import { updateRefund } from '#api/money/refunds/refund-state.ts'
import { setPaymentStatus } from '#api/orders/order/order-status.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { expectRefused, expectResponse } from '#api/testing/responses.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { runClock } from '#api/testing/wait-clock.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertAssignment,
  insertDelivery,
  insertDispute,
  insertEndpoint,
  insertPaidOrder,
  insertRefund,
} from '#db/testing/builders.ts'
import { REFUND_REQUEST_MAILS } from './mails.ts'

const HOUR_MS = 3_600_000
const shop = openTestApp()

let ada: SignedIn
let lin: SignedIn
let grace: SignedIn
let order: Order

beforeEach(async () => {
  ada = await signInAsAdmin(shop)
  lin = await signInAs(shop, { email: 'lin@shop.example', isAdmin: true })
  grace = await signInAs(shop, { firstName: 'Grace', email: 'grace@example.com' })
  order = await buy(60)
})

/** An order of $1,200 that was paid `hoursAgo` and is not started. */
const buy = (hoursAgo: number, fields: Partial<Order> = {}) =>
  insertPaidOrder(shop.db, {
    userId: grace.user.id,
    amountCents: 120_000,
    originalCents: 120_000,
    status: 'pending',
    paidAt: new Date(Date.now() - hoursAgo * HOUR_MS),
    ...fields,
  })
const act = (by: Visitor, path: string, body?: object) => by.post(`/api/orders/${order.id}/${path}`, body)
const read = async (by = grace.browser) =>
  (await by.get(`/api/orders/${order.id}/refund-request`)).json<OrderRefundRequest>()
const ask = (body: object = {}) =>
  act(grace.browser, 'refund-request', { reason: 'We need it sooner.', ...body })
const version = async () => (await read()).request?.version
const answer = async (given: string, text?: string) =>
  act(grace.browser, 'refund-request/answer', { version: await version(), answer: given, text })
const decide = async (body: object, by = ada.browser) =>
  by.post(`/api/admin/orders/${order.id}/refund-request/decision`, {
    version: await version(),
    text: 'We have looked at it.',
    ...body,
  })
const HALF = { decision: 'accept', amount: '750.00', stages: 6, stagesDone: 2, costs: '50.00' }
const listRefunds = () => Refund.query(shop.db).orderBy('id')
const readOrder = () => Order.query(shop.db).findById(order.id).throwIfNotFound()
const listMails = async () =>
  (await OutboxMessage.query(shop.db).orderBy('id')).map(({ kind, payload }) =>
    kind === 'refund_request' ? `${kind} ${(payload as { event: string }).event}` : kind,
  )
const expectDone = ({ statusCode, body }: Awaited<ReturnType<typeof ask>>) =>
  expect(statusCode, body).toBeLessThan(300)
const cancel = () => act(grace.browser, 'cancellation')
const CONTEXT = { services: shop, outboxId: 1, messageId: 'm' }
const writeAdminMail = async () => {
  const { id: requestId } = await shop.db('refund_requests').first('id')
  return REFUND_REQUEST_MAILS.refund_asked.write({ requestId, adminId: ada.user.id }, CONTEXT)
}
/** @returns the mail to the customer about their request */
async function writeMail(event: 'asked' | 'cancelled' | 'decided' | 'postponed'): Promise<string> {
  const { id: requestId } = await shop.db('refund_requests').first('id')
  const about = { orderId: order.id, requestId, event }
  return JSON.stringify(await REFUND_REQUEST_MAILS.refund_request.write(about, CONTEXT))
}

describe('cancelling in time', () => {
  test('gives all back without a review, within 48 hours and before work starts', async () => {
    order = await buy(47)
    expect(await read()).toMatchObject({ gives: 'cancel', canAsk: false, left: '1200.00' })
    expectRefused(await ask(), 'cancel_instead')
    expectDone(await cancel())
    expect(await readOrder()).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' })
    expect(await listRefunds()).toMatchObject([
      { amountCents: 120_000, reason: 'cancelled_in_time', requestedBy: null, status: 'requested' },
    ])
    expect(await listMails()).toEqual(['refund_request cancelled', 'refund_asked', 'refund_asked'])
    const toAdmin = await writeAdminMail()
    expect(toAdmin.subject).toMatch(/^Grace Whitfield cancelled an order: INV-/)
    expect(JSON.stringify(toAdmin)).toContain('We refund $1,200.00.')
    const last = await OrderEvent.query(shop.db).where({ orderId: order.id }).orderBy('id', 'desc').first()
    expect(last).toMatchObject({ actorKind: 'customer', actorId: grace.user.id, toValue: 'cancelled' })
    expectRefused(await cancel(), 'cancel_too_late')
    expect(await listRefunds()).toHaveLength(1)
  })

  test('gives what is left after a refund of a part', async () => {
    order = await buy(1)
    await insertRefund(shop.db, { orderId: order.id, amountCents: 20_000 })
    expectDone(await cancel())
    expect((await listRefunds()).at(-1)).toMatchObject({ amountCents: 100_000, status: 'requested' })
    expect(await writeMail('cancelled')).toContain('We refund $1,000.00.')
    const [note] = await OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'note' })
    expect(note?.note).toMatch(/^Refund of \$1,000\.00 requested/)
  })

  test('is over after 48 hours, and once work has started or been delivered', async () => {
    const begin: [hoursAgo: number, begin: () => PromiseLike<unknown>][] = [
      [49, async () => {}],
      [1, () => ada.browser.patch(`/api/admin/orders/${order.id}/status`, { status: 'processing' })],
      [1, () => insertDelivery(shop.db, { orderId: order.id, authorId: ada.user.id })],
    ]
    for (const [hoursAgo, change] of begin) {
      order = await buy(hoursAgo)
      await change()
      expectRefused(await cancel(), 'cancel_too_late')
    }
    expect(await listRefunds()).toEqual([])
  })

  test('of a free order pays nothing back', async () => {
    const buyFree = async (hoursAgo: number) => {
      order = await buy(hoursAgo, { amountCents: 0, discountCents: 120_000 })
      const nothing = { provider: 'none', amountCents: 0, providerPaymentId: null }
      await shop.db('payments').where({ orderId: order.id }).update(nothing)
    }
    await buyFree(1)
    expectDone(await cancel())
    expect(await readOrder()).toMatchObject({ status: 'cancelled' })
    expect(await listRefunds()).toEqual([])
    await buyFree(60)
    expectRefused(await ask(), 'not_refundable')
  })
})

describe('a request', () => {
  test('has the policy’s date, tells both sides, stops work and clock, and is needed by an admin', async () => {
    await insertEndpoint(shop.db, { events: ['refund.requested'] })
    const delivered = { status: 'processing', workState: 'delivered', acceptBy: new Date() } as const
    await order.$query(shop.db).patch(delivered)
    const reminder = { kind: 'note', actorKind: 'system', reminder: 'last_check' }
    await shop.db('order_events').insert({ orderId: order.id, ...reminder })
    await insertDelivery(shop.db, { orderId: order.id, authorId: ada.user.id })
    expectDone(await ask())
    const { request, gives } = await read()
    expect(gives).toBe('delivered')
    expect(request).toMatchObject({ state: 'open', asked: '1200.00', acts: ['withdraw'] })
    const days = (Date.parse(request?.dueBy ?? '') - Date.now()) / (24 * HOUR_MS)
    expect(days).toBeGreaterThan(7)
    expect(days).toBeLessThan(16)
    expect(await listMails()).toEqual(['refund_request asked', 'refund_asked', 'refund_asked'])
    const [listed] = (await ada.browser.get('/api/admin/orders?attention=refundAsked')).json<object[]>()
    expect(listed).toMatchObject({ id: order.id, refundDueBy: request?.dueBy })
    expect(await readOrder()).toMatchObject({ waitingFor: 'refund_request' })
    await runClock(shop)
    expect(await readOrder()).toMatchObject({ status: 'processing' })
    const [sent] = await shop.db('webhook_messages')
    expect(JSON.stringify(sent.payload)).toContain('"askedAmount":"1200.00"')
    expect(JSON.stringify(sent.payload)).not.toContain('sooner')
    expectRefused(await ask(), 'request_open')
    expectDone(await answer('withdraw'))
    expect(await readOrder()).toMatchObject({ waitingFor: 'delivery' })
    expect((await read()).canAsk).toBe(true)
  })

  test('lets the work go on where its customer says so', async () => {
    expectDone(await ask({ workGoesOn: true }))
    expect(await readOrder()).toMatchObject({ waitingFor: null })
  })

  test('is not told to the staff of its order', async () => {
    const sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
    const work = { orderId: order.id, staffId: sam.user.id, assignedById: ada.user.id }
    await insertAssignment(shop.db, work)
    await ask()
    expect((await sam.browser.get('/api/staff/assignments')).body).not.toContain('sooner')
  })

  test('that an admin accepts in full goes back at once, under the admin’s name', async () => {
    await ask()
    expectDone(await decide({ decision: 'accept', amount: '1200.00' }))
    expect(await listRefunds()).toMatchObject([{ amountCents: 120_000, requestedBy: ada.user.id }])
    expect((await read()).request).toMatchObject({ state: 'refunded', acts: [] })
    expect(await shop.db('audit_log').where({ subject: 'refund', actorId: ada.user.id })).toHaveLength(1)
    expectRefused(await decide({ decision: 'decline', text: 'No' }), 'request_changed')
  })

  test('for which less is given is shown item by item, and goes back once the customer agrees', async () => {
    await ask()
    expectDone(await decide({ ...HALF, text: 'Two stages are yours.' }))
    expect(await listRefunds()).toEqual([])
    const { request } = await read()
    expect(request).toMatchObject({
      state: 'offered',
      answer: 'Two stages are yours.',
      acts: ['agree', 'second_look', 'withdraw'],
      offer: {
        amount: '750.00',
        items: [
          { label: 'Paid', amount: '1200.00' },
          { label: 'Work done: 2 of 6 stages', amount: '-400.00' },
          { label: 'Third-party costs paid for you', amount: '-50.00' },
          { label: 'Refund', amount: '750.00' },
        ],
      },
    })
    // Customers agree to the version they have seen.
    const seen = request?.version
    expectDone(await decide({ ...HALF, amount: '700.00' }))
    const agreement = { version: seen, answer: 'agree' }
    expectRefused(await act(grace.browser, 'refund-request/answer', agreement), 'request_changed')
    expectDone(await answer('agree'))
    expect(await listRefunds()).toMatchObject([{ amountCents: 70_000, requestedBy: ada.user.id }])
    expectRefused(await answer('agree'), 'not_open')
    expect(await listRefunds()).toHaveLength(1)
  })

  test('waits while the bank reviews the payment', async () => {
    const dispute = await insertDispute(shop.db, { orderId: order.id })
    await ask()
    expect((await read()).isDisputed).toBe(true)
    expectRefused(await decide({ decision: 'accept', amount: '1200.00' }), 'in_dispute')
    await dispute.$query(shop.db).patch({ status: 'won' })
    expectDone(await decide(HALF))
    await dispute.$query(shop.db).patch({ status: 'open' })
    expectRefused(await answer('agree'), 'in_dispute')
    expect((await read()).request).toMatchObject({ state: 'offered' })
    expect(await listRefunds()).toEqual([])
  })

  test('is decided by no admin whose own it is', async () => {
    order = await buy(60, { userId: ada.user.id })
    await act(ada.browser, 'refund-request', { reason: 'Mine' })
    const url = `/api/admin/orders/${order.id}/refund-request/decision`
    const body = { version: 2, decision: 'accept', amount: '1200.00', text: 'You are right.' }
    expectRefused(await ada.browser.post(url, body), 'own_request')
    expectDone(await lin.browser.post(url, body))
  })

  test('is closed where an admin has given all back by hand', async () => {
    await ask()
    await shop.db.transaction(async (trx) => {
      const locked = await Order.query(trx).findById(order.id).throwIfNotFound()
      await setPaymentStatus(shop.jobs, trx, locked, 'refunded', { actorKind: 'provider' })
      await trx('payments').where({ orderId: order.id }).update({ status: 'refunded' })
    })
    expect((await read()).request).toMatchObject({ state: 'refunded', acts: [] })
  })
})

test('each decision has its words, and is one of those that there are', async () => {
  await ask()
  const issues = [{ path: 'text', message: 'Please write a message to the customer' }]
  for (const decision of ['accept', 'decline'])
    expectResponse(await decide({ decision, amount: '1200.00', text: ' ' }), 400, { issues })
  const offered = await decide({ decision: 'offer', alternative: 'round' })
  expectResponse(offered, 400, { issues: [{ path: 'decision' }] })
  expect((await read()).request).toMatchObject({ state: 'open', answer: '' })
})

describe('a decision that its customer disputes', () => {
  test('is open again with the policy’s date, once, whoever decides then', async () => {
    await ask()
    expectDone(await decide({ decision: 'decline', text: 'It was delivered.' }))
    expectRefused(await ask(), 'not_refundable')
    expect((await answer('second_look')).statusCode).toBe(400)
    await shop.db('refund_requests').update({ dueAt: new Date(0), dueReason: 'It is complex.' })
    expectDone(await answer('second_look', 'It was not.'))
    const { request } = await read()
    expect(request).toMatchObject({ state: 'open', secondReason: 'It was not.', dueReason: '' })
    expect(Date.parse(request?.dueBy ?? '')).toBeGreaterThan(Date.now() + 7 * 24 * HOUR_MS)
    const waits = await ada.browser.get('/api/admin/orders?attention=refundAsked')
    expect(waits.json()).toMatchObject([{ id: order.id, refundDueBy: request?.dueBy }])
    expect((await listMails()).slice(-3)).toEqual(['refund_request asked', 'refund_asked', 'refund_asked'])
    expectDone(await decide({ decision: 'decline', text: 'It was.' }))
    expect((await read()).request).toMatchObject({ state: 'declined', acts: [] })
    expectRefused(await answer('second_look', 'Once more'), 'not_open')
  })

  test('may be the offer of a lower sum', async () => {
    await ask()
    await decide(HALF)
    expectDone(await answer('second_look', 'More of it is missing.'))
    expectRefused(await answer('agree'), 'not_open')
    await decide({ ...HALF, amount: '800.00' })
    expect((await read()).request).toMatchObject({ acts: ['agree', 'withdraw'], offer: { amount: '800.00' } })
  })

  test('stands after 30 days', async () => {
    await ask()
    await decide({ decision: 'decline', text: 'No.' })
    const daysAgo = (days: number) =>
      shop.db('refund_requests').update({ decidedAt: new Date(Date.now() - days * 24 * HOUR_MS) })
    await daysAgo(31)
    expectRefused(await answer('second_look', 'Please'), 'not_open')
    await daysAgo(29)
    expectDone(await answer('second_look', 'Please'))
  })
})

test('the mails say what was asked for and decided, and words go to a verified address alone', async () => {
  await ask()
  expect(await writeMail('asked')).toMatch(/on hold until then.*Requested.*\$1,200\.00/)
  const toAdmin = await writeAdminMail()
  expect(toAdmin.subject).toMatch(/^Refund requested: decide by \d+ \w+ \d{4}: INV-/)
  expect(JSON.stringify(toAdmin)).toContain('Grace Whitfield requested a refund of $1,200.00')
  await decide({ ...HALF, text: 'Two stages are yours.' })
  await expect(writeMail('asked')).rejects.toThrow('not open')
  expect(await writeMail('decided')).toMatch(/−\$400\.00.*\$750\.00.*Two stages are yours/)
  await decide({ decision: 'decline', text: 'All stages are yours.' })
  expect(await writeMail('decided')).toMatch(/within 30 days on the order page.*All stages are yours/)
  await answer('second_look', 'They are not.')
  expect(JSON.stringify(await writeAdminMail())).toMatch(/They dispute the decision.*They are not/)
  await decide({ ...HALF, text: 'Two stages are yours.' })
  await grace.user.$query(shop.db).patch({ emailVerifiedAt: null })
  expect(await writeMail('decided')).not.toContain('Two stages are yours')
})

describe('a review that takes longer than the policy promises', () => {
  const reason = 'The hosting company must look at its records.'
  const postpone = async (day: string, by = ada.browser) =>
    by.post(`/api/admin/orders/${order.id}/refund-request/date`, { version: await version(), day, reason })

  test('gets a later date with its reason, which its customer reads on the page and by mail', async () => {
    await ask()
    expectDone(await postpone('2030-03-04'))
    const { request } = await read()
    const later = { dueBy: expect.stringMatching(/^2030-03-04/), dueReason: reason }
    expect(request).toMatchObject({ state: 'open', ...later })
    expect(await listMails()).toContain('refund_request postponed')
    expect(await writeMail('postponed')).toMatch(/4 Mar(ch)? 2030.*The hosting company must/)
    await grace.user.$query(shop.db).patch({ emailVerifiedAt: null })
    expect(await writeMail('postponed')).not.toContain('The hosting company must')
    const events = await OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'note' }).orderBy('id')
    expect(events.at(-1)?.note).toMatch(/^Decision on the refund by 4 Mar 2030 instead of /)
  })

  test('is refused a day that is no later or not worked, what was not seen, and the customer themselves', async () => {
    await ask()
    for (const day of ['2030-03-03', '2020-01-02'])
      expectResponse(await postpone(day), 400, { issues: [{ path: 'day' }] })
    const seen = await version()
    expectDone(await postpone('2030-03-04'))
    const body = { version: seen, day: '2030-03-05', reason: 'Again' }
    const path = `/api/admin/orders/${order.id}/refund-request/date`
    expectRefused(await ada.browser.post(path, body), 'request_changed')
    await decide({ decision: 'decline', text: 'It was delivered as described.' })
    expectRefused(await postpone('2030-03-06'), 'request_changed')
    expectDone(await answer('second_look', 'It was not.'))
    expect((await read()).request?.dueReason).toBe('')
    await User.query(shop.db).findById(grace.user.id).patch({ isAdmin: true })
    expectRefused(await postpone('2030-03-06', grace.browser), 'own_request')
  })
})

describe('a refund that the provider sends at once', () => {
  const listWaiting = async () => {
    const mails = await OutboxMessage.query(shop.db).orderBy('id')
    return mails
      .filter(({ kind }) => /^refund_re(quest|ceipt)$/.test(kind))
      .map(({ payload }) => payload as { event?: string; refundId: number })
  }
  const listEvents = async () => (await listWaiting()).map(({ event = 'receipt' }) => event)

  async function process() {
    const sent = {
      id: 'rfnd_TheBankKnowsIt',
      paymentId: 'pay_1',
      receipt: null,
      status: 'processed',
    } as const
    for (const { id, paymentId, amountCents, currency } of await listRefunds()) {
      const amount = { minor: amountCents, currency } as never
      const told = { ...sent, amount, bankReference: '74332745123456789012345' }
      await shop.db.transaction((trx) => updateRefund(shop.jobs, trx, { id, paymentId }, told))
    }
  }

  test.each([
    { why: 'decided', heading: 'Your refund is approved' },
    { why: 'cancelled', heading: 'Your order is cancelled, as you requested.' },
  ])('is told by one mail, of what was sent today: $why', async ({ why, heading }) => {
    if (why === 'cancelled') {
      order = await buy(1)
      expectDone(await cancel())
    } else {
      await ask()
      const all = { ...HALF, amount: '1200.00', stagesDone: 0, costs: '0' }
      expectDone(await decide({ ...all, text: 'You are right.' }))
    }
    expect(await listEvents()).toContain(why)
    await process()
    expect((await listEvents()).filter((event) => event !== 'asked')).toEqual(['receipt'])
    const receipt = (await listWaiting()).at(-1) ?? expect.fail('There is no receipt')
    const mail = JSON.stringify(await PAYMENT_MAILS.refund_receipt.write(receipt, CONTEXT))
    expect(mail).toContain(heading)
    expect(mail).toMatch(/Bank reference.*74332745123456789012345/)
    expect(mail).not.toMatch(/by bank transfer|10 to 14 business days/)
    if (why === 'decided') expect(mail).toContain('You are right.')
    const detail = (await grace.browser.get(`/api/orders/${order.id}`)).json()
    expect(detail.refunds).toMatchObject([{ bankReference: '74332745123456789012345' }])
  })

  test('keeps the mail of a decision on another amount', async () => {
    await ask()
    expectDone(await decide({ decision: 'decline', text: 'It was delivered.' }))
    const path = `/api/admin/orders/${order.id}/refunds`
    expectDone(await ada.browser.post(path, { amount: '10.00', reason: 'As a courtesy' }))
    await process()
    const events = await listEvents()
    expect(events).toEqual(['asked', 'decided', 'receipt'])
  })
})
