import type { Knex } from 'knex'
import { User } from '../../../db/models/user.ts'
import { type STAFF_SORTS, type StaffListQuery, StaffMember } from '../../contract/assignments.ts'
import { toWire } from '../../http/to-wire.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { whereFound } from '../../lists/search.ts'

/** SQL: the number of a staff member's assignments that meet a condition, read from `staff_assignments_open_idx`. */
const countOf = (condition: string) =>
  `(SELECT count(*) FROM staff_assignments WHERE staff_assignments.staff_id = users.id AND ${condition})`

/** Without indexes, because there are few staff. */
const SORTS: SortExpressions<(typeof STAFF_SORTS)[number]> = {
  firstName: ['lower(users.first_name)', 'lower(users.last_name)', 'users.id'],
  email: ['lower(users.email)'],
  createdAt: ['users.created_at', 'users.id'],
  open: [countOf(`status <> 'completed'`), 'users.id'],
  completed: ['users.completed_assignments', 'users.id'],
}

type Row = User & { assigned: number; inProgress: number }

/** Staff members with the numbers of their assignments. */
export async function listStaff(db: Knex, list: StaffListQuery): Promise<Page<StaffMember>> {
  const query = User.query(db)
    .where({ isStaff: true })
    .select(
      'users.*',
      db.raw(`${countOf(`status = 'assigned'`)} AS assigned`),
      db.raw(`${countOf(`status = 'in_progress'`)} AS in_progress`),
    )
  whereFound(query, 'users', list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: (rows as Row[]).map(toStaffMember), total }
}

function toStaffMember(row: Row): StaffMember {
  const { assigned, inProgress, completedAssignments: completed } = row
  return toWire(StaffMember, { ...row, completed, open: assigned + inProgress })
}
