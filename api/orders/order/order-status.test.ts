import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderHistoryEvent } from '#api/contract/orders/admin-orders.ts'
import { ORDER_STATUSES } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { getOrder } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, statusesOf } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { CouponRedemption, type Order, OrderEvent } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import {
  insertAssignment,
  insertCoupon,
  insertDelivery,
  insertOrder,
  insertPaidOrder,
} from '#db/testing/builders.ts'
import { hasWorkStarted } from './beginning.ts'
import { getOrderDetail } from './order-detail.ts'

/** Set with every change, for programs that poll lists. */
const CHANGED = { changedIn: expect.any(String), changedAt: expect.any(Date) }

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})

const setStatus = (orderId: number, status: unknown, more: object = {}) =>
  admin.browser.patch(`/api/admin/orders/${orderId}/status`, { status, ...more })
const undo = (orderId: number, who = admin) => who.browser.post(`/api/admin/orders/${orderId}/status/undo`)
const readHistory = async (orderId: number) =>
  (await admin.browser.get(`/api/admin/orders/${orderId}/history`)).json<OrderHistoryEvent[]>()
const readSteps = async ({ id: orderId, userId }: Order) => {
  const user = await User.query(shop.db)
    .findById(userId ?? 0)
    .throwIfNotFound()
  return (await getOrderDetail(shop.db, { orderId, user })).timeline.map(({ step }) => step)
}

/** An order that has reserved a use of its coupon. */
async function insertDiscounted(
  coupon: Coupon,
  isPaid = true,
  useStatus: CouponRedemption['status'] = isPaid ? 'redeemed' : 'reserved',
): Promise<Order> {
  const order = await insertOrder(shop.db, {
    couponId: coupon.id,
    couponCode: coupon.code,
    paymentStatus: isPaid ? 'paid' : 'unpaid',
    ...(useStatus === 'released' && { status: 'cancelled' }),
  })
  const use = { couponId: coupon.id, orderId: order.id, emailKey: 'clara@example.com' }
  await CouponRedemption.query(shop.db).insert({ ...use, status: useStatus })
  if (useStatus !== 'released') await Coupon.query(shop.db).findById(coupon.id).increment('usedCount', 1)
  return order
}

async function useOf(order: Order) {
  const redemption = await CouponRedemption.query(shop.db).findOne({ orderId: order.id }).throwIfNotFound()
  const coupon = await Coupon.query(shop.db).findById(redemption.couponId).throwIfNotFound()
  return { use: redemption.status, usedCount: coupon.usedCount }
}

