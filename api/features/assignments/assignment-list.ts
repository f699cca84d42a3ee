import type { Knex } from 'knex'
import type { Order } from '../../../db/models/order.ts'
import { AssignmentNote, StaffAssignment } from '../../../db/models/staff-assignment.ts'
import type { User } from '../../../db/models/user.ts'
import type {
  AdminAssignment,
  ASSIGNMENT_SORTS,
  AssignmentListQuery,
  StaffAssignment as WireAssignment,
} from '../../contract/staff.ts'
import type { PersonName, StaffNote } from '../../contract/work.ts'
import { NotFound } from '../../errors.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { whereAssignmentsFound } from '../../lists/search.ts'
import { ANSWER_COUNTS } from '../orders/answer-counts.ts'
import { AWAITS_ANSWERS, getPromisedAt } from '../orders/delivery.ts'
import { READY_TO } from '../orders/ready.ts'

const SORTS: SortExpressions<(typeof ASSIGNMENT_SORTS)[number]> = {
  assignedAt: ['staff_assignments.assigned_at', 'staff_assignments.id'],
  status: ['staff_assignments.status', 'staff_assignments.assigned_at', 'staff_assignments.id'],
}

const GRAPH = '[order.[package, user], staff, assignedBy]'

function selectAssignments(db: Knex) {
  return StaffAssignment.query(db)
    .withGraphFetched(GRAPH)
    .modifyGraph('order', (orders) =>
      orders.select(
        'orders.*',
        db.raw(`${AWAITS_ANSWERS} AS awaits_answers`),
        db.raw(`${READY_TO} AS ready_to`),
        db.raw(`${ANSWER_COUNTS} AS answers`),
      ),
    )
}

export async function listAssignments(db: Knex, list: AssignmentListQuery): Promise<Page<AdminAssignment>> {
  const query = selectAssignments(db)
  const { status, staffId, orderId } = list
  if (status) query.where({ status })
  if (staffId !== undefined) query.where({ staffId })
  if (orderId !== undefined) query.where({ orderId })
  await whereAssignmentsFound(query, list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: await toAdminAssignments(db, rows), total }
}

export async function listOwnAssignments(db: Knex, staffId: number): Promise<WireAssignment[]> {
  const rows = await selectAssignments(db)
    .where({ staffId })
    .orderBy([
      { column: 'assignedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
  return toAdminAssignments(db, rows)
}

/** Who works on an order, oldest first. */
export async function listOrderAssignments(db: Knex, orderId: number): Promise<AdminAssignment[]> {
  return toAdminAssignments(db, await selectAssignments(db).where({ orderId }).orderBy('id'))
}

/** Must not run in a transaction: relations are fetched in parallel, each on a connection of its own. @throws NotFound */
export async function getAssignment(db: Knex, id: number): Promise<AdminAssignment> {
  const [found] = await toAdminAssignments(db, await selectAssignments(db).where({ id }))
  if (!found) throw new NotFound('Assignment')
  return found
}

/** Needs one statement per relation, however many assignments there are. @param rows of {@link selectAssignments} */
async function toAdminAssignments(db: Knex, rows: StaffAssignment[]): Promise<AdminAssignment[]> {
  const notes = await AssignmentNote.query(db)
    .whereIn(
      'assignmentId',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .withGraphFetched('author')
  const byAssignment = Map.groupBy(notes, ({ assignmentId }) => assignmentId)
  return rows.map((row) => {
    const { staff } = row
    if (!staff) throw new Error(`Assignment ${row.id} lacks its staff member`)
    return {
      ...toWireAssignment(row, byAssignment.get(row.id) ?? []),
      staff: { ...toPersonName(staff), email: staff.email },
    }
  })
}

function toWireAssignment(row: StaffAssignment, notes: AssignmentNote[]): WireAssignment {
  const { assignedBy } = row
  const order = row.order as
    | (Order & Pick<WireAssignment['order'], 'awaitsAnswers' | 'readyTo' | 'answers'>)
    | undefined
  const { package: orderedPackage, user } = order ?? {}
  // Only paid orders are assigned, and a paid order has an account.
  if (!order || !orderedPackage || !user || !assignedBy)
    throw new Error(`Assignment ${row.id} lacks a relation`)
  return {
    id: row.id,
    status: row.status,
    assignedAt: row.assignedAt.toISOString(),
    notes: row.notes,
    staffNotes: notes.map(toStaffNote),
    order: {
      id: order.id,
      invoiceNumber: order.invoiceNumber,
      status: order.status,
      createdAt: order.createdAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      packageName: order.packageName,
      deliveryDays: order.deliveryDays,
      promisedBy: getPromisedAt(order)?.toISOString() ?? null,
      awaitsAnswers: order.awaitsAnswers,
      readyTo: order.readyTo,
      answers: order.answers,
      package: {
        id: orderedPackage.id,
        slug: orderedPackage.slug,
        name: orderedPackage.name,
        category: orderedPackage.category,
        description: orderedPackage.description,
        imageUrl: orderedPackage.imageUrl,
        deliveryDays: orderedPackage.deliveryDays,
      },
      // Their name when they ordered, and the address they are reached at today.
      user: {
        id: user.id,
        firstName: order.buyer.firstName,
        lastName: order.buyer.lastName,
        email: user.email,
        phone: user.phone,
        company: order.buyer.company,
      },
    },
    assignedByUser: toPersonName(assignedBy),
  }
}

function toStaffNote({ id, note, isDelivery, link, author, createdAt }: AssignmentNote): StaffNote {
  if (!author) throw new Error(`Note ${id} lacks its author`)
  return { id, note, isDelivery, link, author: toPersonName(author), createdAt: createdAt.toISOString() }
}

function toPersonName({ id, firstName, lastName }: User): PersonName {
  return { id, firstName, lastName }
}
