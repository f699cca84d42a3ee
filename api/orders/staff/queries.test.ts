import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminAssignment, StaffMember } from '#api/contract/orders/staff.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { expectRefused, expectResponse, statusesOf } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import type { Order } from '#db/models/orders/order.ts'
import { AssignmentEvent, StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import type { User } from '#db/models/people/user.ts'
import { insertOrder, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
let sam: SignedIn
let order: Order
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
  const name = { firstName: 'Sam', lastName: 'Iyer', email: 'sam@shop.example' }
  sam = await signInAs(shop, { ...name, isStaff: true })
  order = await insertOrder(shop.db)
})

const PATH = '/api/admin/staff-assignments'
const assign = (fields: object = {}) =>
  admin.browser.post(PATH, { staffId: sam.user.id, orderId: order.id, ...fields })
const countEvents = () => AssignmentEvent.query(shop.db).resultSize()

describe('all assignments', () => {
  const listed = (query = '') => fetchList<AdminAssignment>(admin.browser, `${PATH}${query}`)

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
      const response = await assign({ notes: ' Call first ' })
      const made = response.json<AdminAssignment>()
      const { id, packageId, userId, invoiceNumber } = order
      expectResponse(response, 201, {
        status: 'assigned',
        notes: 'Call first',
        staff: { id: sam.user.id, firstName: 'Sam', lastName: 'Iyer', email: 'sam@shop.example' },
        assignedByUser: { id: admin.user.id, firstName: 'Ada', lastName: 'Minh' },
        order: { id, invoiceNumber, status: 'pending' },
      })
      const pkg = { id: packageId, name: 'Business Website', category: 'Web Development' }
      const user = { id: userId, firstName: 'Clara', company: 'Whitfield Interiors' }
      expect(made.order).toMatchObject({ package: pkg, user })
      expect(await listed()).toEqual({ rows: [made], total: 1 })
      expect(await AssignmentEvent.query(shop.db)).toMatchObject([
        { assignmentId: made.id, fromStatus: null, toStatus: 'assigned', actorId: admin.user.id },
      ])
    })

    test('twice is refused, also at once', async () => {
      expect(await statusesOf(6, () => assign())).toEqual([201, 409, 409, 409, 409, 409])
      expectRefused(await assign(), 'already_assigned')
      expect(await StaffAssignment.query(shop.db).resultSize()).toBe(1)
      expect(await countEvents()).toBe(1)
    })

    test('works for several staff on one order, and for one on several', async () => {
      const other = await insertUser(shop.db, { isStaff: true })
      const second = await insertOrder(shop.db)
      for (const body of [{}, { staffId: other.id }, { orderId: second.id }])
        expectResponse(await assign(body), 201)
    })

    test.each(['unpaid', 'refunded'] as const)(
      'needs a paid order: one that is %s is refused',
      async (paymentStatus) => {
        const unpaid = await insertOrder(shop.db, { paymentStatus, paidAt: new Date() })
        expectRefused(await assign({ orderId: unpaid.id }), 'order_unpaid')
      },
    )

    test('needs a staff member: a customer, an admin and nobody are refused', async () => {
      const customer = await insertUser(shop.db)
      for (const staffId of [customer.id, admin.user.id, 99_999])
        expectResponse(await assign({ staffId }), 400, { issues: [{ path: 'staffId' }] })
    })

    test.each(BAD_FIELDS)('is refused where %s is %j', async (field, value) => {
      expectResponse(await assign({ [field]: value }), 400, { issues: [{ path: field }] })
      expect(await StaffAssignment.query(shop.db).resultSize()).toBe(0)
    })

    test('ignores unknown fields', async () => {
      const extra = { status: 'completed', id: 77, assignedAt: '2000-01-01T00:00:00Z' }
      const made = { status: 'assigned', assignedByUser: { id: admin.user.id } }
      expectResponse(await assign({ ...extra, assignedById: sam.user.id }), 201, made)
    })
  })

  test('assignments are filtered, searched and sorted', async () => {
    const other = await insertUser(shop.db, { firstName: 'Robin', isStaff: true })
    const second = await insertOrder(shop.db)
    const ids: number[] = []
    for (const fields of [{}, { staffId: other.id }, { orderId: second.id }])
      ids.push((await assign(fields)).json<AdminAssignment>().id)
    await StaffAssignment.query(shop.db).where({ staffId: other.id }).patch({ status: 'completed' })
    const found = async (query: string) => (await listed(query)).rows.map(({ id }) => ids.indexOf(id))
    expect(await found('')).toEqual([2, 1, 0])
    expect(await found('?sort=assignedAt&limit=2')).toEqual([0, 1])
    expect(await found(`?staffId=${sam.user.id}`)).toEqual([2, 0])
    expect(await found(`?orderId=${order.id}`)).toEqual([1, 0])
    expect(await found('?status=completed')).toEqual([1])
    expect(await found('?sort=-status')).toEqual([1, 2, 0])
    expect(await found('?q=robin')).toEqual([1])
    expect(await found(`?q=inv-${second.id}`)).toEqual([2])
    expect((await listed('?limit=1')).total).toBe(3)
  })
})

