import type { Knex } from 'knex'
import { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import {
  AdminAssignment,
  AssignmentListQuery,
  StaffListQuery,
  StaffMember,
  type StaffAssignment as WireAssignment,
} from '#api/contract/orders/staff.ts'
import { listQuestions } from '#api/orders/order/answers.ts'
import { ATTENTION, attentionCutoffs, DUE_STATE } from '#api/orders/order/attention.ts'
import { ANSWER_COUNTS, AWAITS_ANSWERS, getPromisedAt, NEXT_STEP } from '#api/orders/order/delivery.ts'
import { type OrderRow, selectOrders, toWireFields } from '#api/orders/order/order.ts'
import { readWork } from '#api/orders/order/work.ts'
import { listReminders } from '#api/orders/reminders/reminder.ts'
import { HAS_USER, toWireUser } from '#api/people/auth/account.ts'
import { findOrThrow } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { alphabeticalOrder, whereGiven } from '#api/platform/lists/list.ts'
import { nameOffer } from '#api/rules/offers.ts'
import { STAFF_CONTACT_DAYS } from '#api/rules/periods.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import type { Order } from '#db/models/orders/order.ts'
import { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { User } from '#db/models/people/user.ts'
import { whereAssignmentsFound } from './find-assignments.ts'

/** SQL: when the last message in a conversation was written, if the team wrote it. */
const ASKED_AT = `(SELECT CASE WHEN m.author_role <> 'customer' THEN m.created_at END FROM order_messages m
  WHERE m.order_id = orders.id AND NOT m.is_team_only AND m.withdrawn_at IS NULL ORDER BY m.id DESC LIMIT 1)`

const GRAPH = '[order.[package, user], staff, assignedBy]'

function selectAssignments(db: Knex) {
  return StaffAssignment.query(db)
    .withGraphFetched(GRAPH)
    .modifyGraph('order', (orders) =>
      orders.select(
        'orders.*',
        db.raw(`${AWAITS_ANSWERS} AS awaits_answers`),
        db.raw(`${NEXT_STEP} AS ready_to`),
        db.raw(`${ANSWER_COUNTS} AS answers`),
        db.raw(`${ASKED_AT} AS asked_at`),
      ),
    )
}

export const assignmentList = defineList({
  query: AssignmentListQuery,
  row: AdminAssignment,
  select: selectAssignments,
  sorts: {
    assignedAt: ['staff_assignments.assigned_at', 'staff_assignments.id'],
    status: ['staff_assignments.status', 'staff_assignments.assigned_at', 'staff_assignments.id'],
  },
  filter: (query, { status, staffId, orderId }) => whereGiven(query, { status, staffId, orderId }),
  search: whereAssignmentsFound,
  toRow: toAdminAssignment,
})

/** SQL: whether the assignment was completed so long ago that its staff member no longer sees the customer's contact data. */
const IS_CONTACT_OVER = `staff_assignments.status IN (${listStatuses(ASSIGNMENT_STATUS, 'isDone')}) AND coalesce(
  (SELECT max(created_at) FROM assignment_events e WHERE e.assignment_id = staff_assignments.id),
  staff_assignments.assigned_at) < now() - interval '${STAFF_CONTACT_DAYS} days'`

export async function listOwnAssignments(db: Knex, staffId: number): Promise<WireAssignment[]> {
  const rows = await selectOwn(db)
    .where({ staffId })
    .orderBy([
      { column: 'assignedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
  return rows.map(toOwnAssignment)
}

/** Reads one assignment as its staff member sees it. @throws NotFound */
export async function getOwnAssignment(db: Knex, id: number): Promise<WireAssignment> {
  return toOwnAssignment(await findOrThrow(selectOwn(db).findById(id), 'Assignment'))
}

const selectOwn = (db: Knex) =>
  selectAssignments(db).select('staff_assignments.*', db.raw(`${IS_CONTACT_OVER} AS is_contact_over`))

function toOwnAssignment(row: StaffAssignment): WireAssignment {
  const assignment = toAdminAssignment(row)
  return (row as StaffAssignment & { isContactOver: boolean }).isContactOver
    ? withoutContact(assignment)
    : assignment
}

function withoutContact(assignment: AdminAssignment): AdminAssignment {
  const { order } = assignment
  return { ...assignment, order: { ...order, user: { ...order.user, email: '', phone: '', company: '' } } }
}

export async function listOrderAssignments(db: Knex, orderId: number): Promise<AdminAssignment[]> {
  return (await selectAssignments(db).where({ orderId }).orderBy('id')).map(toAdminAssignment)
}

/** Do not call it in a transaction: relations are fetched in parallel on several connections. @throws NotFound */
export async function getAssignment(db: Knex, id: number): Promise<AdminAssignment> {
  return toAdminAssignment(await findOrThrow(selectAssignments(db).findById(id), 'Assignment'))
}

type AssignedOrder = Order &
  Pick<AdminAssignment['order'], 'awaitsAnswers' | 'readyTo' | 'answers' | 'askedAt'>

/** @param row of {@link selectAssignments} */
function toAdminAssignment(row: StaffAssignment): AdminAssignment {
  const { staff, assignedBy } = row
  const order = row.order as AssignedOrder | undefined
  const { package: orderedPackage, user } = order ?? {}
  if (!order || !orderedPackage || !assignedBy || !staff)
    throw new Error(`Assignment ${row.id} lacks a relation`)
  const { firstName, lastName, company } = order.buyer
  return toWire(AdminAssignment, {
    ...row,
    staff,
    assignedByUser: assignedBy,
    order: {
      ...order,
      promisedBy: getPromisedAt(order),
      firstPromisedBy: order.firstPromisedAt,
      waitsFor: order.waitingFor,
      package: orderedPackage,
      // Shows the name from the order, and the current e-mail.
      user: { ...order.buyer, id: null, ...user, firstName, lastName, company },
    },
  })
}

/** SQL: counts a staff member's assignments that meet a condition, from `staff_assignments_open_idx`. */
const countOf = (condition: string) =>
  `(SELECT count(*) FROM staff_assignments WHERE staff_assignments.staff_id = users.id AND ${condition})`

type Row = User & { assigned: number; inProgress: number }

/** Lists staff members with the counts of their assignments. */
export const staffList = defineList({
  query: StaffListQuery,
  row: StaffMember,
  select: (db) =>
    User.query(db)
      .where({ isStaff: true })
      .select(
        'users.*',
        db.raw(`${countOf(`status IN (${listStatuses(ASSIGNMENT_STATUS, 'awaitsStart')})`)} AS assigned`),
        db.raw(`${countOf(`status IN (${listStatuses(ASSIGNMENT_STATUS, 'isUnderWay')})`)} AS in_progress`),
      ),
  // Needs no indexes, because there are few staff.
  sorts: {
    firstName: [alphabeticalOrder('users.first_name'), alphabeticalOrder('users.last_name'), 'users.id'],
    email: ['lower(users.email)'],
    createdAt: ['users.created_at', 'users.id'],
    open: [countOf(`status NOT IN (${listStatuses(ASSIGNMENT_STATUS, 'isDone')})`), 'users.id'],
    completed: ['users.completed_assignments', 'users.id'],
  },
  search: HAS_USER,
  toRow: toStaffMember,
})

function toStaffMember(row: Row): StaffMember {
  const { assigned, inProgress, completedAssignments: completed } = row
  return toWire(StaffMember, { ...row, completed, open: assigned + inProgress })
}

type PageRow = OrderRow & Pick<AdminOrderDetail, 'due' | 'readyTo' | 'isCallDue' | 'mayClose'>

/** @throws NotFound */
export async function getOrderPage(db: Knex, id: number): Promise<AdminOrderDetail> {
  const query = selectOrders(db)
    .findById(id)
    .select(db.raw(`${NEXT_STEP} AS ready_to`), db.raw(`${DUE_STATE} AS due`, attentionCutoffs()))
    .select(
      db.raw(
        `${ATTENTION.callCustomer} IS TRUE AS is_call_due, ${ATTENTION.mayClose} IS TRUE AS may_close`,
        attentionCutoffs(),
      ),
    )
  const row = (await findOrThrow(query, 'Order')) as PageRow
  const user = row.userId === null ? undefined : await User.query(db).findById(row.userId)
  return toWire(AdminOrderDetail, {
    ...row,
    ...toWireFields(row),
    user: user ? toWireUser(user) : null,
    offerNumber: row.offerId === null ? null : nameOffer(row.offerId),
    reminders: await listReminders(db, id),
    questions: await listQuestions(db, row),
    assignments: await listOrderAssignments(db, id),
    ...(await readWork(db, row)),
  })
}
