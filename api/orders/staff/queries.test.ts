import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminAssignment, StaffMember } from '#api/contract/orders/staff.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import type { Order } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import type { User } from '#db/models/people/user.ts'
import { insertOrder, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
let staff: User
let order: Order

describe('all assignments', () => {
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
      const extra = {
        status: 'completed',
        assignedById: staff.id,
        id: 77,
        assignedAt: '2000-01-01T00:00:00Z',
      }
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
})

describe('handing work over', () => {
  let sam: SignedIn

  let robin: User

  beforeEach(async () => {
    admin = await signInAsAdmin(shop)
    sam = await signInAs(shop, { firstName: 'Sam', email: 'sam@shop.example', isStaff: true })
    robin = await insertUser(shop.db, { firstName: 'Robin', email: 'robin@shop.example', isStaff: true })
    order = await insertOrder(shop.db)
  })

  const insertAssignment = (fields: Partial<StaffAssignment> = {}) =>
    StaffAssignment.query(shop.db)
      .insert({ staffId: sam.user.id, orderId: order.id, assignedById: admin.user.id, ...fields })
      .returning('*')

  const reassign = (id: number, staffId: unknown) =>
    admin.browser.patch(`/api/admin/staff-assignments/${id}`, { staffId })

  const unassign = (id: number) => admin.browser.call('DELETE', `/api/admin/staff-assignments/${id}`)

  describe('giving an assignment to somebody else', () => {
    test('hands its notes over, starts at the first status and is recorded with the admin', async () => {
      const { id } = await insertAssignment({
        status: 'in_progress',
        notes: 'Half done',
        assignedAt: new Date('2026-01-02'),
      })
      const response = await reassign(id, robin.id)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({
        id,
        status: 'assigned',
        staff: { id: robin.id, email: 'robin@shop.example' },
        assignedByUser: { id: admin.user.id },
        notes: 'Half done',
      })
      expect(Date.parse(response.json().assignedAt)).toBeGreaterThan(Date.parse('2026-02-01'))
      expect(await AssignmentEvent.query(shop.db)).toMatchObject([
        { assignmentId: id, fromStatus: 'in_progress', toStatus: 'assigned', actorId: admin.user.id },
      ])
      expect(await AuditEntry.query(shop.db).withGraphFetched('details')).toMatchObject([
        {
          actorId: admin.user.id,
          action: 'updated',
          subject: 'assignment',
          subjectId: id,
          subjectLabel: order.invoiceNumber,
          changes: [{ field: 'status', from: 'in_progress', to: 'assigned' }],
          details: { changes: [{ field: 'staff', from: 'sam@shop.example', to: 'robin@shop.example' }] },
        },
      ])
    })

    test('takes it, and the order’s answers, from the staff member who had it', async () => {
      const { id } = await insertAssignment()
      const answers = `/api/orders/${order.id}/answers`
      expect((await sam.browser.get(answers)).statusCode).toBe(200)
      await reassign(id, robin.id)
      expect((await sam.browser.get(answers)).statusCode).toBe(404)
      expect((await sam.browser.get('/api/staff/assignments')).json()).toEqual([])
      const start = { status: 'in_progress' }
      expect((await sam.browser.put(`/api/staff/assignments/${id}/status`, start)).statusCode).toBe(404)
    })

    test('to the staff member who has it already succeeds and changes nothing', async () => {
      const { id } = await insertAssignment({ status: 'in_progress' })
      expect((await reassign(id, sam.user.id)).json()).toMatchObject({ status: 'in_progress' })
      expect(await AuditEntry.query(shop.db).resultSize()).toBe(0)
      expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(0)
    })

    test('to a staff member who is on the order already is refused, also where two are given away at once', async () => {
      const third = await insertUser(shop.db, { isStaff: true })
      const own = await insertAssignment()
      const other = await insertAssignment({ staffId: third.id })
      const responses = await Promise.all([reassign(own.id, robin.id), reassign(other.id, robin.id)])
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const refused = responses.find(({ statusCode }) => statusCode === 409)
      expect(refused?.json()).toMatchObject({ code: 'already_assigned' })
      expect(await AuditEntry.query(shop.db).resultSize()).toBe(1)
    })

    test('needs a staff member, and work that is not completed', async () => {
      const { id } = await insertAssignment()
      const customer = await insertUser(shop.db)
      for (const staffId of [customer.id, 99_999, 'sam', null, undefined]) {
        const response = await reassign(id, staffId)
        expect(response.statusCode).toBe(400)
        expect(response.json()).toMatchObject({ issues: [{ path: 'staffId' }] })
      }
      await StaffAssignment.query(shop.db).findById(id).patch({ status: 'completed' })
      const completed = await reassign(id, robin.id)
      expect(completed.statusCode).toBe(409)
      expect(completed.json()).toMatchObject({ code: 'assignment_completed' })
      expect((await reassign(99_999, robin.id)).statusCode).toBe(404)
    })
  })

  describe('taking an assignment back', () => {
    test('deletes it with its steps; the audit log still shows them', async () => {
      const { id } = await insertAssignment({ notes: 'Call first' })
      await sam.browser.put(`/api/staff/assignments/${id}/status`, { status: 'in_progress' })
      const response = await unassign(id)
      expect(response.statusCode).toBe(204)
      expect(response.body).toBe('')
      expect(await StaffAssignment.query(shop.db).resultSize()).toBe(0)
      expect(await AssignmentEvent.query(shop.db).resultSize()).toBe(0)
      const [removal] = await AuditEntry.query(shop.db).withGraphFetched('details').orderBy('id', 'desc')
      expect(removal).toMatchObject({
        actorId: admin.user.id,
        action: 'removed',
        changes: [{ field: 'status', from: 'in_progress', to: null }],
        details: {
          changes: [
            { field: 'staff', from: 'sam@shop.example', to: null },
            { field: 'notes', from: 'Call first', to: null },
          ],
        },
      })
      const again = await admin.browser.post('/api/admin/staff-assignments', {
        staffId: sam.user.id,
        orderId: order.id,
      })
      expect(again.statusCode).toBe(201)
    })

    test('is done once where many ask at the same time', async () => {
      const { id } = await insertAssignment()
      const responses = await Promise.all(Array.from({ length: 5 }, () => unassign(id)))
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404, 404, 404, 404])
      expect(await AuditEntry.query(shop.db).resultSize()).toBe(1)
    })

    test('is refused where the work is completed', async () => {
      const { id } = await insertAssignment({ status: 'completed' })
      const response = await unassign(id)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'assignment_completed' })
      expect(await StaffAssignment.query(shop.db).resultSize()).toBe(1)
    })
  })

  test('all staff are listed with the number of their assignments', async () => {
    for (const status of ['assigned', 'in_progress', 'completed', 'completed'] as const) {
      const isCompleted = status === 'completed'
      const { id } = await insertAssignment({
        orderId: (await insertOrder(shop.db)).id,
        status: isCompleted ? 'in_progress' : status,
      })
      if (isCompleted) await sam.browser.put(`/api/staff/assignments/${id}/status`, { status })
    }
    const list = (query = '') => fetchList<StaffMember>(admin.browser, `/api/admin/staff${query}`)
    const all = await list()
    expect(all.total).toBe(2)
    expect(all.rows).toMatchObject([
      { id: robin.id, firstName: 'Robin', assigned: 0, inProgress: 0, completed: 0, open: 0 },
      { id: sam.user.id, email: 'sam@shop.example', assigned: 1, inProgress: 1, completed: 2, open: 2 },
    ])
    const names = async (query: string) => (await list(query)).rows.map(({ firstName }) => firstName)
    expect(await names('?sort=-open')).toEqual(['Sam', 'Robin'])
    expect(await names('?sort=completed')).toEqual(['Robin', 'Sam'])
    expect(await names('?q=robin')).toEqual(['Robin'])
    expect(await names('?limit=1&offset=1')).toEqual(['Sam'])
  })
})
