import type { AssignmentStatus } from '../../../api/contract/staff.ts'

export const FILTERS = ['all', 'assigned', 'in_progress', 'completed'] as const
export type Filter = (typeof FILTERS)[number]

export const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  all: 'All',
  assigned: 'Assigned',
  in_progress: 'In Progress',
  completed: 'Completed',
}

/** How many assignments there are in all, and of each status. */
export function countByStatus(
  assignments: readonly { status: AssignmentStatus }[],
): Readonly<Record<Filter, number>> {
  const of = (status: AssignmentStatus) => assignments.filter((one) => one.status === status).length
  return {
    all: assignments.length,
    assigned: of('assigned'),
    in_progress: of('in_progress'),
    completed: of('completed'),
  }
}

export function narrow<T extends { status: AssignmentStatus }>(
  assignments: readonly T[],
  filter: Filter,
): T[] {
  return assignments.filter(({ status }) => filter === 'all' || status === filter)
}
