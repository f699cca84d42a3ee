/** What customers and admins read of an order that is paid in parts. */
import { beforeEach, expect, test } from 'vitest'
import type * as z from 'zod'
import { WebhookDelivery } from '../../../db/models/webhook-endpoint.ts'
import { insertAssignment, insertEndpoint, insertOrder, insertUser } from '../../../db/testing/builders.ts'
import type { AdminOrderDetail, ListedOrder } from '../../contract/admin-orders.ts'
import type { RetriedOrder } from '../../contract/checkout.ts'
import type { CustomerOrder, OrderDetail } from '../../contract/orders.ts'
import { OrderPaidEvent, OrderPartPaidEvent } from '../../contract/webhooks.ts'
import { signInAsAdmin } from '../../testing/back-office.ts'
import { buyInParts, verifyBody } from '../../testing/buyer.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { issueDocuments } from '../invoices/issue.ts'

const shop = openTestApp({ hasProcessRole: true })
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const FIELDS = ['paidAmount', 'amountDue', 'parts']

test('customers and admins read what is paid, what is due and each part', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const { id, buyer } = await buyInParts(shop)
  await issueDocuments(shop.db, id)
  await admin.post(`/api/orders/${id}/deliveries`, { note: 'Done' })
  const part = (position: number, label: string, amount: string, due: string) => ({
    ...{ position, label, amount, due, paidAt: null, dueAt: null, hasInvoice: false },
  })
  const seen = {
    ...{ amount: '1299.00', paidAmount: '389.70', amountDue: '389.70', paymentStatus: 'part_paid' },
    parts: [
      {
        ...part(1, 'To begin', '389.70', 'purchase'),
        ...{
          state: 'paid',
          hasInvoice: true,
          dueAt: expect.any(String),
          paidAt: expect.stringMatching(/Z$/),
        },
      },
      { ...part(2, 'At delivery', '389.70', 'delivered'), state: 'due', dueAt: expect.stringMatching(/Z$/) },
      { ...part(3, 'At completion', '519.60', 'accepted'), state: 'waiting' },
    ],
  }
  const [own] = (await buyer.get('/api/orders')).json<CustomerOrder[]>()
  expect(own).toMatchObject(seen)
  expect((await buyer.get(`/api/orders/${id}`)).json<OrderDetail>()).toMatchObject(seen)
  expect((await admin.get(`/api/admin/orders/${id}`)).json<AdminOrderDetail>()).toMatchObject(seen)
  const [listed] = (await admin.get('/api/admin/orders')).json<ListedOrder[]>()
  expect(listed).toMatchObject({ paidAmount: '389.70', amountDue: '389.70' })
  const filtered = await admin.get('/api/admin/orders.csv?paymentStatus=part_paid')
  expect(filtered.body).toMatch(/"part_paid".*"USD","389\.70"/)
})

test('programs are told of each part that leaves something, and once that all is paid', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  await insertEndpoint(shop.db, { events: ['order.paid', 'order.part_paid'] })
  const { id, buyer } = await buyInParts(shop)
  await admin.patch(`/api/admin/orders/${id}/status`, { status: 'completed' })
  for (const _ of [2, 3]) {
    const next = await buyer.post(`/api/orders/${id}/next-part`)
    const { order } = next.json<RetriedOrder>()
    // The second report of a payment tells nothing.
    const report = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
    for (const _again of [1, 2]) {
      expect((await buyer.post('/api/verify-payment', report)).statusCode).toBe(200)
    }
  }
  const { timeline } = (await buyer.get(`/api/orders/${id}`)).json<OrderDetail>()
  expect(timeline.filter(({ step }) => step === 'paid')).toHaveLength(3)
  const told = await WebhookDelivery.query(shop.db).orderBy('id')
  const events = told.map(({ payload }) => payload as z.infer<typeof OrderPaidEvent>)
  const whole = { orderId: id, amount: '1299.00' }
  expect(events).toMatchObject([
    { type: 'order.part_paid', data: { ...whole, paidAmount: '389.70', amountDue: '0.00' } },
    { type: 'order.part_paid', data: { ...whole, paidAmount: '779.40', amountDue: '519.60' } },
    { type: 'order.paid', data: { ...whole, paidAmount: '1299.00', amountDue: '0.00' } },
  ])
  expect(events.map(({ data }) => data.paymentStatus)).toEqual(['part_paid', 'part_paid', 'paid'])
  expect(OrderPartPaidEvent.strict().parse(events[0])).toEqual(events[0])
  expect(OrderPaidEvent.strict().parse(events[2])).toEqual(events[2])
})

test('nobody reads parts of an order that is paid at once, and staff never do', async () => {
  const { browser: admin, user } = await signInAsAdmin(shop)
  const customer = await insertUser(shop.db)
  const order = await insertOrder(shop.db, { userId: customer.id })
  const own = await openSession(shop, customer.id)
  const reads = [
    await own.get('/api/orders'),
    await own.get(`/api/orders/${order.id}`),
    await admin.get('/api/admin/orders'),
    await admin.get(`/api/admin/orders/${order.id}`),
  ]
  const { id } = await buyInParts(shop)
  const staff = await insertUser(shop.db, { isStaff: true })
  await insertAssignment(shop.db, { orderId: id, staffId: staff.id, assignedById: user.id })
  const worker = await openSession(shop, staff.id)
  reads.push(await worker.get('/api/staff/assignments'))
  for (const { statusCode, body } of reads) {
    expect(statusCode).toBe(200)
    for (const field of FIELDS) expect(body).not.toContain(`"${field}"`)
  }
})
