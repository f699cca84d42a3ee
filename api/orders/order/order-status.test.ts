import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderHistoryEvent } from '#api/contract/orders/admin-orders.ts'
import { ORDER_STATUSES } from '#api/rules/orders.ts'
import { UNDO_SECONDS } from '#api/rules/periods.ts'
import { type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { CouponRedemption, Order, OrderEvent } from '#db/models/orders/order.ts'
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

const setStatus = (orderId: number, status: unknown) =>
  admin.browser.patch(`/api/admin/orders/${orderId}/status`, { status })

/** An order that has reserved a use of its coupon. */
async function insertDiscounted(
  coupon: Coupon,
  {
    isPaid = true,
    useStatus = isPaid ? 'redeemed' : 'reserved',
  }: { isPaid?: boolean; useStatus?: CouponRedemption['status'] } = {},
): Promise<Order> {
  const order = await insertOrder(shop.db, {
    couponId: coupon.id,
    couponCode: coupon.code,
    paymentStatus: isPaid ? 'paid' : 'unpaid',
    ...(useStatus === 'released' && { status: 'cancelled' }),
  })
  await CouponRedemption.query(shop.db).insert({
    couponId: coupon.id,
    orderId: order.id,
    emailKey: 'clara@example.com',
    status: useStatus,
  })
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
      const response = await setStatus(order.id, status)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ id: order.id, status, customer: { firstName: 'Clara' } })
    }
    const response = await admin.browser.get(`/api/admin/orders/${order.id}/history`)
    const history = response.json<OrderHistoryEvent[]>()
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
    expect((await setStatus(order.id, 'pending')).statusCode).toBe(200)
    const responses = await Promise.all(Array.from({ length: 6 }, () => setStatus(order.id, 'processing')))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    expect(await OrderEvent.query(shop.db).where({ orderId: order.id }).resultSize()).toBe(1)
  })

  test('is never money: a completed unpaid order is still unpaid', async () => {
    const order = await insertOrder(shop.db, { paymentStatus: 'unpaid' })
    for (const status of ['completed', 'cancelled', 'processing']) {
      expect((await setStatus(order.id, status)).json()).toMatchObject({ status, paymentStatus: 'unpaid' })
    }
    const extra = { status: 'completed', paymentStatus: 'paid', amount: '0.00', userId: admin.user.id }
    await admin.browser.patch(`/api/admin/orders/${order.id}/status`, extra)
    expect(await Order.query(shop.db).findById(order.id)).toEqual({
      ...order,
      ...CHANGED,
      completedAt: expect.any(Date),
      status: 'completed',
    })
  })

  test('is never anything else', async () => {
    const order = await insertOrder(shop.db)
    for (const status of ['shipped', '', null, 7, undefined, ['pending']]) {
      expect((await setStatus(order.id, status)).statusCode).toBe(400)
    }
  })
})

describe('the history of an order', () => {
  test('has changes of both statuses and notes, by everybody', async () => {
    const order = await insertOrder(shop.db)
    await OrderEvent.query(shop.db).insert([
      { orderId: order.id, kind: 'status', toValue: 'pending', actorKind: 'customer' },
      {
        orderId: order.id,
        kind: 'payment_status',
        fromValue: 'unpaid',
        toValue: 'paid',
        actorKind: 'provider',
      },
      {
        orderId: order.id,
        kind: 'note',
        note: 'Called the customer',
        actorKind: 'admin',
        actorId: admin.user.id,
      },
    ])
    const history = (await admin.browser.get(`/api/admin/orders/${order.id}/history`)).json<
      OrderHistoryEvent[]
    >()
    expect(history).toMatchObject([
      { kind: 'status', from: null, to: 'pending', actorKind: 'customer', actor: null },
      { kind: 'payment_status', from: 'unpaid', to: 'paid', actorKind: 'provider', actor: null },
      { kind: 'note', note: 'Called the customer', actor: { id: admin.user.id } },
    ])
  })
})

