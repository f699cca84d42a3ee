/** Reminders of due instalments, and admin actions on unpaid ones. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { InvoiceDocument, InvoiceResponse } from '#api/contract/money/invoices.ts'
import type { CreateOrderResponse, RetriedOrder } from '#api/contract/sales/checkout.ts'
import type { LinkedPayment } from '#api/contract/sales/payment-links.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { reconcileUnpaidOrders } from '#api/money/provider-events/reconcile.ts'
import { sendRefund } from '#api/money/refunds/jobs.ts'
import { DELIVERY_MAILS } from '#api/orders/deliveries/mails.ts'
import { ORDER_MAILS } from '#api/orders/order/mails.ts'
import { createInstalmentToken, createResumeToken } from '#api/orders/order/resume-token.ts'
import { queueMail } from '#api/platform/mail/outbox.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyInInstalments, payOrder } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertDispute } from '#db/testing/builders.ts'
import { runInstalmentClock } from './jobs.ts'
import { INSTALMENT_MAILS } from './mails.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' }, hasProcessRole: true })
checkBooksAfterEach(shop)
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let id: number
let buyer: Visitor
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  admin = await signInAsAdmin(shop)
  const bought = await buyInInstalments(shop)
  ;({ id, buyer } = bought)
})

const deliver = async () =>
  expect((await admin.browser.post(`/api/orders/${id}/deliveries`, { note: 'Done' })).statusCode).toBe(201)
const instalmentAt = (position: number) =>
  OrderInstalment.query(shop.db).findById([id, position]).throwIfNotFound()
const statesOf = async () =>
  (await OrderInstalment.query(shop.db).where({ orderId: id }).orderBy('position')).map(({ state }) => state)
const statusOf = async () => (await Order.query(shop.db).findById(id).throwIfNotFound()).paymentStatus
const listMails = async () =>
  (await OutboxMessage.query(shop.db).where({ kind: 'instalment_due' }).orderBy('id')).map(
    ({ payload }) => payload,
  )
const tokenOf = (position: number) => createInstalmentToken(shop.env, { orderId: id, position })
const byLink = (what: 'open' | 'pay', token: string) =>
  new Visitor(shop).post(`/api/payment-links/${what}`, { token })
const at = (position: number) => `/api/admin/orders/${id}/instalments/${position}`
const notesOf = async () =>
  (await OrderEvent.query(shop.db).where({ orderId: id, actorKind: 'admin' }).orderBy('id')).map(
    ({ note }) => note,
  )

describe('who has the link of the mail', () => {
  test('sees and pays this instalment alone, without signing in, until it is paid', async () => {
    await deliver()
    expect(await listMails()).toEqual([])
    const token = tokenOf(2)
    expect((await byLink('open', token)).json<LinkedPayment>()).toEqual({
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
    const order = (await stranger.post('/api/payment-links/pay', { token })).json<CreateOrderResponse>()
    expect(order.amount).toBe(38_970)
    expect(order.later).toBeUndefined()
    const paid = await payOrder(shop, stranger, order)
    expect(paid.json()).toEqual({ success: true, orderId: id })
    expect(await statesOf()).toEqual(['paid', 'paid', 'waiting'])
    for (const what of ['open', 'pay'] as const)
      expect((await byLink(what, token)).json()).toMatchObject({ code: 'instalment_not_due' })
  })

  test.each<[string, () => unknown]>([
    ['waits', () => undefined],
    [
      'lapses',
      async () => {
        await deliver()
        await admin.browser.patch(`/api/admin/orders/${id}/status`, { status: 'cancelled' })
      },
    ],
    [
      'is written off',
      async () => {
        await deliver()
        await admin.browser.post(`${at(2)}/write-off`, { reason: 'Insolvent' })
      },
    ],
  ])('pays nothing where the instalment %s', async (_, change) => {
    await change()
    for (const what of ['open', 'pay'] as const)
      expect((await byLink(what, tokenOf(2))).json()).toMatchObject({ code: 'instalment_not_due' })
  })

  test('has their money back where the instalment was written off before anybody reported it', async () => {
    await deliver()
    const order = (await byLink('pay', tokenOf(2))).json<CreateOrderResponse>()
    await shop.pay(order.razorpayOrderId ?? '')
    await admin.browser.post(`${at(2)}/write-off`, { reason: 'Insolvent' })
    await OrderInstalment.query(shop.db)
      .where({ orderId: id, position: 2 })
      .patch({ openedAt: new Date(Date.now() - 3_600_000) })
    await Order.query(shop.db).patch({ providerAskedAt: null, paidAt: new Date(Date.now() - 3_600_000) })
    await reconcileUnpaidOrders(shop, expect.fail)
    await shop.finishJobs()
    expect(await Payment.query(shop.db).where({ orderId: id }).orderBy('id')).toMatchObject([
      { fulfilsOrder: true },
      { fulfilsOrder: false, status: 'refunded' },
    ])
  })

  test('pays its instalment, whichever else is due', async () => {
    await deliver()
    await buyer.post(`/api/orders/${id}/deliveries/1/accept`)
    const order = (await byLink('pay', tokenOf(3))).json<CreateOrderResponse>()
    expect(order.amount).toBe(51_960)
  })

  test('cannot make another of it', async () => {
    await deliver()
    const [, ...rest] = tokenOf(2).split('.')
    for (const token of ['x', [`${id}-3`, ...rest].join('.'), [`${id}`, ...rest].join('.')])
      expect((await byLink('open', token)).json()).toMatchObject({ code: 'payment_link_invalid' })
    expect((await byLink('open', createResumeToken(shop.env, id))).json()).toMatchObject({
      code: 'order_paid',
    })
  })
})

describe('the customer', () => {
  test('is mailed once for each instalment, and not for one that waits again', async () => {
    await deliver()
    await buyer.post(`/api/orders/${id}/deliveries/1/accept`)
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

  const waiting = async () =>
    (
      await OutboxMessage.query(shop.db)
        .where({ state: 'queued' })
        .whereNotIn('kind', ['welcome', 'notification'])
        .orderBy('id')
    ).map(({ kind }) => kind)
  const context = { services: shop, outboxId: 0, messageId: 'x' }
  const textOf = (mail: object) => JSON.stringify(mail)
  async function payDue() {
    const { order } = (await buyer.post(`/api/orders/${id}/next-instalment`)).json<RetriedOrder>()
    expect((await payOrder(shop, buyer, order)).statusCode).toBe(200)
  }

  test('gets one mail about a delivery and what is due with it, and a receipt of the payment', async () => {
    await shop.finishJobs()
    await deliver()
    expect(await waiting()).toEqual(['delivered'])
    const delivered = await DELIVERY_MAILS.delivered.write({ orderId: id, number: 1 }, context)
    expect(textOf(delivered)).toMatch(/Pay \$389\.70.*checkout\?instalment=/)
    await payDue()
    expect(await waiting()).toEqual(['delivered', 'payment_receipt'])
    expect(textOf(await DELIVERY_MAILS.delivered.write({ orderId: id, number: 1 }, context))).not.toContain(
      'checkout?instalment=',
    )
    const receipt = await INSTALMENT_MAILS.payment_receipt.write({ orderId: id, position: 2 }, context)
    expect(receipt.subject).toBe(
      `Receipt: $389.70 for INV-${id}, ${(await Order.query(shop.db).findById(id))?.packageName}`,
    )
    expect(textOf(receipt)).toContain(`/dashboard?order=${id}&invoice=2`)
    await expect(
      INSTALMENT_MAILS.payment_receipt.write({ orderId: id, position: 3 }, context),
    ).rejects.toThrow('not paid')
  })

  test('gets one mail about an acceptance, what was due with it, and what was paid in that minute', async () => {
    await deliver()
    await payDue()
    await shop.finishJobs()
    await shop.db('outbox').where({ state: 'queued' }).delete()
    expect((await buyer.post(`/api/orders/${id}/deliveries/1/accept`)).statusCode).toBe(200)
    // It waits for a minute, so that it can mention payments made meanwhile.
    await shop.finishJobs()
    expect(await waiting()).toEqual(['delivery_accepted'])
    const accepted = { orderId: id, number: 1, by: 'customer' as const }
    expect(textOf(await DELIVERY_MAILS.delivery_accepted.write(accepted, context))).toContain(
      'checkout?instalment=',
    )
    await payDue()
    expect(await waiting()).toEqual(['delivery_accepted'])
    const text = textOf(await DELIVERY_MAILS.delivery_accepted.write(accepted, context))
    expect(text).not.toContain('checkout?instalment=')
    expect(text).toContain(`/dashboard?order=${id}&invoice=3`)
    expect(text).toContain('Paid: At completion')
  })

  test('gets one mail where the team completes the order, with what is due', async () => {
    await shop.finishJobs()
    await admin.browser.patch(`/api/admin/orders/${id}/status`, { status: 'completed' })
    expect(await waiting()).toEqual(['status_changed'])
    const mail = await ORDER_MAILS.status_changed.write(
      { orderId: id, from: 'pending', to: 'completed' },
      context,
    )
    expect(textOf(mail)).toMatch(/Pay \$389\.70.*checkout\?instalment=/)
  })

  async function pass(days: number) {
    await shop
      .db('order_instalments')
      .where({ state: 'due' })
      .update({ dueAt: shop.db.raw('due_at - make_interval(secs => ?)', [days * 86_400]) })
    const failures: unknown[] = []
    await Promise.all([1, 2].map(() => runInstalmentClock(shop, (error) => failures.push(error))))
    expect(failures).toEqual([])
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
    await admin.browser.patch(`/api/admin/orders/${id}/status`, { status: 'cancelled' })
    expect([await pass(9), await isOverdue()]).toEqual([[3], false])
  })
})

test('what is not paid in time is never cancelled by reconciliation', async () => {
  await deliver()
  await buyer.post(`/api/orders/${id}/next-instalment`)
  await shop.db('orders').update({ createdAt: new Date('2026-01-01'), paidAt: new Date('2026-01-01') })
  await shop
    .db('order_instalments')
    .where({ position: 2 })
    .update({ openedAt: new Date(Date.now() - 7_200_000) })
  await reconcileUnpaidOrders(shop, (error) => expect.fail(String(error)))
  expect(await Order.query(shop.db).findById(id)).toMatchObject({ status: 'processing' })
  expect(await statesOf()).toEqual(['paid', 'due', 'waiting'])
})

describe('an instalment that is not paid when the work is accepted', () => {
  const listInvoices = async () => {
    await issueDocuments(shop.db, id)
    const rows = await Invoice.query(shop.db).where({ orderId: id }).orderBy('id')
    return rows.map(({ kind, instalmentPosition, document }) => ({
      ...(JSON.parse(document ?? '') as InvoiceDocument),
      kind,
      instalmentPosition,
    }))
  }
  const accept = async () => {
    await deliver()
    expect(await listInvoices()).toHaveLength(1)
    await buyer.post(`/api/orders/${id}/deliveries/1/accept`)
  }

  test('is invoiced then, and not again once it is paid', async () => {
    await accept()
    const [first, second, third, ...none] = await listInvoices()
    expect(none).toEqual([])
    expect([first, second, third]).toMatchObject([
      { paymentStatus: 'PAID', instalmentPosition: 1 },
      { paymentStatus: 'UNPAID', instalmentPosition: 2, charged: { amount: '389.70' } },
      { paymentStatus: 'UNPAID', instalmentPosition: 3, charged: { amount: '519.60' } },
    ])
    expect(third?.lines[0]?.note).toMatch(
      new RegExp(
        `Instalment 3 of 3: At completion\\. Earlier invoices: ${first?.serial}, ${second?.serial}$`,
      ),
    )
    expect(third?.paymentId).toBeUndefined()
    for (const _ of [2, 3]) {
      const { order } = (await buyer.post(`/api/orders/${id}/next-instalment`)).json<RetriedOrder>()
      await payOrder(shop, buyer, order)
    }
    expect([await statusOf(), (await listInvoices()).length]).toEqual(['paid', 3])
  })

  test('is taken back by a credit note where it is written off, and no other is', async () => {
    await deliver()
    await admin.browser.post(`${at(2)}/write-off`, { reason: 'Insolvent' })
    expect(await listInvoices()).toHaveLength(1)
    await buyer.post(`/api/orders/${id}/deliveries/1/accept`)
    const [, invoice] = await listInvoices()
    expect(invoice).toMatchObject({ paymentStatus: 'UNPAID', instalmentPosition: 3 })
    expect((await admin.browser.post(`${at(3)}/write-off`, { reason: 'Insolvent' })).statusCode).toBe(200)
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
    const early = await admin.browser.put(`${at(2)}/due`, { day: '2099-12-01' })
    expect(early.json(), early.body).toMatchObject({ code: 'instalment_not_open' })
    await deliver()
    await shop.db('order_instalments').where({ position: 2 }).update({ remindedDays: 3 })
    expect((await admin.browser.put(`${at(2)}/due`, { day: '2020-12-01' })).statusCode).toBe(400)
    expect((await admin.browser.put(`${at(2)}/due`, { day: '2099-12-01' })).statusCode).toBe(200)
    const { state, dueAt, remindedDays } = await instalmentAt(2)
    expect([state, dueAt?.toISOString().slice(0, 10), remindedDays]).toEqual(['due', '2099-12-01', 0])
    expect((await notesOf()).at(-1)).toMatch(/^At delivery: due on 1 Dec 2099 instead of /)
  })

  test('writes off what is left, and the order is paid', async () => {
    await deliver()
    expect((await admin.browser.post(`${at(1)}/write-off`, { reason: 'No' })).statusCode).toBe(409)
    expect((await admin.browser.post(`${at(2)}/write-off`, { reason: ' ' })).statusCode).toBe(400)
    expect((await admin.browser.post(`${at(2)}/write-off`, { reason: 'Insolvent' })).statusCode).toBe(200)
    expect(await statusOf()).toBe('instalment_paid')
    const both = await Promise.all(
      [1, 2].map(() => admin.browser.post(`${at(3)}/write-off`, { reason: 'Insolvent' })),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect([await statesOf(), await statusOf()]).toEqual([['paid', 'written_off', 'written_off'], 'paid'])
    expect(await notesOf()).toContain('At delivery of $389.70 is written off: Insolvent')
  })

  const transfer = {
    reference: 'utr 2611 0001',
    receivedOn: '2026-11-20',
    proof: 'Statement of November, line 7',
    received: '350.73',
    withheld: '38.97',
  }
  const record = (position: number, body = transfer) => admin.browser.post(`${at(position)}/transfer`, body)

  test('records a bank transfer, which settles the instalment and asks no provider', async () => {
    await deliver()
    await shop.setFaults({ failRate: 1, dropWebhooks: true })
    expect((await record(2, { ...transfer, withheld: '0' })).statusCode).toBe(400)
    expect((await record(2)).statusCode).toBe(200)
    expect(await Payment.query(shop.db).findOne({ provider: 'bank' })).toMatchObject({
      providerPaymentId: 'UTR26110001',
      amountCents: 38_970,
      withheldCents: 3_897,
      instalmentPosition: 2,
      fulfilsOrder: true,
      status: 'captured',
      recordedBy: admin.user.id,
    })
    expect([await statesOf(), await statusOf()]).toEqual([['paid', 'paid', 'waiting'], 'instalment_paid'])
    expect((await record(2, { ...transfer, reference: 'another' })).json()).toMatchObject({
      code: 'instalment_not_open',
    })
    const last = { ...transfer, reference: 'UTR26110001', received: '519.60', withheld: '0' }
    expect((await record(3, last)).json()).toMatchObject({ code: 'reference_used' })
    expect((await record(3, { ...last, reference: 'UTR26110002' })).statusCode).toBe(200)
    expect(await statusOf()).toBe('paid')
    const { document } = (await buyer.get(`/api/orders/${id}/invoice?instalment=2`)).json<InvoiceResponse>()
    expect(document).toMatchObject({ paymentMethod: 'Bank transfer', paymentId: 'UTR26110001' })
    expect((await notesOf()).join()).toContain('$350.73 received on 2026-11-20, $38.97 withheld as tax')
  })

  test('gives it back by a transfer, for which no provider is asked', async () => {
    await deliver()
    await record(2)
    await shop.setFaults({ failRate: 1, dropWebhooks: true })
    const asked = await admin.browser.post(`/api/admin/orders/${id}/refunds`, {
      amount: '389.70',
      reason: 'Asked for',
    })
    expect(asked.statusCode).toBe(201)
    const { id: refundId } = await Refund.query(shop.db).orderBy('id', 'desc').first().throwIfNotFound()
    await sendRefund(shop, refundId)
    expect(await Refund.query(shop.db).findById(refundId)).toMatchObject({
      status: 'failed',
      lastError: 'It was paid by bank transfer: refund it by bank transfer and record that',
    })
    const sent = await admin.browser.post(`/api/admin/refunds/${refundId}/transfers`, {
      reference: 'UTR26120009',
    })
    expect([sent.statusCode, await statusOf()]).toEqual([201, 'instalment_paid'])
    expect(await Payment.query(shop.db).findOne({ provider: 'bank' })).toMatchObject({ status: 'refunded' })
  })
})
