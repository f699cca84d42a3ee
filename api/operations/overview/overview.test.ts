import { beforeEach, describe, expect, test } from 'vitest'
import { calendar } from '#api/content/content.ts'
import type { Overview } from '#api/contract/operations/overview.ts'
import type { UserPage } from '#api/contract/operations/users.ts'
import type { EmbedOrigin } from '#api/contract/sales/widget.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import type { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import type { Order } from '#db/models/orders/order.ts'
import {
  insertOrder,
  insertPackage,
  insertPayment,
  insertRegistration,
  insertUser,
} from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

async function count(): Promise<Overview> {
  const response = await admin.get('/api/admin/overview')
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Overview>()
}

const pay = (order: Order, fields: Partial<Payment> = {}) =>
  insertPayment(shop.db, { orderId: order.id, amountCents: order.amountCents, ...fields })

test('of an empty shop are zeros, with every step of every series', async () => {
  const before = dayOf(new Date(), calendar)
  const overview = await count()
  expect(overview).toMatchObject({
    totalRevenue: '0.00',
    totalCustomers: 0,
    totalOrders: 0,
    totalRegistrations: 0,
    ordersByPackage: [],
    ordersByStatus: [],
  })
  expect(overview.revenue.day).toHaveLength(30)
  expect(overview.revenue.week).toHaveLength(12)
  expect(overview.revenue.month).toHaveLength(12)
  const last = overview.revenue.day.at(-1)
  expect(last).toMatchObject({ amount: '0.00', payments: 0 })
  // Midnight may pass during counting.
  expect([before, dayOf(new Date(), calendar)]).toContain(last?.start)
  expect(overview.revenue.month.at(-1)?.start).toBe(`${last?.start.slice(0, 7)}-01`)
  for (const { start } of overview.revenue.week) expect(new Date(start).getUTCDay()).toBe(1)
})

describe('revenue', () => {
  test('is what was captured for orders, without refunds, failures and second captures', async () => {
    const paid = await insertOrder(shop.db)
    await pay(paid)
    await pay(paid, { fulfilsOrder: false, flag: 'second_capture' })
    await pay(await insertOrder(shop.db, { paymentStatus: 'refunded' }), { status: 'refunded' })
    const unpaid = await insertOrder(shop.db, { paymentStatus: 'unpaid' })
    for (const status of ['created', 'authorized', 'failed'] as const) {
      await pay(unpaid, { status, fulfilsOrder: false })
    }
    expect((await count()).totalRevenue).toBe('1299.00')
  })

  test('is never the status of the work', async () => {
    const unpaid = await insertOrder(shop.db, { paymentStatus: 'unpaid' })
    await admin.patch(`/api/admin/orders/${unpaid.id}/status`, { status: 'completed' })
    const paid = await insertOrder(shop.db, { status: 'cancelled' })
    await pay(paid)
    const overview = await count()
    expect(overview.totalRevenue).toBe('1299.00')
    expect(overview.totalOrders).toBe(1)
  })

  test('stands at the day, week and month it was captured in, by the company’s calendar', async () => {
    const now = Date.now()
    const daysAgo = (days: number) => dayOf(new Date(now - days * 86_400_000), calendar)
    const today = daysAgo(0)
    expect(calendar.timeZone).toBe('Asia/Kolkata')
    await pay(await insertOrder(shop.db), { capturedAt: new Date(`${today}T00:00:00+05:30`) })
    await pay(await insertOrder(shop.db), { capturedAt: new Date(`${daysAgo(1)}T23:59:59.999+05:30`) })
    await pay(await insertOrder(shop.db), { capturedAt: new Date(`${daysAgo(29)}T00:00:00+05:30`) })
    await pay(await insertOrder(shop.db), { capturedAt: new Date(`${daysAgo(30)}T23:59:00+05:30`) })
    await pay(await insertOrder(shop.db), { capturedAt: new Date(`${daysAgo(800)}T12:00:00Z`) })
    const { revenue, totalRevenue } = await count()
    expect(totalRevenue).toBe('6495.00')
    const at = (start: string) => revenue.day.find((step) => step.start === start)
    expect(at(today)).toEqual({ start: today, amount: '1299.00', payments: 1 })
    expect(at(daysAgo(1))).toMatchObject({ amount: '1299.00' })
    expect(at(daysAgo(29))).toMatchObject({ amount: '1299.00' })
    expect(at(daysAgo(30))).toBeUndefined()
    const sum = (steps: Overview['revenue']['day']) =>
      steps.reduce((total, { payments }) => total + payments, 0)
    expect([sum(revenue.day), sum(revenue.week), sum(revenue.month)]).toEqual([3, 4, 4])
  })
})

