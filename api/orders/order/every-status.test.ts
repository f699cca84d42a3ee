/** What each act does to an order of each status: a wrong property of a status changes a cell. */
import { beforeEach, expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '#api/rules/orders.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { CouponRedemption, type Order, OrderEvent } from '#db/models/orders/order.ts'
import {
  insertAssignment,
  insertCoupon,
  insertOrder,
  insertPackage,
  insertPaidOrder,
  insertQuestion,
} from '#db/testing/builders.ts'
import { hasWorkStarted } from './beginning.ts'
import { cancelRefundedOrder, cancelUnpaidOrder, changeOrderStatus } from './order-status.ts'

const shop = openTestApp()
let admin: SignedIn
let sam: SignedIn
let grace: SignedIn

beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  sam = await signInAs(shop, { firstName: 'Sam', email: 'sam@shop.example', isStaff: true })
  grace = await signInAs(shop, { firstName: 'Grace', email: 'grace@example.com' })
})

const orderIn = (status: OrderStatus) => insertPaidOrder(shop.db, { userId: grace.user.id, status })
const setTo = (order: Order, status: OrderStatus, more = {}) =>
  changeOrderStatus(shop, { orderId: order.id, status, adminId: admin.user.id, ...more })
const inTransaction = <Result>(work: Parameters<typeof shop.db.transaction<Result>>[0]) =>
  shop.db.transaction(work)

/** An order with a required question that is not answered. */
async function askedIn(status: OrderStatus) {
  const { id: packageId } = await insertPackage(shop.db)
  const { id: questionId } = await insertQuestion(shop.db, { packageId })
  const order = await insertPaidOrder(shop.db, { userId: grace.user.id, status, packageId })
  return { order, questionId }
}

/** Another status, from which an admin sets this one. */
const before = (status: OrderStatus): OrderStatus => (status === 'completed' ? 'cancelled' : 'completed')

/** @returns the status after the act, with the number of entries that its history has got, or the refusal */
async function after(order: Order, act: () => Promise<unknown>): Promise<string> {
  const count = () => OrderEvent.query(shop.db).where({ orderId: order.id, kind: 'status' }).resultSize()
  const had = await count()
  try {
    const done = await act()
    if (done && typeof done === 'object' && 'statusCode' in done && Number(done.statusCode) >= 400)
      return 'refused'
  } catch {
    return 'refused'
  }
  return `${(await order.$query(shop.db)).status} +${(await count()) - had}`
}

const ACTS: Readonly<Record<string, (status: OrderStatus) => Promise<string>>> = {
  async delivered(status) {
    const order = await orderIn(status)
    return after(order, () => admin.browser.post(`/api/orders/${order.id}/deliveries`, { note: 'Done' }))
  },
  async started(status) {
    const order = await orderIn(status)
    const work = { orderId: order.id, staffId: sam.user.id, assignedById: admin.user.id }
    const { id } = await insertAssignment(shop.db, work)
    const body = { status: 'in_progress' }
    return after(order, () => sam.browser.put(`/api/staff/assignments/${id}/status`, body))
  },
  async answered(status) {
    const { order, questionId } = await askedIn(status)
    const answers = { [questionId]: 'example.com' }
    return after(order, () => grace.browser.post(`/api/orders/${order.id}/answers`, { answers }))
  },
  async asks(status) {
    const { order } = await askedIn(status)
    return (await grace.browser.get(`/api/orders/${order.id}`)).json().awaitsAnswers ? 'yes' : 'no'
  },
  async 'never begun'(status) {
    const order = await orderIn(before(status))
    return after(order, () => setTo(order, status, { hadWorkBegun: false }))
  },
  async begun(status) {
    const order = await orderIn(before(status))
    await setTo(order, status)
    return (await hasWorkStarted(shop.db, order.id)) ? 'yes' : 'no'
  },
  async ready(status) {
    const order = await orderIn(status)
    const byCustomer = { actorKind: 'customer', fromValue: 'pending', toValue: status } as const
    await OrderEvent.query(shop.db).insert({ orderId: order.id, kind: 'status', ...byCustomer })
    return (await admin.browser.get(`/api/admin/orders/${order.id}`)).json().readyTo ?? '-'
  },
  async ended(status) {
    const order = await orderIn(before(status))
    await setTo(order, status)
    const { work } = (await grace.browser.get(`/api/orders/${order.id}/work`)).json()
    return work.endedBy ?? '-'
  },
  async 'given up'(status) {
    const order = await insertOrder(shop.db, { paymentStatus: 'unpaid', status })
    return after(order, () => inTransaction((trx) => cancelUnpaidOrder(shop.jobs, trx, order.id)))
  },
  async refunded(status) {
    const order = await orderIn(status)
    return after(order, () => inTransaction((trx) => cancelRefundedOrder(shop.jobs, trx, order.id, 'system')))
  },
  async coupon(status) {
    const order = await orderIn(before(status))
    const coupon = await insertCoupon(shop.db, { usedCount: 1 })
    const use = { couponId: coupon.id, orderId: order.id, emailKey: grace.user.email }
    await CouponRedemption.query(shop.db).insert({ ...use, status: 'redeemed' })
    await setTo(order, status)
    return (await CouponRedemption.query(shop.db).findOne({ orderId: order.id }).throwIfNotFound()).status
  },
  async step(status) {
    const order = await orderIn(before(status))
    await setTo(order, status)
    return (await grace.browser.get(`/api/orders/${order.id}`)).json().timeline.at(-1).step
  },
}

/** By act, what it makes of a paid order that is pending, processing, completed, cancelled. */
const TABLE = `
delivered   | processing +1 | processing +0 | refused      | refused
started     | processing +1 | processing +1 | completed +0 | cancelled +0
answered    | processing +1 | processing +0 | refused      | refused
asks        | yes           | yes           | no           | no
never begun | pending +1    | refused       | refused      | refused
begun       | no            | yes           | yes          | no
ready       | -             | start         | -            | -
ended       | -             | -             | team         | -
given up    | cancelled +1  | processing +0 | completed +0 | cancelled +0
refunded    | cancelled +1  | cancelled +1  | completed +0 | cancelled +0
coupon      | redeemed      | redeemed      | redeemed     | released
step        | reopened      | reopened      | completed    | cancelled
`
const cells = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [act = '', ...results] = line.split('|').map((cell) => cell.trim())
    return results.map((result, index) => [act, ORDER_STATUSES[index] ?? 'pending', result] as const)
  })

test('every act and every status has a cell', () => {
  expect(cells).toHaveLength(Object.keys(ACTS).length * ORDER_STATUSES.length)
})

test.each(cells)('%s: an order that is %s becomes: %s', async (act, status, result) => {
  expect(await ACTS[act]?.(status)).toBe(result)
})
