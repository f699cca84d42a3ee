import type { Knex } from 'knex'
import { AssignmentNote } from '../../../db/models/staff-assignment.ts'

/** What staff delivered with an order's completed work, oldest first. */
export function listDeliveries(db: Knex, orderId: number): Promise<AssignmentNote[]> {
  return AssignmentNote.query(db)
    .joinRelated('assignment')
    .where({ 'assignment.orderId': orderId, isDelivery: true })
    .select('assignmentNotes.*')
    .orderBy('assignmentNotes.id')
    .execute()
}