test('customers are users who are no admins; orders are counted by package and by status, most first', async () => {
  const cloud = await insertPackage(shop.db, { name: 'Cloud Migration' })
  const site = await insertPackage(shop.db, { name: 'Business Website' })
  const buyer = await insertUser(shop.db)
  await insertUser(shop.db, { isStaff: true })
  for (const status of ['pending', 'pending', 'completed'] as const) {
    await insertOrder(shop.db, { packageId: cloud.id, userId: buyer.id, status })
  }
  const form = await insertRegistration(shop.db, site.id)
  // An unpaid order does not count.
  await insertOrder(shop.db, { packageId: site.id, registrationId: form.id, paymentStatus: 'unpaid' })
  await insertOrder(shop.db, { packageId: site.id, userId: buyer.id, paymentStatus: 'refunded' })
  expect(await count()).toMatchObject({
    totalCustomers: 2,
    totalOrders: 4,
    totalRegistrations: 1,
    ordersByPackage: [
      { id: cloud.id, name: 'Cloud Migration', orders: 3 },
      { id: site.id, name: 'Business Website', orders: 1 },
    ],
    ordersByStatus: [
      { status: 'pending', orders: 3 },
      { status: 'completed', orders: 1 },
    ],
  })
})

test('what is new in this and in the last month is counted by the company’s calendar', async () => {
  const thisMonth = dayOf(new Date(), calendar).slice(0, 7)
  const start = Date.parse(`${thisMonth}-01T00:00:00+05:30`)
  const { id: packageId } = await insertPackage(shop.db)
  const buyer = await insertUser(shop.db, { createdAt: new Date(start - 90 * 86_400_000) })
  for (const at of [start, start - 1, start - 86_400_000, start - 70 * 86_400_000])
    await insertOrder(shop.db, { packageId, userId: buyer.id, createdAt: new Date(at) })
  // An unpaid order does not count.
  await insertOrder(shop.db, { packageId, userId: buyer.id, paymentStatus: 'unpaid' })
  await insertUser(shop.db, { createdAt: new Date(start - 1) })
  expect((await count()).monthly).toEqual({
    customers: { thisMonth: 0, lastMonth: 1 },
    orders: { thisMonth: 1, lastMonth: 2 },
    registrations: { thisMonth: 0, lastMonth: 0 },
  })
})

test('what is still to be paid are the open instalments of part-paid orders', async () => {
  const open = async (paymentStatus: 'instalment_paid' | 'unpaid' | 'refunded') => {
    const order = await insertOrder(shop.db, { paymentStatus, isInInstalments: true })
    const { id: orderId, currency, amountCents } = order
    const half = { orderId, currency }
    const paidAt = new Date()
    const { id: paymentId } = await insertPayment(shop.db, {
      ...half,
      amountCents: amountCents - 60_000,
      instalmentPosition: 1,
    })
    const paid = { due: 'purchase', state: 'paid', dueAt: paidAt, paidAt, paymentId }
    await shop.db('order_instalments').insert([
      { ...half, ...paid, amountCents: amountCents - 60_000, position: 1, label: 'First' },
      { ...half, amountCents: 60_000, position: 2, label: 'Last', due: 'accepted', state: 'waiting' },
    ])
  }
  expect((await count()).outstanding).toBe('0.00')
  await open('instalment_paid')
  await open('unpaid')
  await open('refunded')
  await shop.db('overview_figures').delete()
  expect((await count()).outstanding).toBe('600.00')
})

