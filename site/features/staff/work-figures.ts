import type { AssignmentStatus } from '../../../api/contract/assignments.ts'
import { ASSIGNMENT_STATUS_LABELS } from '../../../api/rules/status-labels.ts'

export const FILTERS = ['all', 'assigned', 'in_progress', 'completed'] as const
export type Filter = (typeof FILTERS)[number]

export const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  all: 'All',
  ...ASSIGNMENT_STATUS_LABELS,
}

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

/** @param changed ids of assignments that stay in the list, although their status has changed */
export function narrow<T extends { id: number; status: AssignmentStatus }>(
  assignments: readonly T[],
  filter: Filter,
  changed: ReadonlySet<number>,
): T[] {
  return assignments.filter(({ id, status }) => filter === 'all' || status === filter || changed.has(id))
}
