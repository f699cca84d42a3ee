import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '../../../db/models/order.ts'
import { AssignmentEvent, StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import type { User } from '../../../db/models/user.ts'
import { insertOrder, insertUser } from '../../../db/testing/builders.ts'
import type { AdminAssignment } from '../../contract/assignments.ts'
import { type SignedIn, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp } from '../../testing/test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
let staff: User
let order: Order
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  staff = await insertUser(shop.db, {
    firstName: 'Sam',
    lastName: 'Iyer',
    email: 'sam@shop.example',
    isStaff: true,
  })
  order = await insertOrder(shop.db)
})

const assign = (body: unknown) => admin.browser.post('/api/admin/staff-assignments', body)
const listed = async (query = '') => {
  const response = await admin.browser.get(`/api/admin/staff-assignments${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return { rows: response.json<AdminAssignment[]>(), total: Number(response.headers['x-total-count']) }
}

const BAD_FIELDS: [string, unknown][] = [
  ['orderId', 99_999],
  ['orderId', 0],
  ['orderId', 2_147_483_648],
  ['orderId', '1'],
  ['orderId', null],
  ['staffId', [7]],
  ['notes', 'a\u0000b'],
  ['notes', 'x'.repeat(2001)],
]

describe('putting staff on an order', () => {
  test('is recorded with the admin, and listed', async () => {
    const response = await assign({ staffId: staff.id, orderId: order.id, notes: ' Call first ' })
    expect(response.statusCode).toBe(201)
    const made = response.json<AdminAssignment>()
    expect(made).toMatchObject({
      status: 'assigned',
      notes: 'Call first',
      staff: { id: staff.id, firstName: 'Sam', lastName: 'Iyer', email: 'sam@shop.example' },
      assignedByUser: { id: admin.user.id, firstName: 'Ada', lastName: 'Minh' },
      order: {
        id: order.id,
        invoiceNumber: order.invoiceNumber,
        status: 'pending',
        package: { id: order.packageId, name: 'Business Website', category: 'Web Development' },
        user: { id: order.userId, firstName: 'Clara', company: 'Whitfield Interiors' },
      },
    })
    expect(await listed()).toEqual({ rows: [made], total: 1 })
    expect(await AssignmentEvent.query(shop.db)).toMatchObject([
      { assignmentId: made.id, fromStatus: null, toStatus: 'assigned', actorId: admin.user.id },
    ])
  })

  test('twice is refused, also at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => assign({ staffId: staff.id, orderId: order.id })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const refused = responses.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'already_assigned' })
    expect(await StaffAssignment.query(shop.db).resultSize()).toBe(1)
    expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(1)
  })

  test('works for several staff on one order, and for one on several', async () => {
    const other = await insertUser(shop.db, { isStaff: true })
    const second = await insertOrder(shop.db)
    for (const body of [
      { staffId: staff.id, orderId: order.id },
      { staffId: other.id, orderId: order.id },
      { staffId: staff.id, orderId: second.id },
    ]) {
      expect((await assign(body)).statusCode).toBe(201)
    }
  })

  test.each(['unpaid', 'refunded'] as const)(
    'needs a paid order: one that is %s is refused',
    async (paymentStatus) => {
      const unpaid = await insertOrder(shop.db, { paymentStatus, paidAt: new Date() })
      const response = await assign({ staffId: staff.id, orderId: unpaid.id })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'order_unpaid' })
    },
  )

  test('needs a staff member: a customer, an admin and nobody are refused', async () => {
    const customer = await insertUser(shop.db)
    for (const staffId of [customer.id, admin.user.id, 99_999]) {
      const response = await assign({ staffId, orderId: order.id })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ issues: [{ path: 'staffId' }] })
    }
  })

  test('is refused where a value is missing or wrong', async () => {
    for (const [field, value] of BAD_FIELDS) {
      const response = await assign({ staffId: staff.id, orderId: order.id, [field]: value })
      expect(response.statusCode, `${field} = ${JSON.stringify(value)}`).toBe(400)
      expect(response.json()).toMatchObject({ issues: [{ path: field }] })
    }
    expect(await StaffAssignment.query(shop.db).resultSize()).toBe(0)
  })

  test('ignores unknown fields', async () => {
    const extra = { status: 'completed', assignedById: staff.id, id: 77, assignedAt: '2000-01-01T00:00:00Z' }
    const response = await assign({ staffId: staff.id, orderId: order.id, ...extra })
    expect(response.json()).toMatchObject({ status: 'assigned', assignedByUser: { id: admin.user.id } })
  })
})

test('assignments are filtered, searched and sorted', async () => {
  const other = await insertUser(shop.db, { firstName: 'Robin', isStaff: true })
  const second = await insertOrder(shop.db)
  const ids: number[] = []
  for (const [staffId, orderId] of [
    [staff.id, order.id],
    [other.id, order.id],
    [staff.id, second.id],
  ]) {
    ids.push((await assign({ staffId, orderId })).json<AdminAssignment>().id)
  }
  await StaffAssignment.query(shop.db)
    .findById(ids[1] ?? 0)
    .patch({ status: 'completed' })
  const found = async (query: string) => (await listed(query)).rows.map(({ id }) => ids.indexOf(id))
  expect(await found('')).toEqual([2, 1, 0])
  expect(await found('?sort=assignedAt&limit=2')).toEqual([0, 1])
  expect(await found(`?staffId=${staff.id}`)).toEqual([2, 0])
  expect(await found(`?orderId=${order.id}`)).toEqual([1, 0])
  expect(await found('?status=completed')).toEqual([1])
  expect(await found('?sort=-status')).toEqual([1, 2, 0])
  expect(await found('?q=robin')).toEqual([1])
  expect(await found(`?q=inv-${second.id}`)).toEqual([2])
  expect((await listed('?limit=1')).total).toBe(3)
})