describe('the figures are counted', () => {
  test('by the minute’s job: until then they are as they were', async () => {
    await pay(await insertOrder(shop.db))
    const before = await count()
    expect(before).toMatchObject({ totalRevenue: '1299.00', totalOrders: 1 })
    await pay(await insertOrder(shop.db))
    expect(await count()).toEqual(before)
    await shop.db.transaction((trx) => shop.jobs.send(trx, 'reconcile', {}))
    await shop.finishJobs()
    const after = await count()
    expect(after).toMatchObject({ totalRevenue: '2598.00', totalOrders: 2 })
    expect(Date.parse(after.asOf)).toBeGreaterThan(Date.parse(before.asOf))
  })

  test('for the reader where the job has not counted them for two minutes', async () => {
    await count()
    await insertOrder(shop.db)
    const age = (minutes: number) =>
      shop.db('overview_figures').update({ asOf: shop.db.raw(`now() - interval '${minutes} minutes'`) })
    await age(1)
    expect((await count()).totalOrders).toBe(0)
    await age(3)
    expect((await count()).totalOrders).toBe(1)
  })

  test('for the reader where an earlier release has stored them without the months', async () => {
    await count()
    await insertOrder(shop.db)
    await shop.db('overview_figures').update({ figures: shop.db.raw(`figures - 'monthly'`) })
    expect((await count()).totalOrders).toBe(1)
  })
})

const ORIGIN = 'https://partner.example'

const CODES = ['EUR', 'INR', 'JPY', 'USD'] as const

const pick = (below: number) => Math.floor(Math.random() * below)

test('figures of random orders are one sum a currency, and never one of several', async () => {
  const { db } = shop
  const { id: userId } = await insertUser(db)
  const { id: packageId } = await insertPackage(db)
  await db('embed_origins').insert({ origin: ORIGIN })
  for (let made = 0; made < 40; made += 1) {
    const currency = made < CODES.length ? (CODES[made] as string) : (CODES[pick(4)] as string)
    const amountCents = 100 + pick(1_000_000)
    const priced = { currency, amountCents, originalCents: amountCents }
    const order = await insertOrder(db, { ...priced, packageId, userId, embedOrigin: ORIGIN })
    const payment = await insertPayment(db, { orderId: order.id, currency, amountCents })
    if (pick(3) > 0) continue
    await Refund.query(db).insert({
      paymentId: payment.id,
      currency,
      amountCents: 1 + pick(amountCents - 1),
      status: 'processed',
      reason: 'Some of it',
    })
  }
  const sums = await db('orders')
    .select('orders.currency')
    .select(
      db.raw(`sum(orders.amount_cents)::int AS paid, coalesce(sum((SELECT sum(r.amount_cents) FROM refunds r
        JOIN payments p ON p.id = r.payment_id WHERE p.order_id = orders.id)), 0)::int AS refunded`),
    )
    .groupBy('orders.currency')
    .orderBy('orders.currency')
  const wanted = sums.map(({ currency, paid, refunded }) => {
    const decimal = (minor: number) => toDecimal(money(minor, currency))
    return { currency, paid: decimal(paid), refunded: decimal(refunded), revenue: decimal(paid - refunded) }
  })
  const [standard] = wanted.splice(3)
  expect(standard?.currency).toBe('USD')

  const overview = (await admin.get('/api/admin/overview')).json<Overview>()
  const read = ({
    totalRevenue,
    currency,
    revenue,
  }: Pick<Overview, 'totalRevenue' | 'currency' | 'revenue'>) => {
    const minor = revenue.month.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(minor).toBeCloseTo(Number(totalRevenue), 2)
    return { revenue: totalRevenue, currency }
  }
  expect(read(overview)).toEqual({ revenue: standard?.revenue, currency: 'USD' })
  const revenues = wanted.map(({ revenue, currency }) => ({ revenue, currency }))
  expect(overview.otherRevenue?.map(read)).toEqual(revenues)

  const page = (await admin.get(`/api/admin/users/${userId}`)).json<UserPage>()
  expect(page).toMatchObject({ orders: 40, paid: standard?.paid, refunded: standard?.refunded })
  expect(page.otherPaid).toEqual(wanted.map(({ revenue: _, ...sum }) => sum))

  const [website] = (await admin.get('/api/admin/embed-origins')).json<EmbedOrigin[]>()
  expect(website).toMatchObject({ orders: 40, revenue: standard?.revenue, currency: 'USD' })
  expect(website?.otherRevenue?.toSorted((one, other) => one.currency.localeCompare(other.currency))).toEqual(
    revenues,
  )
})
