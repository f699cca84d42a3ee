/** Reminders of due instalments, and admin actions on unpaid ones. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { InvoiceResponse } from '#api/contract/money/invoices.ts'
import type { CreateOrderResponse, RetriedOrder } from '#api/contract/sales/checkout.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { reconcileUnpaidOrders } from '#api/money/provider-events/reconcile.ts'
import { sendRefund } from '#api/money/refunds/jobs.ts'
import { DELIVERY_MAILS } from '#api/orders/deliveries/mails.ts'
import { ORDER_MAILS } from '#api/orders/order/mails.ts'
import { createInstalmentToken, createResumeToken } from '#api/orders/order/resume-token.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import { formatDay } from '#api/platform/mail/words.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import {
  bankTransfer,
  buyInInstalments,
  getOrder,
  openLink,
  payByLink,
  payOrder,
} from '#api/testing/buyer.ts'
import { issueAll } from '#api/testing/invoices.ts'
import { expectRefused, expectResponse, statusesOf, succeed } from '#api/testing/responses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Delivery } from '#db/models/orders/delivery.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertDispute } from '#db/testing/builders.ts'
import { runInstalmentClock } from './jobs.ts'
import { INSTALMENT_MAILS } from './mails.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' }, hasProcessRole: true })
checkBooksAfterEach(shop)
let admin: SignedIn
let id: number
let buyer: Visitor
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  admin = await signInAsAdmin(shop)
  ;({ id, buyer } = await buyInInstalments(shop))
})

const deliver = async () =>
  expectResponse(await admin.browser.post(`/api/orders/${id}/deliveries`, { note: 'Done' }), 201)
const accept = async () => expectResponse(await buyer.post(`/api/orders/${id}/deliveries/1/accept`), 200)
const setStatus = (status: string) => admin.browser.patch(`/api/admin/orders/${id}/status`, { status })
const instalmentAt = (position: number) =>
  OrderInstalment.query(shop.db).findById([id, position]).throwIfNotFound()
const statesOf = async () =>
  (await OrderInstalment.query(shop.db).where({ orderId: id }).orderBy('position')).map(({ state }) => state)
const statusOf = async () => (await getOrder(shop, id)).paymentStatus
const listMails = async () =>
  (await OutboxMessage.query(shop.db).where({ kind: 'instalment_due' }).orderBy('id')).map(
    ({ payload }) => payload,
  )
const tokenOf = (position: number) => createInstalmentToken(shop.env, { orderId: id, position })
const open = (token: string) => openLink(new Visitor(shop), token)
const pay = (token: string) => payByLink(new Visitor(shop), token)
const at = (position: number) => `/api/admin/orders/${id}/instalments/${position}`
const notesOf = async () =>
  (await OrderEvent.query(shop.db).where({ orderId: id, actorKind: 'admin' }).orderBy('id')).map(
    ({ note }) => note,
  )

const writeOff = (position: number, reason = 'Insolvent') =>
  admin.browser.post(`${at(position)}/write-off`, { reason })
async function payDue() {
  const { order } = await succeed<RetriedOrder>(buyer.post(`/api/orders/${id}/next-instalment`))
  expectResponse(await payOrder(shop, buyer, order), 200)
}

describe('who has the link of the mail', () => {
  test('sees and pays this instalment alone, without signing in, until it is paid', async () => {
    await deliver()
    expect(await listMails()).toEqual([])
    const token = tokenOf(2)
    expect((await open(token)).json<LinkedPayment>()).toEqual({
      needs: 'nothing',
      invoiceNumber: `INV-${id}`,
      packageName: expect.any(String),
      amount: '389.70',
      currency: 'USD',
      isFirstInstalment: false,
      instalment: { label: 'At delivery', position: 2, of: 3 },
    })
    expect((await instalmentAt(2)).openedAt).toBeNull()
    const stranger = new Visitor(shop)
    const order = await succeed<CreateOrderResponse>(payByLink(stranger, token))
    expect(order.amount).toBe(38_970)
    expect(order.later).toBeUndefined()
    expect((await payOrder(shop, stranger, order)).json()).toEqual({ success: true, orderId: id })
    expect(await statesOf()).toEqual(['paid', 'paid', 'waiting'])
    for (const ask of [open, pay]) expectRefused(await ask(token), 'instalment_not_due')
  })

  test.each<[string, () => unknown]>([
    ['waits', () => undefined],
    ['lapses', () => deliver().then(() => setStatus('cancelled'))],
    ['is written off', () => deliver().then(() => writeOff(2))],
  ])('pays nothing where the instalment %s', async (_, change) => {
    await change()
    for (const ask of [open, pay]) expectRefused(await ask(tokenOf(2)), 'instalment_not_due')
  })

  test('has their money back where the instalment was written off before anybody reported it', async () => {
    await deliver()
    const order = await succeed<CreateOrderResponse>(pay(tokenOf(2)))
    await shop.pay(order.razorpayOrderId ?? '')
    await writeOff(2)
    const anHourAgo = new Date(Date.now() - 3_600_000)
    await OrderInstalment.query(shop.db).findById([id, 2]).patch({ openedAt: anHourAgo })
    await Order.query(shop.db).patch({ providerAskedAt: null, paidAt: anHourAgo })
    await reconcileUnpaidOrders(shop, expect.fail)
    await shop.finishJobs()
    expect(await Payment.query(shop.db).where({ orderId: id }).orderBy('id')).toMatchObject([
      { fulfilsOrder: true },
      { fulfilsOrder: false, status: 'refunded' },
    ])
  })

  test('pays its instalment, whichever else is due', async () => {
    await deliver()
    await accept()
    const order = await succeed<CreateOrderResponse>(pay(tokenOf(3)))
    expect(order.amount).toBe(51_960)
  })

  test('cannot make another of it', async () => {
    await deliver()
    const [, ...rest] = tokenOf(2).split('.')
    for (const token of ['x', [`${id}-3`, ...rest].join('.'), [`${id}`, ...rest].join('.')])
      expectRefused(await open(token), 'payment_link_invalid', 404)
    expectRefused(await open(createResumeToken(shop.env, id)), 'order_paid')
  })
})

describe('the customer', () => {
  test('is mailed once for each instalment, and not for one that waits again', async () => {
    await deliver()
    await accept()
    await OrderInstalment.query(shop.db).findById([id, 3]).patch({ state: 'waiting', dueAt: null })
    // The mails about the steps wait until the steps can no longer be undone.
    for (const position of [2, 3]) {
      const mail = { orderId: id, position, days: 3 }
      await shop.db.transaction((trx) => queueMail(shop.jobs, trx, 'instalment_due', mail))
    }
    await shop.finishJobs()
    const mails = OutboxMessage.query(shop.db).where({ kind: 'instalment_due' }).orderBy('id')
    expect((await mails).map(({ state }) => state)).toEqual(['sent', 'skipped'])
  })

  const waiting = async () => {
    const told = OutboxMessage.query(shop.db).whereNotIn('kind', ['welcome', 'notification'])
    return (await told.where({ state: 'queued' }).orderBy('id')).map(({ kind }) => kind)
  }
  const context = { services: shop, outboxId: 0, messageId: 'x' }
  const textOf = (mail: object) => JSON.stringify(mail)
  const LINK = 'checkout?instalment='
  const writeDelivered = async () =>
    textOf(await DELIVERY_MAILS.delivered.write({ orderId: id, number: 1 }, context))
  const writeAccepted = async () =>
    textOf(await DELIVERY_MAILS.delivery_accepted.write({ orderId: id, number: 1, by: 'customer' }, context))
  const writeReceipt = (position: number) =>
    INSTALMENT_MAILS.payment_receipt.write({ orderId: id, position }, context)

  test('gets one mail about a delivery and what is due with it, and a receipt of the payment', async () => {
    await shop.finishJobs()
    await deliver()
    expect(await waiting()).toEqual(['delivered'])
    expect(await writeDelivered()).toMatch(/Pay \$389\.70.*checkout\?instalment=/)
    await payDue()
    expect(await waiting()).toEqual(['delivered', 'payment_receipt'])
    expect(await writeDelivered()).not.toContain(LINK)
    const receipt = await writeReceipt(2)
    const { packageName } = await getOrder(shop, id)
    expect(receipt.subject).toBe(`Receipt: $389.70 for INV-${id}, ${packageName}`)
    expect(textOf(receipt)).toContain(`/dashboard?order=${id}&invoice=2`)
    await expect(writeReceipt(3)).rejects.toThrow('not paid')
  })

  test('gets one mail about an acceptance, what was due with it, and what was paid in that minute', async () => {
    await deliver()
    await payDue()
    await shop.finishJobs()
    await shop.db('outbox').where({ state: 'queued' }).delete()
    await accept()
    // It waits for a minute, so that it can mention payments made meanwhile.
    await shop.finishJobs()
    expect(await waiting()).toEqual(['delivery_accepted'])
    expect(await writeAccepted()).toContain(LINK)
    await payDue()
    expect(await waiting()).toEqual(['delivery_accepted'])
    const text = await writeAccepted()
    const { createdAt } = await Delivery.query(shop.db).findOne({ orderId: id }).throwIfNotFound()
    const until = new Date(createdAt.getTime() + 30 * 24 * 3_600_000)
    expect(text).toContain(`Your warranty runs until ${formatDay(until)}.`)
    expect(text).not.toContain(LINK)
    expect(text).toContain(`/dashboard?order=${id}&invoice=3`)
    expect(text).toContain('Paid: At completion')
  })

  test('gets one mail where the team completes the order, with what is due', async () => {
    await shop.finishJobs()
    await setStatus('completed')
    expect(await waiting()).toEqual(['status_changed'])
    const change = { orderId: id, from: 'pending', to: 'completed' } as const
    const mail = await ORDER_MAILS.status_changed.write(change, context)
    expect(textOf(mail)).toMatch(/Pay \$389\.70.*checkout\?instalment=/)
  })

  async function pass(days: number) {
    const dueAt = shop.db.raw('due_at - make_interval(secs => ?)', [days * 86_400])
    await shop.db('order_instalments').where({ state: 'due' }).update({ dueAt })
    await Promise.all([1, 2].map(() => runInstalmentClock(shop, expect.fail)))
    return (await listMails()).map((mail) => (mail as { days: number }).days)
  }
  const isOverdue = async () =>
    (await admin.browser.get('/api/admin/orders?attention=overdueInstalment')).json<unknown[]>().length === 1

  test('is reminded after 3 and 7 days, once each', async () => {
    await deliver()
    expect([await pass(2.9), await isOverdue()]).toEqual([[], false])
    expect([await pass(0.2), await isOverdue()]).toEqual([[3], true])
    expect(await pass(3.8)).toEqual([3])
    expect(await pass(0.2)).toEqual([3, 7])
    expect([await pass(30), await isOverdue()]).toEqual([[3, 7], true])
  })

  test('is reminded once of what was overdue while nothing ran', async () => {
    await deliver()
    expect(await pass(20)).toEqual([7])
  })

  test('is not reminded while a bank reviews any instalment, nor of what has lapsed', async () => {
    await deliver()
    const dispute = await insertDispute(shop.db, { orderId: id })
    expect(await pass(4)).toEqual([])
    await dispute.$query(shop.db).patch({ status: 'won' })
    expect(await pass(0)).toEqual([3])
    await setStatus('cancelled')
    expect([await pass(9), await isOverdue()]).toEqual([[3], false])
  })
})

describe('an instalment that is not paid when the work is accepted', () => {
  const listInvoices = async () => {
    const documents = await issueAll(shop, id)
    const rows = await Invoice.query(shop.db).where({ orderId: id }).orderBy('id')
    return documents.map((one, index) => ({ ...one, instalmentPosition: rows[index]?.instalmentPosition }))
  }

  test('is invoiced then, and not again once it is paid', async () => {
    await deliver()
    expect(await listInvoices()).toHaveLength(1)
    await accept()
    const [first, second, third, ...none] = await listInvoices()
    expect(none).toEqual([])
    expect([first, second, third]).toMatchObject([
      { paymentStatus: 'PAID', instalmentPosition: 1 },
      { paymentStatus: 'UNPAID', instalmentPosition: 2, charged: { amount: '389.70' } },
      { paymentStatus: 'UNPAID', instalmentPosition: 3, charged: { amount: '519.60' } },
    ])
    const earlier = `Earlier invoices: ${first?.serial}, ${second?.serial}`
    expect(third?.lines[0]?.note?.endsWith(`Instalment 3 of 3: At completion. ${earlier}`)).toBe(true)
    expect(third?.paymentId).toBeUndefined()
    for (const _ of [2, 3]) await payDue()
    expect([await statusOf(), (await listInvoices()).length]).toEqual(['paid', 3])
  })

  test('is taken back by a credit note where it is written off, and no other is', async () => {
    await deliver()
    await writeOff(2)
    expect(await listInvoices()).toHaveLength(1)
    await accept()
    const [, invoice] = await listInvoices()
    expect(invoice).toMatchObject({ paymentStatus: 'UNPAID', instalmentPosition: 3 })
    expectResponse(await writeOff(3), 200)
    // The call itself issues it, without a job.
    const credit = await Invoice.query(shop.db).where({ kind: 'credit_note' })
    expect(credit).toMatchObject([{ instalmentPosition: 3, refundId: null }])
    const all = await listInvoices()
    expect(all).toHaveLength(3)
    expect(all[2]).toMatchObject({
      charged: { amount: '519.60' },
      corrects: { serial: invoice?.serial, reason: 'written_off' },
    })
    expect(await statusOf()).toBe('paid')
  })
})

describe('an admin', () => {
  test('moves the due date of an instalment, which is counted anew', async () => {
    const move = (day: string) => admin.browser.put(`${at(2)}/due`, { day })
    expectRefused(await move('2099-12-01'), 'instalment_not_open')
    await deliver()
    await shop.db('order_instalments').where({ position: 2 }).update({ remindedDays: 3 })
    expectResponse(await move('2020-12-01'), 400)
    expectResponse(await move('2099-12-01'), 200)
    const { state, dueAt, remindedDays } = await instalmentAt(2)
    expect([state, dueAt?.toISOString().slice(0, 10), remindedDays]).toEqual(['due', '2099-12-01', 0])
    expect((await notesOf()).at(-1)).toMatch(/^At delivery: due on 1 Dec 2099 instead of /)
  })

  test('writes off what is left, and the order is paid', async () => {
    await deliver()
    expectResponse(await writeOff(1, 'No'), 409)
    expectResponse(await writeOff(2, ' '), 400)
    expectResponse(await writeOff(2), 200)
    expect(await statusOf()).toBe('instalment_paid')
    expect(await statusesOf(2, () => writeOff(3))).toEqual([200, 409])
    expect([await statesOf(), await statusOf()]).toEqual([['paid', 'written_off', 'written_off'], 'paid'])
    expect(await notesOf()).toContain('At delivery of $389.70 is written off: Insolvent')
  })

  const record = (position: number, received: string, fields: object = {}) =>
    admin.browser.post(`${at(position)}/transfer`, bankTransfer(received, { ...fields }))
  const WITHHELD = { withheld: '38.97' }

  test('records a bank transfer, which settles the instalment and asks no provider', async () => {
    await deliver()
    await shop.setFaults({ failRate: 1, dropWebhooks: true })
    expectResponse(await record(2, '350.73'), 400)
    expectResponse(await record(2, '350.73', WITHHELD), 200)
    const sums = { amountCents: 38_970, withheldCents: 3_897, instalmentPosition: 2 }
    const known = { providerPaymentId: 'UTR26110001', recordedBy: admin.user.id, status: 'captured' }
    const recorded = await Payment.query(shop.db).findOne({ provider: 'bank' })
    expect(recorded).toMatchObject({ ...sums, ...known, fulfilsOrder: true })
    expect([await statesOf(), await statusOf()]).toEqual([['paid', 'paid', 'waiting'], 'instalment_paid'])
    expectRefused(await record(2, '350.73', { ...WITHHELD, reference: 'another' }), 'instalment_not_open')
    expectRefused(await record(3, '519.60'), 'reference_used')
    expectResponse(await record(3, '519.60', { reference: 'UTR26110002' }), 200)
    expect(await statusOf()).toBe('paid')
    const { document } = (await buyer.get(`/api/orders/${id}/invoice?instalment=2`)).json<InvoiceResponse>()
    expect(document).toMatchObject({ paymentMethod: 'Bank transfer', paymentId: 'UTR26110001' })
    expect((await notesOf()).join()).toContain('$350.73 received on 2026-11-20, $38.97 withheld as tax')
  })

  test('gives it back by a transfer, for which no provider is asked', async () => {
    await deliver()
    await record(2, '350.73', WITHHELD)
    await shop.setFaults({ failRate: 1, dropWebhooks: true })
    const wanted = { amount: '389.70', reason: 'Asked for' }
    expectResponse(await admin.browser.post(`/api/admin/orders/${id}/refunds`, wanted), 201)
    const { id: refundId } = await Refund.query(shop.db).orderBy('id', 'desc').first().throwIfNotFound()
    await sendRefund(shop, refundId)
    expect(await Refund.query(shop.db).findById(refundId)).toMatchObject({
      status: 'failed',
      lastError: 'It was paid by bank transfer: refund it by bank transfer and record that',
    })
    const reference = { reference: 'UTR26120009' }
    expectResponse(await admin.browser.post(`/api/admin/refunds/${refundId}/transfers`, reference), 201)
    expect(await statusOf()).toBe('instalment_paid')
    expect(await Payment.query(shop.db).findOne({ provider: 'bank' })).toMatchObject({ status: 'refunded' })
  })
})
