import { beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry.ts'
import type { Order } from '../../../db/models/order.ts'
import { AssignmentEvent, StaffAssignment } from '../../../db/models/order-work/staff-assignment.ts'
import type { User } from '../../../db/models/user.ts'
import { insertOrder, insertUser } from '../../../db/testing/builders.ts'
import type { StaffMember } from '../../contract/assignments.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp } from '../../testing/test-app.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
let sam: SignedIn
let robin: User
let order: Order
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
      ...{ status: 'in_progress', notes: 'Half done', assignedAt: new Date('2026-01-02') },
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