describe('handing work over', () => {
  let robin: User
  beforeEach(async () => {
    robin = await insertUser(shop.db, { firstName: 'Robin', email: 'robin@shop.example', isStaff: true })
  })

  const insertAssignment = (fields: Partial<StaffAssignment> = {}) =>
    StaffAssignment.query(shop.db)
      .insert({ staffId: sam.user.id, orderId: order.id, assignedById: admin.user.id, ...fields })
      .returning('*')

  const reassign = (id: number, staffId: unknown) => admin.browser.patch(`${PATH}/${id}`, { staffId })
  const unassign = (id: number) => admin.browser.call('DELETE', `${PATH}/${id}`)
  const setStatus = (id: number, status: string) =>
    sam.browser.put(`/api/staff/assignments/${id}/status`, { status })
  const countEntries = () => AuditEntry.query(shop.db).resultSize()

  describe('giving an assignment to somebody else', () => {
    test('hands its notes over, starts at the first status and is recorded with the admin', async () => {
      const begun = { status: 'in_progress', notes: 'Half done', assignedAt: new Date('2026-01-02') } as const
      const { id } = await insertAssignment(begun)
      const response = await reassign(id, robin.id)
      const by = { staff: { id: robin.id, email: robin.email }, assignedByUser: { id: admin.user.id } }
      expectResponse(response, 200, { id, status: 'assigned', notes: 'Half done', ...by })
      expect(Date.parse(response.json().assignedAt)).toBeGreaterThan(Date.parse('2026-02-01'))
      expect(await AssignmentEvent.query(shop.db)).toMatchObject([
        { assignmentId: id, fromStatus: 'in_progress', toStatus: 'assigned', actorId: admin.user.id },
      ])
      const subject = { subject: 'assignment', subjectId: id, subjectLabel: order.invoiceNumber }
      const changes = [{ field: 'status', from: 'in_progress', to: 'assigned' }]
      const details = { changes: [{ field: 'staff', from: sam.user.email, to: robin.email }] }
      expect(await AuditEntry.query(shop.db).withGraphFetched('details')).toMatchObject([
        { actorId: admin.user.id, action: 'updated', ...subject, changes, details },
      ])
    })

    test('takes it, and the order’s answers, from the staff member who had it', async () => {
      const { id } = await insertAssignment()
      const answers = `/api/orders/${order.id}/answers`
      expectResponse(await sam.browser.get(answers), 200)
      await reassign(id, robin.id)
      expectResponse(await sam.browser.get(answers), 404)
      expect((await sam.browser.get('/api/staff/assignments')).json()).toEqual([])
      expectResponse(await setStatus(id, 'in_progress'), 404)
    })

    test('to the staff member who has it already succeeds and changes nothing', async () => {
      const { id } = await insertAssignment({ status: 'in_progress' })
      expectResponse(await reassign(id, sam.user.id), 200, { status: 'in_progress' })
      expect(await countEntries()).toBe(0)
      expect(await countEvents()).toBe(0)
    })

    test('to a staff member who is on the order already is refused, also where two are given away at once', async () => {
      const third = await insertUser(shop.db, { isStaff: true })
      const own = await insertAssignment()
      const other = await insertAssignment({ staffId: third.id })
      const responses = await Promise.all([own, other].map(({ id }) => reassign(id, robin.id)))
      expect(responses.map((one) => one.json().code).sort()).toEqual(['already_assigned', undefined])
      expect(await countEntries()).toBe(1)
    })

    test('needs a staff member, and work that is not completed', async () => {
      const { id } = await insertAssignment()
      const customer = await insertUser(shop.db)
      for (const staffId of [customer.id, 99_999, 'sam', null, undefined])
        expectResponse(await reassign(id, staffId), 400, { issues: [{ path: 'staffId' }] })
      await StaffAssignment.query(shop.db).findById(id).patch({ status: 'completed' })
      expectRefused(await reassign(id, robin.id), 'assignment_completed')
      expectResponse(await reassign(99_999, robin.id), 404)
    })
  })

  describe('taking an assignment back', () => {
    test('deletes it with its steps; the audit log still shows them', async () => {
      const { id } = await insertAssignment({ notes: 'Call first' })
      await setStatus(id, 'in_progress')
      const response = await unassign(id)
      expectResponse(response, 204)
      expect(response.body).toBe('')
      expect(await StaffAssignment.query(shop.db).resultSize()).toBe(0)
      expect(await countEvents()).toBe(0)
      const [removal] = await AuditEntry.query(shop.db).withGraphFetched('details').orderBy('id', 'desc')
      const staff = { field: 'staff', from: 'sam@shop.example', to: null }
      const details = { changes: [staff, { field: 'notes', from: 'Call first', to: null }] }
      const changes = [{ field: 'status', from: 'in_progress', to: null }]
      expect(removal).toMatchObject({ actorId: admin.user.id, action: 'removed', changes, details })
      expectResponse(await assign(), 201)
    })

    test('is done once where many ask at the same time', async () => {
      const { id } = await insertAssignment()
      expect(await statusesOf(5, () => unassign(id))).toEqual([204, 404, 404, 404, 404])
      expect(await countEntries()).toBe(1)
    })

    test('is refused where the work is completed', async () => {
      const { id } = await insertAssignment({ status: 'completed' })
      expectRefused(await unassign(id), 'assignment_completed')
      expect(await StaffAssignment.query(shop.db).resultSize()).toBe(1)
    })
  })

  test('all staff are listed with the number of their assignments', async () => {
    for (const status of ['assigned', 'in_progress', 'completed', 'completed'] as const) {
      const isCompleted = status === 'completed'
      const { id: orderId } = await insertOrder(shop.db)
      const { id } = await insertAssignment({ orderId, status: isCompleted ? 'in_progress' : status })
      if (isCompleted) await setStatus(id, status)
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