describe('a cancelled order', () => {
  test.each([true, false])(
    'gives its coupon’s use back, and takes it again when it goes on (paid: %s)',
    async (isPaid) => {
      const coupon = await insertCoupon(shop.db, { usageLimit: 1 })
      const order = await insertDiscounted(coupon, { isPaid })
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
    const response = await setStatus(order.id, 'processing')
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'coupon_used_up',
      message: expect.stringContaining('ONCE'),
    })
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status: 'cancelled' })
    expect(await OrderEvent.query(shop.db).where({ orderId: order.id }).resultSize()).toBe(1)
    expect(await useOf(order)).toEqual({ use: 'released', usedCount: 1 })
  })

  test('takes the last use only once when several come back at once', async () => {
    const coupon = await insertCoupon(shop.db, { usageLimit: 1 })
    const orders: Order[] = []
    for (let number = 0; number < 5; number += 1) {
      orders.push(await insertDiscounted(coupon, { useStatus: 'released' }))
    }
    const responses = await Promise.all(orders.map(({ id }) => setStatus(id, 'pending')))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
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
  const undo = (orderId: number, who = admin) => who.browser.post(`/api/admin/orders/${orderId}/status/undo`)
  /** Moves all events into the past. */
  const age = (seconds: number) =>
    shop
      .db('order_events')
      .update({ createdAt: shop.db.raw('created_at - make_interval(secs => ?)', [seconds]) })

  test('is undone within ten seconds: the status before counts again, and the history says so', async () => {
    const order = await insertOrder(shop.db, { status: 'processing' })
    await setStatus(order.id, 'completed')
    await age(UNDO_SECONDS - 1)
    const response = await undo(order.id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id: order.id, status: 'processing' })
    expect((await admin.browser.get(`/api/admin/orders/${order.id}/history`)).json()).toMatchObject([
      { from: 'processing', to: 'completed', note: null },
      { from: 'completed', to: 'processing', note: 'Undone', actor: { id: admin.user.id } },
    ])
  })

  test('is not undone later, twice, by another admin, or after another change', async () => {
    const order = await insertOrder(shop.db)
    const expectRefused = async (who = admin) => {
      const response = await undo(order.id, who)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({
        code: 'undo_too_late',
        message: 'This change can no longer be undone. Set the status you want instead.',
      })
    }
    await expectRefused()
    await setStatus(order.id, 'processing')
    await expectRefused(await signInAs(shop, { isAdmin: true, email: 'other@shop.example' }))
    await age(UNDO_SECONDS)
    await expectRefused()
    await setStatus(order.id, 'completed')
    expect((await undo(order.id)).statusCode).toBe(200)
    await expectRefused()
    await setStatus(order.id, 'completed')
    const customers = {
      orderId: order.id,
      kind: 'status',
      fromValue: 'completed',
      toValue: 'pending',
    } as const
    await OrderEvent.query(shop.db).insert({ ...customers, actorKind: 'system' })
    await expectRefused()
    expect(await Order.query(shop.db).findById(order.id)).toMatchObject({ status: 'completed' })
    expect((await undo(999_999)).statusCode).toBe(404)
  })

  test('that was undone is no start of the work, and no step of the customer’s timeline', async () => {
    const order = await insertOrder(shop.db)
    await setStatus(order.id, 'processing')
    expect(await hasWorkStarted(shop.db, order.id)).toBe(true)
    await undo(order.id)
    expect(await hasWorkStarted(shop.db, order.id)).toBe(false)
    const user = await User.query(shop.db)
      .findById(order.userId ?? 0)
      .throwIfNotFound()
    const { timeline } = await getOrderDetail(shop.db, { orderId: order.id, user })
    expect(timeline.map(({ step }) => step).toSorted()).toEqual(['ordered', 'paid'])
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
  const setBack = (orderId: number, hadWorkBegun?: boolean) =>
    admin.browser.patch(`/api/admin/orders/${orderId}/status`, { status: 'pending', hadWorkBegun })

  async function buy() {
    const customer = await signInAs(shop, { email: 'mia@example.com' })
    const order = await insertPaidOrder(shop.db, {
      userId: customer.user.id,
      status: 'pending',
      paidAt: new Date(Date.now() - HOUR_MS),
    })
    const readGives = async () =>
      (await customer.browser.get(`/api/orders/${order.id}/refund-request`)).json().gives
    return { order, readGives }
  }

  test('can be cancelled in time again where no work had begun, and not where it had', async () => {
    const { order, readGives } = await buy()
    await setStatus(order.id, 'processing')
    expect(await readGives()).toBe('started')
    for (const hadWorkBegun of [undefined, true]) {
      expect((await setBack(order.id, hadWorkBegun)).statusCode).toBe(200)
      expect(await readGives()).toBe('started')
      await setStatus(order.id, 'processing')
    }
    expect((await setBack(order.id, false)).json()).toMatchObject({ status: 'pending' })
    expect(await readGives()).toBe('cancel')
    const user = await User.query(shop.db)
      .findById(order.userId ?? 0)
      .throwIfNotFound()
    const { timeline } = await getOrderDetail(shop.db, { orderId: order.id, user })
    expect(timeline.map(({ step }) => step)).not.toContain('started')
    expect(
      await OrderEvent.query(shop.db).where({ orderId: order.id }).orderBy('id', 'desc').first(),
    ).toMatchObject({
      toValue: 'pending',
      note: 'Work had not begun',
    })
    await setStatus(order.id, 'processing')
    expect(await readGives()).toBe('started')
  })

  test('takes back what staff had started, and the undo gives both back', async () => {
    const { order, readGives } = await buy()
    const staff = await signInAs(shop, { email: 'sam@shop.example', isStaff: true })
    const assignment = await insertAssignment(shop.db, {
      orderId: order.id,
      staffId: staff.user.id,
      assignedById: admin.user.id,
    })
    const readAssignment = async () =>
      (await StaffAssignment.query(shop.db).findById(assignment.id).throwIfNotFound()).status
    const start = () =>
      staff.browser.put(`/api/staff/assignments/${assignment.id}/status`, { status: 'in_progress' })
    await start()
    await setBack(order.id, false)
    expect([await readAssignment(), await readGives()]).toEqual(['assigned', 'cancel'])
    await admin.browser.post(`/api/admin/orders/${order.id}/status/undo`)
    expect([await readAssignment(), await readGives()]).toEqual(['in_progress', 'started'])
    await setBack(order.id, false)
    expect((await start()).statusCode).toBe(200)
    expect([await readAssignment(), await readGives()]).toEqual(['in_progress', 'started'])
  })

  test('has begun where something is completed or delivered, and is asked with pending alone', async () => {
    const { order } = await buy()
    await setStatus(order.id, 'processing')
    const other = { status: 'completed', hadWorkBegun: false }
    const refused = await admin.browser.patch(`/api/admin/orders/${order.id}/status`, other)
    expect(refused.json()).toMatchObject({ issues: [{ path: 'hadWorkBegun' }] })
    await insertDelivery(shop.db, { orderId: order.id, authorId: admin.user.id })
    expect((await setBack(order.id, false)).json()).toMatchObject({ code: 'work_delivered' })
    expect((await Order.query(shop.db).findById(order.id))?.status).toBe('processing')
  })
})

test('the reason of a cancellation stays in the history, whatever it is, and lets the undo restore all', async () => {
  const order = await insertOrder(shop.db)
  await setStatus(order.id, 'processing')
  const reason = 'Work had not begun'
  await admin.browser.patch(`/api/admin/orders/${order.id}/status`, { status: 'cancelled', reason })
  const history = (await admin.browser.get(`/api/admin/orders/${order.id}/history`)).json<
    OrderHistoryEvent[]
  >()
  expect(history.at(-1)).toMatchObject({
    kind: 'note',
    note: `Reason: ${reason}`,
    actor: { id: admin.user.id },
  })
  expect(await hasWorkStarted(shop.db, order.id)).toBe(true)
  const undone = await admin.browser.post(`/api/admin/orders/${order.id}/status/undo`)
  expect(undone.json()).toMatchObject({ status: 'processing' })
})
