/** How later instalments of an order become due, and how the customer pays them. */
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod'
import type { OrderRefundRequest } from '#api/contract/money/refund-requests.ts'
import type { AdminOrderDetail, ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { OrderInstalmentPaidEvent, OrderPaidEvent } from '#api/contract/orders/order-events.ts'
import type { CustomerOrder, OrderDetail } from '#api/contract/orders/orders.ts'
import type { RetriedOrder } from '#api/contract/sales/checkout.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyInInstalments, getOrder, payOrder, verifyBody } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { WebhookMessage } from '#db/models/outbound/webhook-endpoint.ts'
import {
  insertAssignment,
  insertDispute,
  insertEndpoint,
  insertOrder,
  insertUser,
} from '#db/testing/builders.ts'

const shop = openTestApp({ hasProcessRole: true })
let admin: SignedIn
beforeEach(async () => {
  await shop.setFaults({ dropWebhooks: true })
  admin = await signInAsAdmin(shop)
})

/** Asks for the next instalment. */
const open = (browser: Visitor, id: number) => browser.post(`/api/orders/${id}/next-instalment`)
const openNext = async (browser: Visitor, id: number) =>
  (await succeed<RetriedOrder>(open(browser, id))).order
const deliver = async (id: number) =>
  expectResponse(await admin.browser.post(`/api/orders/${id}/deliveries`, { note: 'Done' }), 201)
const setStatus = async (id: number, status: string) =>
  expectResponse(await admin.browser.patch(`/api/admin/orders/${id}/status`, { status }), 200)

describe('paying the instalments that follow', () => {
  checkBooksAfterEach(shop)

  /** An order whose first of three instalments is paid, and the second due. */
  async function buyDelivered() {
    const bought = await buyInInstalments(shop)
    await deliver(bought.id)
    return bought
  }
  const statesOf = async (orderId: number) =>
    (await OrderInstalment.query(shop.db).where({ orderId }).orderBy('position')).map(({ state }) => state)

  describe('a later instalment', () => {
    test('is due once the work is delivered or accepted, and its customer pays one after the other', async () => {
      const { id, buyer } = await buyInInstalments(shop)
      expectRefused(await open(buyer, id), 'instalment_not_due')
      await deliver(id)
      expect(await statesOf(id)).toEqual(['paid', 'due', 'waiting'])
      expectResponse(await buyer.post(`/api/orders/${id}/deliveries/1/accept`), 200)
      expect(await statesOf(id)).toEqual(['paid', 'due', 'due'])
      for (const [amount, paymentStatus] of [
        [38_970, 'instalment_paid'],
        [51_960, 'paid'],
      ] as const) {
        const order = await openNext(buyer, id)
        expect(order).toMatchObject({ id, amount, currency: 'USD' })
        expectResponse(await payOrder(shop, buyer, order), 200)
        expect(await getOrder(shop, id)).toMatchObject({ paymentStatus })
      }
      expectRefused(await open(buyer, id), 'instalment_not_due')
      expect(await Payment.query(shop.db).where({ fulfilsOrder: true }).resultSize()).toBe(3)
    })

    test('is opened at the provider once, however often it is asked for', async () => {
      const { id, buyer } = await buyDelivered()
      const opened = await Promise.all([1, 2, 3].map(() => openNext(buyer, id)))
      const ids = new Set(opened.map(({ razorpayOrderId }) => razorpayOrderId))
      expect(ids.size).toBe(1)
      const [providerOrderId = ''] = ids
      const instalment = await OrderInstalment.query(shop.db).findById([id, 2])
      expect(instalment).toMatchObject({ providerOrderId, state: 'due', openedAt: expect.any(Date) })
      expect((await getOrder(shop, id)).providerOrderId).not.toBe(providerOrderId)
    })

    test('whose payment was not reported is settled before it is opened again', async () => {
      const { id, buyer } = await buyDelivered()
      const { razorpayOrderId } = await openNext(buyer, id)
      await shop.pay(razorpayOrderId ?? '')
      expectRefused(await open(buyer, id), 'instalment_not_due')
      expect(await statesOf(id)).toEqual(['paid', 'paid', 'waiting'])
    })

    test('waits again where the delivery is undone, unless its payment was opened', async () => {
      const { id } = await buyDelivered()
      const undo = async () =>
        expectResponse(await admin.browser.post(`/api/orders/${id}/deliveries/1/undo`), 200)
      await undo()
      expect(await statesOf(id)).toEqual(['paid', 'waiting', 'waiting'])
      await deliver(id)
      await OrderInstalment.query(shop.db).findById([id, 2]).patch({ openedAt: new Date() })
      await undo()
      expect(await statesOf(id)).toEqual(['paid', 'due', 'waiting'])
    })

    test('waits again where the order is not completed after all', async () => {
      const { id, buyer } = await buyDelivered()
      await setStatus(id, 'completed')
      expect(await statesOf(id)).toEqual(['paid', 'due', 'due'])
      await setStatus(id, 'processing')
      expect(await statesOf(id)).toEqual(['paid', 'due', 'waiting'])
      await setStatus(id, 'completed')
      await payOrder(shop, buyer, await openNext(buyer, id))
      await open(buyer, id)
      await setStatus(id, 'processing')
      expect(await statesOf(id)).toEqual(['paid', 'paid', 'due'])
    })

    test('lapses where the order is cancelled, until that is taken back', async () => {
      const { id, buyer } = await buyDelivered()
      const order = await openNext(buyer, id)
      await setStatus(id, 'cancelled')
      expect(await statesOf(id)).toEqual(['paid', 'lapsed', 'lapsed'])
      expectRefused(await open(buyer, id), 'instalment_not_due')
      // A payment made meanwhile is refunded.
      expectResponse(await payOrder(shop, buyer, order), 400)
      const second = await Payment.query(shop.db).findOne({ flag: 'second_capture' })
      expect(second).toMatchObject({ amountCents: 38_970 })
      await setStatus(id, 'processing')
      expect(await statesOf(id)).toEqual(['paid', 'due', 'waiting'])
    })

    test('stays due for work that is done where an admin says so as the order is cancelled', async () => {
      const { id, buyer } = await buyInInstalments(shop)
      const cancel = (stillDue: number[], status = 'cancelled') =>
        admin.browser.patch(`/api/admin/orders/${id}/status`, { status, stillDue })
      expectResponse(await cancel([2], 'completed'), 400, { issues: [{ path: 'stillDue' }] })
      expectResponse(await cancel([2]), 200)
      expect(await statesOf(id)).toEqual(['paid', 'due', 'lapsed'])
      // After the order is reopened, the instalment waits for the delivery again.
      await setStatus(id, 'processing')
      expect(await statesOf(id)).toEqual(['paid', 'waiting', 'waiting'])
      await cancel([2])
      const order = await openNext(buyer, id)
      expectResponse(await payOrder(shop, buyer, order), 200)
      expect(await statesOf(id)).toEqual(['paid', 'paid', 'lapsed'])
      // A lapsed instalment counts as unpaid, because the order can go on.
      expect(await getOrder(shop, id)).toMatchObject({
        paymentStatus: 'instalment_paid',
        status: 'cancelled',
      })
      await setStatus(id, 'completed')
      expect(await statesOf(id)).toEqual(['paid', 'paid', 'due'])
    })

    test('lapses where its customer is erased, with what the provider wrote of it', async () => {
      const { id, userId, buyer } = await buyDelivered()
      const order = await openNext(buyer, id)
      await setStatus(id, 'completed')
      await shop.db('provider_events').insert({
        event_id: 'evt_1',
        event_type: 'payment.captured',
        provider: shop.gateway.name,
        payload: { order_id: order.razorpayOrderId },
        processed_at: new Date(),
      })
      expect((await admin.browser.post(`/api/admin/users/${userId}/erasure`)).statusCode).toBe(204)
      expect(await statesOf(id)).toEqual(['paid', 'lapsed', 'lapsed'])
      expect(await shop.db('provider_events').where({ event_id: 'evt_1' }).pluck('payload')).toEqual([{}])
    })
  })

  test('an order is disputed once all that pays it is', async () => {
    const { id, buyer } = await buyDelivered()
    await payOrder(shop, buyer, await openNext(buyer, id))
    const read = async () => (await buyer.get(`/api/orders/${id}/refund-request`)).json<OrderRefundRequest>()
    const [first, second] = await Payment.query(shop.db).orderBy('id')
    const dispute = (payment: Payment | undefined) =>
      insertDispute(shop.db, { orderId: id, paymentId: payment?.id ?? null })
    await dispute(second)
    expect((await read()).isDisputed).toBe(false)
    await dispute(first)
    expect((await read()).isDisputed).toBe(true)
    const refund = await admin.browser.post(`/api/admin/orders/${id}/refunds`, { reason: 'Asked for' })
    expectRefused(refund, 'in_dispute')
  })

  test('a partly paid order is found among those that can be assigned', async () => {
    const { id } = await buyInInstalments(shop)
    const list = await admin.browser.get('/api/admin/orders?hasPayment=true')
    expect(list.json<ListedOrder[]>().map((order) => order.id)).toEqual([id])
  })
})

describe('reading an order in instalments', () => {
  const FIELDS = ['paidAmount', 'amountDue', 'instalments']

  test('customers and admins read what is paid, what is due and each instalment', async () => {
    const { browser } = admin
    const { id, buyer } = await buyInInstalments(shop)
    await issueDocuments(shop.db, id)
    await deliver(id)
    const at = expect.stringMatching(/Z$/)
    const open = { paidAt: null, dueAt: null, hasInvoice: false }
    const first = { position: 1, label: 'To begin', amount: '389.70', due: 'purchase' }
    const second = { position: 2, label: 'At delivery', amount: '389.70', due: 'delivered' }
    const third = { position: 3, label: 'At completion', amount: '519.60', due: 'accepted' }
    const seen = {
      amount: '1299.00',
      paidAmount: '389.70',
      amountDue: '389.70',
      paymentStatus: 'instalment_paid',
      instalments: [
        { ...first, state: 'paid', hasInvoice: true, dueAt: at, paidAt: at },
        { ...second, ...open, state: 'due', dueAt: at },
        { ...third, ...open, state: 'waiting' },
      ],
    }
    expect((await buyer.get('/api/orders')).json<CustomerOrder[]>()).toMatchObject([seen])
    expect((await buyer.get(`/api/orders/${id}`)).json<OrderDetail>()).toMatchObject(seen)
    expect((await browser.get(`/api/admin/orders/${id}`)).json<AdminOrderDetail>()).toMatchObject(seen)
    const [listed] = (await browser.get('/api/admin/orders')).json<ListedOrder[]>()
    expect(listed).toMatchObject({ paidAmount: '389.70', amountDue: '389.70' })
    const filtered = await browser.get('/api/admin/orders.csv?paymentStatus=instalment_paid')
    expect(filtered.body).toMatch(/"instalment_paid".*"USD","389\.70"/)
  })

  test('programs are told of each instalment that leaves something, and once that all is paid', async () => {
    await insertEndpoint(shop.db, { events: ['order.paid', 'order.instalment_paid'] })
    const { id, buyer } = await buyInInstalments(shop)
    await setStatus(id, 'completed')
    for (const _ of [2, 3]) {
      const order = await openNext(buyer, id)
      // Repeating the report of a payment sends no second webhook.
      const report = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
      for (const _again of [1, 2]) expectResponse(await buyer.post('/api/verify-payment', report), 200)
    }
    const { timeline } = (await buyer.get(`/api/orders/${id}`)).json<OrderDetail>()
    expect(timeline.filter(({ step }) => step === 'paid')).toHaveLength(3)
    const sent = await WebhookMessage.query(shop.db).orderBy('id')
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length)
    const events = sent.map(({ payload }) => payload as z.infer<typeof OrderPaidEvent>)
    const whole = { orderId: id, amount: '1299.00' }
    expect(events).toMatchObject([
      { type: 'order.instalment_paid', data: { ...whole, paidAmount: '389.70', amountDue: '0.00' } },
      { type: 'order.instalment_paid', data: { ...whole, paidAmount: '779.40', amountDue: '519.60' } },
      { type: 'order.paid', data: { ...whole, paidAmount: '1299.00', amountDue: '0.00' } },
    ])
    expect(events.map(({ data }) => data.paymentStatus)).toEqual([
      'instalment_paid',
      'instalment_paid',
      'paid',
    ])
    expect(OrderInstalmentPaidEvent.strict().parse(events[0])).toEqual(events[0])
    expect(OrderPaidEvent.strict().parse(events[2])).toEqual(events[2])
  })

  test('nobody reads instalments of an order that is paid at once, and staff never do', async () => {
    const { browser, user } = admin
    const customer = await insertUser(shop.db)
    const order = await insertOrder(shop.db, { userId: customer.id })
    const own = await openSession(shop, customer.id)
    const reads = [
      await own.get('/api/orders'),
      await own.get(`/api/orders/${order.id}`),
      await browser.get('/api/admin/orders'),
      await browser.get(`/api/admin/orders/${order.id}`),
    ]
    const { id } = await buyInInstalments(shop)
    const staff = await insertUser(shop.db, { isStaff: true })
    await insertAssignment(shop.db, { orderId: id, staffId: staff.id, assignedById: user.id })
    const worker = await openSession(shop, staff.id)
    reads.push(await worker.get('/api/staff/assignments'))
    for (const { statusCode, body } of reads) {
      expect(statusCode).toBe(200)
      for (const field of FIELDS) expect(body).not.toContain(`"${field}"`)
    }
  })
})