describe('the status of the work', () => {
  test('is one of the same list in the contract and in the database', async () => {
    const { rows } = await shop.db.raw<{ rows: { definition: string }[] }>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'orders_status_check'`,
    )
    const allowed = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, status]) => status)
    expect(allowed).toEqual(ORDER_STATUSES)
  })

  test('goes from any value to any other, each change recorded with who, when, from and to', async () => {
    const order = await insertOrder(shop.db)
    const path = ['completed', 'cancelled', 'processing', 'pending', 'cancelled', 'completed']
    for (const status of path) {
      const changed = { id: order.id, status, customer: { firstName: 'Clara' } }
      expectResponse(await setStatus(order.id, status), 200, changed)
    }
    const history = await readHistory(order.id)
    expect(history.map(({ from, to }) => `${from} → ${to}`)).toEqual(
      path.map((status, index) => `${path[index - 1] ?? 'pending'} → ${status}`),
    )
    expect(history[0]).toEqual({
      id: expect.any(Number),
      kind: 'status',
      from: 'pending',
      to: 'completed',
      note: null,
      actorKind: 'admin',
      actor: { id: admin.user.id, firstName: 'Ada', lastName: 'Minh' },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  test('set to what it is already is success and leaves no trace', async () => {
    const order = await insertOrder(shop.db)
    expectResponse(await setStatus(order.id, 'pending'), 200)
    expect(await statusesOf(6, () => setStatus(order.id, 'processing'))).toEqual(Array(6).fill(200))
    expect(await OrderEvent.query(shop.db).where({ orderId: order.id }).resultSize()).toBe(1)
  })

  test('is never money: a completed unpaid order is still unpaid', async () => {
    const order = await insertOrder(shop.db, { paymentStatus: 'unpaid' })
    for (const status of ['completed', 'cancelled', 'processing'])
      expectResponse(await setStatus(order.id, status), 200, { status, paymentStatus: 'unpaid' })
    await setStatus(order.id, 'completed', { paymentStatus: 'paid', amount: '0.00', userId: admin.user.id })
    const completed = { ...CHANGED, completedAt: expect.any(Date), status: 'completed' }
    expect(await getOrder(shop, order.id)).toEqual({ ...order, ...completed })
  })

  test('is never anything else', async () => {
    const order = await insertOrder(shop.db)
    for (const status of ['shipped', '', null, 7, undefined, ['pending']])
      expectResponse(await setStatus(order.id, status), 400)
  })
})

test('the history of an order has changes of both statuses and notes, by everybody', async () => {
  const { id: orderId } = await insertOrder(shop.db)
  const paid = {
    kind: 'payment_status',
    fromValue: 'unpaid',
    toValue: 'paid',
    actorKind: 'provider',
  } as const
  const note = { kind: 'note', note: 'Called the customer', actorKind: 'admin' } as const
  await OrderEvent.query(shop.db).insert([
    { orderId, kind: 'status', toValue: 'pending', actorKind: 'customer' },
    { orderId, ...paid },
    { orderId, ...note, actorId: admin.user.id },
  ])
  expect(await readHistory(orderId)).toMatchObject([
    { kind: 'status', from: null, to: 'pending', actorKind: 'customer', actor: null },
    { kind: 'payment_status', from: 'unpaid', to: 'paid', actorKind: 'provider', actor: null },
    { kind: 'note', note: 'Called the customer', actor: { id: admin.user.id } },
  ])
})

describe('a cancelled order', () => {
  test.each([true, false])(
    'gives its coupon’s use back, and takes it again when it goes on (paid: %s)',
    async (isPaid) => {
      const coupon = await insertCoupon(shop.db, { usageLimit: 1 })
      const order = await insertDiscounted(coupon, isPaid)
      await setStatus(order.id, 'cancelled')
      expect(await useOf(order)).toEqual({ use: 'released', usedCount: 0 })
      await setStatus(order.id, 'pending')
      expect(await useOf(order)).toEqual({ use: isPaid ? 'redeemed' : 'reserved', usedCount: 1 })
      await setStatus(order.id, 'completed')
      expect(await useOf(order)).toEqual({ use: isPaid ? 'redeemed' : 'reserved', usedCount: 1 })
    },
  )

  test('stays cancelled where its coupon has been used up by others meanwhile', async () => {
    const coupon = await insertCoupon(shop.db, { usageLimit: 1, code: 'ONCE' })
    const order = await insertDiscounted(coupon)
    await setStatus(order.id, 'cancelled')
    await insertDiscounted(coupon)
    const usedUp = { code: 'coupon_used_up', message: expect.stringContaining('ONCE') }
    expectResponse(await setStatus(order.id, 'processing'), 409, usedUp)
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'cancelled' })
    expect(await OrderEvent.query(shop.db).where({ orderId: order.id }).resultSize()).toBe(1)
    expect(await useOf(order)).toEqual({ use: 'released', usedCount: 1 })
  })

  test('takes the last use only once when several come back at once', async () => {
    const coupon = await insertCoupon(shop.db, { usageLimit: 1 })
    const orders: Order[] = []
    for (const _ of Array(5)) orders.push(await insertDiscounted(coupon, true, 'released'))
    const statuses = await statusesOf(5, (nth) => setStatus(orders[nth]?.id ?? 0, 'pending'))
    expect(statuses).toEqual([200, 409, 409, 409, 409])
    expect(await Coupon.query(shop.db).findById(coupon.id)).toMatchObject({ usedCount: 1 })
  })

  test('gives its use back once, however often it is cancelled at once', async () => {
    const coupon = await insertCoupon(shop.db, { usageLimit: 5, usedCount: 3 })
    const order = await insertDiscounted(coupon)
    await Promise.all(Array.from({ length: 6 }, () => setStatus(order.id, 'cancelled')))
    expect(await useOf(order)).toEqual({ use: 'released', usedCount: 3 })
  })
})

describe('a change of the status', () => {
  /** Moves all events into the past. */
  const age = (seconds: number) =>
    shop
      .db('order_events')
      .update({ createdAt: shop.db.raw('created_at - make_interval(secs => ?)', [seconds]) })

  test('is undone within ten seconds: the status before counts again, and the history says so', async () => {
    const order = await insertOrder(shop.db, { status: 'processing' })
    await setStatus(order.id, 'completed')
    await age(UNDO_SECONDS - 1)
    expectResponse(await undo(order.id), 200, { id: order.id, status: 'processing' })
    expect(await readHistory(order.id)).toMatchObject([
      { from: 'processing', to: 'completed', note: null },
      { from: 'completed', to: 'processing', note: 'Undone', actor: { id: admin.user.id } },
    ])
  })

  test('is not undone later, twice, by another admin, or after another change', async () => {
    const order = await insertOrder(shop.db)
    const message = 'This change can no longer be undone. Set the status you want instead.'
    const expectTooLate = async (who = admin) =>
      expectResponse(await undo(order.id, who), 409, { code: 'undo_too_late', message })
    await expectTooLate()
    await setStatus(order.id, 'processing')
    await expectTooLate(await signInAs(shop, { isAdmin: true, email: 'other@shop.example' }))
    await age(UNDO_SECONDS)
    await expectTooLate()
    await setStatus(order.id, 'completed')
    expectResponse(await undo(order.id), 200)
    await expectTooLate()
    await setStatus(order.id, 'completed')
    const later = { orderId: order.id, kind: 'status', fromValue: 'completed', toValue: 'pending' } as const
    await OrderEvent.query(shop.db).insert({ ...later, actorKind: 'system' })
    await expectTooLate()
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'completed' })
    expectResponse(await undo(999_999), 404)
  })

  test('that was undone is no start of the work, and no step of the customer’s timeline', async () => {
    const order = await insertOrder(shop.db)
    await setStatus(order.id, 'processing')
    expect(await hasWorkStarted(shop.db, order.id)).toBe(true)
    await undo(order.id)
    expect(await hasWorkStarted(shop.db, order.id)).toBe(false)
    expect((await readSteps(order)).toSorted()).toEqual(['ordered', 'paid'])
    // Undoing restores the status set by the customer's answers.
    const answered = await insertOrder(shop.db, { status: 'processing' })
    await setStatus(answered.id, 'completed')
    await undo(answered.id)
    expect(await hasWorkStarted(shop.db, answered.id)).toBe(false)
  })

  test('to cancelled that is undone takes the coupon’s use again', async () => {
    const coupon = await insertCoupon(shop.db, { usageLimit: 1 })
    const order = await insertDiscounted(coupon)
    await setStatus(order.id, 'cancelled')
    expect(await useOf(order)).toEqual({ use: 'released', usedCount: 0 })
    await undo(order.id)
    expect(await useOf(order)).toEqual({ use: 'redeemed', usedCount: 1 })
  })
})

describe('an order that is pending again although somebody had set it to processing', () => {
  const HOUR_MS = 3_600_000
  const setBack = (orderId: number, hadWorkBegun?: boolean) => setStatus(orderId, 'pending', { hadWorkBegun })

  async function buy() {
    const customer = await signInAs(shop, { email: 'mia@example.com' })
    const paid = { userId: customer.user.id, paidAt: new Date(Date.now() - HOUR_MS) }
    const order = await insertPaidOrder(shop.db, { ...paid, status: 'pending' })
    const readGives = async () =>
      (await customer.browser.get(`/api/orders/${order.id}/refund-request`)).json().gives
    return { order, readGives }
  }

  test('can be cancelled in time again where no work had begun, and not where it had', async () => {
    const { order, readGives } = await buy()
    await setStatus(order.id, 'processing')
    expect(await readGives()).toBe('started')
    for (const hadWorkBegun of [undefined, true]) {
      expectResponse(await setBack(order.id, hadWorkBegun), 200)
      expect(await readGives()).toBe('started')
      await setStatus(order.id, 'processing')
    }
    expectResponse(await setBack(order.id, false), 200, { status: 'pending' })
    expect(await readGives()).toBe('cancel')
    expect(await readSteps(order)).not.toContain('started')
    const last = (await readHistory(order.id)).at(-1)
    expect(last).toMatchObject({ to: 'pending', note: 'Work had not begun' })
    await setStatus(order.id, 'processing')
    expect(await readGives()).toBe('started')
  })

  test('takes back what staff had started, and the undo gives both back', async () => {
    const { order, readGives } = await buy()
    const staff = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
    const work = { orderId: order.id, staffId: staff.user.id, assignedById: admin.user.id }
    const assignment = await insertAssignment(shop.db, work)
    const readAssignment = async () =>
      (await StaffAssignment.query(shop.db).findById(assignment.id).throwIfNotFound()).status
    const start = () =>
      staff.browser.put(`/api/staff/assignments/${assignment.id}/status`, { status: 'in_progress' })
    await start()
    await setBack(order.id, false)
    expect([await readAssignment(), await readGives()]).toEqual(['assigned', 'cancel'])
    await undo(order.id)
    expect([await readAssignment(), await readGives()]).toEqual(['in_progress', 'started'])
    await setBack(order.id, false)
    expectResponse(await start(), 200)
    expect([await readAssignment(), await readGives()]).toEqual(['in_progress', 'started'])
  })

  test('has begun where something is completed or delivered, and is asked with pending alone', async () => {
    const { order } = await buy()
    await setStatus(order.id, 'processing')
    const asked = await setStatus(order.id, 'completed', { hadWorkBegun: false })
    expectResponse(asked, 400, { issues: [{ path: 'hadWorkBegun' }] })
    await insertDelivery(shop.db, { orderId: order.id, authorId: admin.user.id })
    expectRefused(await setBack(order.id, false), 'work_delivered')
    expect(await getOrder(shop, order.id)).toMatchObject({ status: 'processing' })
  })
})

test('the reason of a cancellation stays in the history, whatever it is, and lets the undo restore all', async () => {
  const order = await insertOrder(shop.db)
  await setStatus(order.id, 'processing')
  const reason = 'Work had not begun'
  await setStatus(order.id, 'cancelled', { reason })
  const note = { kind: 'note', note: `Reason: ${reason}`, actor: { id: admin.user.id } }
  expect((await readHistory(order.id)).at(-1)).toMatchObject(note)
  expect(await hasWorkStarted(shop.db, order.id)).toBe(true)
  expectResponse(await undo(order.id), 200, { status: 'processing' })
})
