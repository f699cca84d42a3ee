/** Refund requests: the customer's and the admin's side. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderRefundRequest } from '#api/contract/money/refund-requests.ts'
import { PAYMENT_MAILS } from '#api/money/payments/mails.ts'
import { updateRefund } from '#api/money/refunds/refund-state.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { runClock } from '#api/testing/wait-clock.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertDelivery, insertDispute, insertEndpoint, insertPaidOrder } from '#db/testing/builders.ts'
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
const expectRefused = ({ statusCode, json }: Awaited<ReturnType<typeof ask>>, code: string) =>
  expect([statusCode, json().code]).toEqual([409, code])
const expectDone = ({ statusCode, body }: Awaited<ReturnType<typeof ask>>) =>
  expect(statusCode, body).toBeLessThan(300)

const NO_PAYMENT = { provider: 'none', amountCents: 0, providerPaymentId: null }
const FREE = { amountCents: 0, discountCents: 120_000 }

describe('cancelling in time', () => {
  test('gives all back without a review, within 48 hours and before work starts', async () => {
    order = await buy(47)
    expect(await read()).toMatchObject({ gives: 'cancel', canAsk: false, left: '1200.00' })
    expectRefused(await ask(), 'cancel_instead')
    expectDone(await act(grace.browser, 'cancellation'))
    expect(await readOrder()).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' })
    expect(await listRefunds()).toMatchObject([
      { amountCents: 120_000, reason: 'cancelled_in_time', requestedBy: null, status: 'requested' },
    ])
    expect(await listMails()).toEqual(['refund_request cancelled', 'refund_asked', 'refund_asked'])
    const last = await OrderEvent.query(shop.db).where({ orderId: order.id }).orderBy('id', 'desc').first()
    expect(last).toMatchObject({ actorKind: 'customer', actorId: grace.user.id, toValue: 'cancelled' })
    expectRefused(await act(grace.browser, 'cancellation'), 'cancel_too_late')
    expect(await listRefunds()).toHaveLength(1)
  })

  test('is over after 48 hours, and once work has started or been delivered', async () => {
    order = await buy(49)
    expectRefused(await act(grace.browser, 'cancellation'), 'cancel_too_late')
    order = await buy(1)
    await ada.browser.patch(`/api/admin/orders/${order.id}/status`, { status: 'processing' })
    expectRefused(await act(grace.browser, 'cancellation'), 'cancel_too_late')
    order = await buy(1)
    await insertDelivery(shop.db, { orderId: order.id, authorId: ada.user.id })
    expectRefused(await act(grace.browser, 'cancellation'), 'cancel_too_late')
    expect(await listRefunds()).toEqual([])
  })

  test('of a free order pays nothing back', async () => {
    order = await buy(1, FREE)
    await shop
      .db('payments')
      .where({ orderId: order.id })
      .update({ ...NO_PAYMENT })
    expectDone(await act(grace.browser, 'cancellation'))
    expect(await readOrder()).toMatchObject({ status: 'cancelled' })
    expect(await listRefunds()).toEqual([])
    order = await buy(60, FREE)
    await shop
      .db('payments')
      .where({ orderId: order.id })
      .update({ ...NO_PAYMENT })
    expectRefused(await ask(), 'not_refundable')
  })
})

describe('a request', () => {
  test('has the policy’s date, tells both sides, stops work and clock, and is needed by an admin', async () => {
    await insertEndpoint(shop.db, { events: ['refund.requested'] })
    await order.$query(shop.db).patch({
      status: 'processing',
      workState: 'delivered',
      acceptBy: new Date(),
    })
    await shop
      .db('order_events')
      .insert({ orderId: order.id, kind: 'note', actorKind: 'system', reminder: 'last_check' })
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

  test('is known to its customer and admins alone', async () => {
    const sam = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
    await shop.db('staff_assignments').insert({
      orderId: order.id,
      staffId: sam.user.id,
      assignedById: ada.user.id,
      notes: '',
    })
    await ask()
    for (const by of [sam.browser, (await signInAs(shop)).browser]) {
      expect((await by.get(`/api/orders/${order.id}/refund-request`)).statusCode).toBe(404)
      expect((await act(by, 'refund-request', { reason: 'Mine' })).statusCode).toBe(404)
      expect((await act(by, 'cancellation')).statusCode).toBe(404)
    }
    const work = (await sam.browser.get('/api/staff/assignments')).body
    expect(work).not.toContain('sooner')
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
    expectRefused(
      await act(grace.browser, 'refund-request/answer', { version: seen, answer: 'agree' }),
      'request_changed',
    )
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
    const { id } = await shop.db('payments').where({ orderId: order.id }).first('id')
    await shop.db.transaction(async (trx) => {
      const { setPaymentStatus } = await import('#api/orders/order/order-status.ts')
      const locked = await Order.query(trx).findById(order.id).throwIfNotFound()
      await setPaymentStatus(shop.jobs, trx, locked, 'refunded', { actorKind: 'provider' })
      await trx('payments').where({ id }).update({ status: 'refunded' })
    })
    expect((await read()).request).toMatchObject({ state: 'refunded', acts: [] })
  })
})

test('each decision has its words, and is one of those that there are', async () => {
  await ask()
  for (const decision of ['accept', 'decline'])
    expect((await decide({ decision, amount: '1200.00', text: ' ' })).json()).toMatchObject({
      issues: [{ path: 'text', message: 'Please write a message to the customer' }],
    })
  const offered = await decide({ decision: 'offer', alternative: 'round' })
  expect(offered.json()).toMatchObject({ issues: [{ path: 'decision' }] })
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
  const context = { services: shop, outboxId: 1, messageId: 'm' }
  const write = async (event: 'asked' | 'decided') => {
    const { id: requestId } = await shop.db('refund_requests').first('id')
    const mail = await REFUND_REQUEST_MAILS.refund_request.write(
      { orderId: order.id, requestId, event },
      context,
    )
    return JSON.stringify(mail)
  }
  await ask()
  expect(await write('asked')).toContain('on hold until then')
  const { id: requestId } = await shop.db('refund_requests').first('id')
  const toAdmin = await REFUND_REQUEST_MAILS.refund_asked.write({ requestId, adminId: ada.user.id }, context)
  expect(toAdmin.subject).toMatch(/^Refund requested: decide by \d+ \w+ \d{4}: INV-/)
  await decide({ ...HALF, text: 'Two stages are yours.' })
  await expect(write('asked')).rejects.toThrow('not open')
  expect(await write('decided')).toMatch(/\$400\.00.*\$750\.00.*Two stages are yours/)
  await decide({ decision: 'decline', text: 'All stages are yours.' })
  expect(await write('decided')).toMatch(/within 30 days on the order page.*All stages are yours/)
  await answer('second_look', 'They are not.')
  const again = await REFUND_REQUEST_MAILS.refund_asked.write({ requestId, adminId: ada.user.id }, context)
  expect(JSON.stringify(again)).toMatch(/They dispute the decision.*They are not/)
  await decide({ ...HALF, text: 'Two stages are yours.' })
  await grace.user.$query(shop.db).patch({ emailVerifiedAt: null })
  expect(await write('decided')).not.toContain('Two stages are yours')
})

describe('a review that takes longer than the policy promises', () => {
  const postpone = async (
    day: string,
    by = ada.browser,
    reason = 'The hosting company must look at its records.',
  ) => by.post(`/api/admin/orders/${order.id}/refund-request/date`, { version: await version(), day, reason })

  test('gets a later date with its reason, which its customer reads on the page and by mail', async () => {
    await ask()
    expectDone(await postpone('2030-03-04'))
    const { request } = await read()
    expect(request).toMatchObject({
      state: 'open',
      dueBy: expect.stringMatching(/^2030-03-04/),
      dueReason: 'The hosting company must look at its records.',
    })
    expect(await listMails()).toContain('refund_request postponed')
    const { id: requestId } = await shop.db('refund_requests').first('id')
    const context = { services: shop, outboxId: 1, messageId: 'm' }
    const payload = { orderId: order.id, requestId, event: 'postponed' } as const
    const write = async () =>
      JSON.stringify(await REFUND_REQUEST_MAILS.refund_request.write(payload, context))
    expect(await write()).toMatch(/4 Mar(ch)? 2030.*The hosting company must/)
    await grace.user.$query(shop.db).patch({ emailVerifiedAt: null })
    expect(await write()).not.toContain('The hosting company must')
    const events = await OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'note' }).orderBy('id')
    expect(events.at(-1)?.note).toMatch(/^Decision on the refund by 4 Mar 2030 instead of /)
  })

  test('is refused a day that is no later or not worked, what was not seen, and the customer themselves', async () => {
    await ask()
    for (const day of ['2030-03-03', '2020-01-02'])
      expect((await postpone(day)).json(), day).toMatchObject({ issues: [{ path: 'day' }] })
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
  const listWaiting = async () =>
    (await OutboxMessage.query(shop.db).orderBy('id')).filter(({ kind }) =>
      /^refund_re(quest|ceipt)$/.test(kind),
    )

  async function process() {
    for (const { id, paymentId, amountCents, currency } of await listRefunds())
      await shop.db.transaction((trx) =>
        updateRefund(
          shop.jobs,
          trx,
          { id, paymentId },
          {
            id: 'rfnd_TheBankKnowsIt',
            paymentId: 'pay_1',
            amount: { minor: amountCents, currency } as never,
            receipt: null,
            status: 'processed',
            bankReference: '74332745123456789012345',
          },
        ),
      )
  }

  test.each([
    { why: 'decided', heading: 'Your refund is approved' },
    { why: 'cancelled', heading: 'Your order is cancelled, as you requested.' },
  ])('is told by one mail, of what was sent today: $why', async ({ why, heading }) => {
    if (why === 'cancelled') {
      order = await buy(1)
      expectDone(await act(grace.browser, 'cancellation'))
    } else {
      await ask()
      expectDone(
        await decide({ ...HALF, amount: '1200.00', stagesDone: 0, costs: '0', text: 'You are right.' }),
      )
    }
    const [waiting] = (await listWaiting()).filter(
      ({ payload }) => (payload as { event?: string }).event === why,
    )
    expect(waiting).toBeDefined()
    await process()
    const mails = (await listWaiting()).filter(
      ({ payload }) => (payload as { event?: string }).event !== 'asked',
    )
    expect(mails.map(({ kind }) => kind)).toEqual(['refund_receipt'])
    const payload = mails[0]?.payload as { refundId: number }
    const mail = JSON.stringify(
      await PAYMENT_MAILS.refund_receipt.write(payload, { services: shop, outboxId: 1, messageId: 'm' }),
    )
    expect(mail).toContain(heading)
    expect(mail).toMatch(/Bank reference.*74332745123456789012345/)
    expect(mail).not.toContain('by bank transfer')
    expect(mail).not.toContain('10 to 14 business days')
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
    const events = (await listWaiting()).map(
      ({ payload }) => (payload as { event?: string }).event ?? 'receipt',
    )
    expect(events).toEqual(['asked', 'decided', 'receipt'])
  })
})
