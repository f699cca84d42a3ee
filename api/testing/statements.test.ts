/** Every GET, on a shop with little and with much data: no list may send a statement per row. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { CustomerOrder } from '#api/contract/orders/orders.ts'
import { issueMissingInvoices } from '#api/money/invoices/issue.ts'
import { refreshOverview } from '#api/operations/overview/overview.ts'
import { toWireUser } from '#api/people/auth/account.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Refund } from '#db/models/money/refund.ts'
import { OrderEvent } from '#db/models/orders/order.ts'
import { Review } from '#db/models/orders/review.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import {
  insertAssignment,
  insertCoupon,
  insertDelivery,
  insertMessage,
  insertOrder,
  insertPackage,
  insertPayment,
  insertRegistration,
  insertRequest,
  insertReview,
  insertUser,
} from '#db/testing/builders.ts'
import { countStatements } from './back-office.ts'
import { expectedOf, pathOf } from './example-calls.ts'
import { openTestApp } from './test-app.ts'
import { buildWorld, openBrowser, type Role, type World } from './world.ts'

const MANY = 50

const shop = openTestApp()
let world: World
beforeEach(async () => {
  world = await buildWorld(shop.db, { dataDir: shop.env.dataDir })
})

/** Adds rows to every list. Each row has its own package and, if the list allows it, its own customer. */
async function growBy(count: number): Promise<void> {
  const { db } = shop
  const { customer, staff, admin } = world.users
  for (let number = 0; number < count; number += 1) {
    const pkg = await insertPackage(db)
    const own = await insertOrder(db, { packageId: pkg.id, userId: customer.id })
    const other = await insertOrder(db, { packageId: pkg.id })
    for (const order of [own, other]) await insertWork(order.id)
    await insertRegistration(db, pkg.id)
    await insertCoupon(db, { packageId: pkg.id })
    await PackageQuestion.query(db).insert({
      packageId: world.pkg.id,
      question: `Which of ${count}, ${number}?`,
      position: number + 1,
    })
    await Review.query(db).insert({
      packageId: world.pkg.id,
      orderId: own.id,
      customerName: 'Ole',
      rating: 5,
      comment: 'Good.',
    })
    await insertReview(db, { orderId: other.id, packageId: world.pkg.id })
    await OutboxMessage.query(db).insert({ kind: 'order_confirmation', payload: { orderId: own.id } })
    await db('audit_log').insert({
      actorId: (await insertUser(db, { isAdmin: true })).id,
      action: 'updated',
      subject: 'order',
      subjectId: own.id,
      subjectLabel: `INV-${own.id}`,
      changes: JSON.stringify([]),
    })
    await OrderEvent.query(db).insert({
      orderId: world.order.id,
      kind: 'note',
      actorKind: 'admin',
      actorId: admin.id,
      note: 'Called.',
    })
    await insertMessage(db, { orderId: world.order.id, authorId: customer.id })
    const work = { orderId: world.order.id, number: count * 100 + number }
    const delivered = await insertDelivery(db, { ...work, authorId: staff.id })
    const asked = { orderId: world.order.id, authorId: customer.id, deliveryId: delivered.id }
    await insertRequest(db, { ...asked, closedAt: new Date() })
  }

  async function insertWork(orderId: number): Promise<void> {
    const assigned = await insertAssignment(db, { orderId, staffId: staff.id, assignedById: admin.id })
    const author = await insertUser(db, { isStaff: true })
    await insertDelivery(db, { orderId, authorId: author.id, assignmentId: assigned.id })
    const payment = await insertPayment(db, { orderId, amountCents: 129_900 })
    await Refund.query(db).insert({
      paymentId: payment.id,
      amountCents: 100,
      reason: 'Late',
      status: 'processed',
      idempotencyKey: randomUUID(),
      processedAt: new Date(),
    })
  }
}

async function countAll(): Promise<Record<string, { statements: number; rows: number }>> {
  const counts: Record<string, { statements: number; rows: number }> = {}
  // Left out: metrics are cached for seconds, and a stream does not end.
  const uncounted = ['/api/metrics', '/api/events']
  const gets = shop.app.routeTable.filter(({ method, url }) => method === 'GET' && !uncounted.includes(url))
  for (const route of gets) {
    const call = `GET ${route.url}`
    const expected = expectedOf(route)
    // Uses the role that sees most.
    const role = (['admin', 'staff', 'customer', 'visitor'] as Role[]).find((one) => expected[one] === 200)
    if (!role) throw new Error(`Nobody may ${call}`)
    const seer = call === 'GET /api/orders' || call.startsWith('GET /api/orders/') ? 'customer' : role
    const browser = await openBrowser(shop, world, seer)
    let rows = 0
    const statements = await countStatements(shop.db, async () => {
      const response = await browser.get(pathOf(route, world))
      expect(response.statusCode, call).toBe(200)
      const body = response.headers['content-type']?.includes('json')
        ? response.json<unknown>()
        : response.body.split('\n')
      rows = Array.isArray(body) ? body.length : 0
    })
    counts[call] = { statements, rows }
  }
  return counts
}

/** Runs the jobs. Otherwise the first reader would count the figures and cause invoices to be issued. */
async function doJobs(): Promise<void> {
  await refreshOverview(shop.db)
  await issueMissingInvoices(shop.db, (error) => {
    throw error
  })
}

test('no call sends more statements for fifty rows than for one', async () => {
  await growBy(1)
  await doJobs()
  const few = await countAll()
  await growBy(MANY)
  await doJobs()
  const many = await countAll()
  for (const [call, { statements }] of Object.entries(few))
    expect.soft(many[call]?.statements, call).toBe(statements)
  const grown = Object.keys(many).filter((call) => (many[call]?.rows ?? 0) >= MANY)
  expect(grown).toEqual(
    expect.arrayContaining([
      ...['GET /api/packages', 'GET /api/packages/:id/reviews', 'GET /api/packages/:id/questions'],
      ...['GET /api/coupons', 'GET /api/orders', 'GET /api/admin/users', 'GET /api/admin/orders'],
      ...['GET /api/admin/orders.csv', 'GET /api/admin/registrations', 'GET /api/admin/packages'],
      ...['GET /api/admin/staff-assignments', 'GET /api/admin/staff', 'GET /api/admin/audit-log'],
      ...['GET /api/admin/mails', 'GET /api/staff/assignments'],
    ]),
  )
})

test('a signed-in call finds the session and its user in one statement, with every column of the user', async () => {
  const browser = await openBrowser(shop, world, 'customer')
  let found: Record<string, unknown> = {}
  expect(
    await countStatements(shop.db, async () => {
      found = (await browser.get('/api/auth/me')).json()
    }),
  ).toBe(1)
  const stored = await User.query(shop.db).findById(world.users.customer.id).throwIfNotFound()
  const shown = Object.keys(toWireUser(stored)).filter((key) => key !== 'completedAssignments')
  expect(Object.keys(found).toSorted()).toEqual(shown.toSorted())
})

test('a customer’s orders take one statement beside the session, and the packages another unless they are cached', async () => {
  await growBy(3)
  const browser = await openBrowser(shop, world, 'customer')
  let orders: unknown
  const ask = async () => {
    orders = (await browser.get('/api/orders')).json()
  }
  expect(await countStatements(shop.db, ask)).toBe(3)
  // Serialised without the response schema, so its shape is checked here.
  expect(orders).toHaveLength(5)
  expect(z.array(CustomerOrder).parse(orders)).toEqual(orders)
})
