import type { Knex } from 'knex'
import { User } from '../../../db/models/user.ts'
import type { STAFF_SORTS, StaffListQuery, StaffMember } from '../../contract/work.ts'
import { fetchPage, type Page, type SortExpressions } from '../../lists/list.ts'
import { whereFound } from '../../lists/search.ts'

/** Staff are few: what is counted is sorted without an index. */
const SORTS: SortExpressions<(typeof STAFF_SORTS)[number]> = {
  firstName: ['lower(users.first_name)', 'lower(users.last_name)', 'users.id'],
  email: ['lower(users.email)'],
  createdAt: ['users.created_at', 'users.id'],
  open: ['coalesce(work.assigned, 0) + coalesce(work.in_progress, 0)', 'users.id'],
  completed: ['coalesce(work.completed, 0)', 'users.id'],
}

/** Of the tallies, because those who work long have thousands of them. */
const WORK = `(SELECT by_id AS staff_id,
    (sum(n) FILTER (WHERE by_name = 'assigned'))::bigint AS assigned,
    (sum(n) FILTER (WHERE by_name = 'in_progress'))::bigint AS in_progress,
    (sum(n) FILTER (WHERE by_name = 'completed'))::bigint AS completed
  FROM tallied WHERE counted = 'staff_assignments' GROUP BY by_id) AS work`

type Row = User & { assigned: number | null; inProgress: number | null; completed: number | null }

/** Everybody who is staff, with how much they have to do. */
export async function listStaff(db: Knex, list: StaffListQuery): Promise<Page<StaffMember>> {
  const query = User.query(db)
    .where({ isStaff: true })
    .leftJoin(db.raw(WORK), 'work.staff_id', 'users.id')
    .select('users.*', 'work.assigned', 'work.in_progress', 'work.completed')
  whereFound(query, 'users', list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: (rows as Row[]).map(toStaffMember), total }
}

function toStaffMember(row: Row): StaffMember {
  const { id, firstName, lastName, email, jobTitle, isAdmin, createdAt } = row
  const assigned = row.assigned ?? 0
  const inProgress = row.inProgress ?? 0
  return {
    ...{ id, firstName, lastName, email, jobTitle, isAdmin, createdAt: createdAt.toISOString() },
    ...{ assigned, inProgress, completed: row.completed ?? 0, open: assigned + inProgress },
  }
}
