/** Sorts the work: first what is due, then what waits for the customer, then what is done. */
import type { AssignmentStatus, StaffAssignment } from '#api/contract/orders/staff.ts'
import type { WaitKind } from '#api/rules/order-work/promised-date.ts'
import type { WorkState } from '#api/rules/order-work/work-state.ts'
import { ASSIGNMENT_STATUS, ASSIGNMENT_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { holdsWords } from '#api/rules/text/fold-text.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { describeDue } from '#site/kit/format/due.ts'

export type Filter = 'all' | AssignmentStatus

export const FILTER_LABELS: Readonly<Record<Filter, string>> = {
  all: 'All',
  ...ASSIGNMENT_STATUS_LABELS,
}

export function countByStatus(
  assignments: readonly { status: AssignmentStatus }[],
): Readonly<Record<Filter, number>> {
  const counts = { all: assignments.length, assigned: 0, in_progress: 0, completed: 0 }
  for (const { status } of assignments) counts[status] += 1
  return counts
}

/** @param changed ids of assignments that stay in the list although their status has changed */
export function filterAssignments<T extends { id: number; status: AssignmentStatus }>(
  assignments: readonly T[],
  filter: Filter,
  changed: ReadonlySet<number>,
): T[] {
  return assignments.filter(({ id, status }) => filter === 'all' || status === filter || changed.has(id))
}

export const SORT_LABELS = { due: 'By due date', package: 'By package', customer: 'By customer' } as const
type Sort = keyof typeof SORT_LABELS

const nameOf = ({ firstName, lastName }: StaffAssignment['order']['user']) => `${firstName} ${lastName}`
const dueOf = ({ order }: StaffAssignment) => order.promisedBy ?? ''

const BY: Record<Sort, (one: StaffAssignment, other: StaffAssignment) => number> = {
  due: (one, other) =>
    Number(one.order.waitsFor !== null) - Number(other.order.waitsFor !== null) ||
    dueOf(one).localeCompare(dueOf(other)),
  package: (one, other) => one.order.packageName.localeCompare(other.order.packageName),
  customer: (one, other) => nameOf(one.order.user).localeCompare(nameOf(other.order.user)),
}

/** Whether nothing is left to do. Completed work may still need a reply, a decision or a fix. */
export const isOver = (one: StaffAssignment): boolean =>
  ASSIGNMENT_STATUS[one.status].isDone && !describeNextStep(one).act

/** @param changed ids of assignments that keep their place although their status has changed */
export function sortQueue(
  assignments: readonly StaffAssignment[],
  sort: Sort,
  changed: ReadonlySet<number>,
): StaffAssignment[] {
  const isDone = (one: StaffAssignment) => isOver(one) && !changed.has(one.id)
  return [...assignments].sort(
    (one, other) =>
      Number(isDone(one)) - Number(isDone(other)) ||
      // Completed work: the latest due date comes first.
      (isDone(one) && sort === 'due' ? BY.due(other, one) : BY[sort](one, other)) ||
      one.id - other.id,
  )
}

export function readView(query: string): { filter: Filter; sort: Sort; search: string } {
  const parameters = new URLSearchParams(query)
  const filter = parameters.get('status') ?? ''
  const sort = parameters.get('sort') ?? ''
  return {
    filter: Object.hasOwn(FILTER_LABELS, filter) ? (filter as Filter) : 'all',
    sort: Object.hasOwn(SORT_LABELS, sort) ? (sort as Sort) : 'due',
    search: parameters.get('q') ?? '',
  }
}

/** @returns whether the client, the package and the order's numbers together contain every word of the search */
export function matchesSearch({ order }: StaffAssignment, search: string): boolean {
  const { user, packageName, invoiceNumber, id } = order
  const text = [nameOf(order.user), user.company, user.email, packageName, invoiceNumber, `#${id}`]
  return holdsWords(text.join(' '), search)
}

/**
 * The order to continue with: the next one in the queue with work to do, wrapping around after the last. Orders with unread
 * messages come first. @returns undefined if there is no other
 */
export function findNextOrder(
  queue: readonly StaffAssignment[],
  orderId: number,
  countUnread: (orderId: number) => number,
): StaffAssignment | undefined {
  const at = queue.findIndex(({ order }) => order.id === orderId)
  const others = [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))].filter(
    ({ order }) => order.id !== orderId,
  )
  return others.find(({ order }) => countUnread(order.id) > 0) ?? others.find((one) => !isOver(one))
}

/** @returns undefined if the work is done, its date is on hold, or there is no date */
export function describeDueDate({ status, order }: StaffAssignment, now: Date) {
  if (ASSIGNMENT_STATUS[status].isDone || order.waitsFor || !order.promisedBy) return undefined
  return describeDue(new Date(order.promisedBy), now)
}

interface NextStep {
  /** The beginning, emphasised. */
  label: string
  text: string
  /** What to do on the order's page. Not set where the button of the status does it, or there is nothing to do. */
  act?: 'reply' | 'ask' | 'decide' | 'deliver' | 'read' | undefined
  /** Whether the button is not filled, because there is nothing to do but to wait. */
  isOptional?: boolean
}

const next = (text: string, act?: NextStep['act']): NextStep => ({ label: 'Next step:', text, act })

/**
 * The staff member's next step. A message to reply to comes first, then what the order waits for, then its work, then the
 * assignment.
 */
export function describeNextStep(assignment: StaffAssignment, now = new Date()): NextStep {
  const { awaitsReplySince, waitsFor, workState, user } = assignment.order
  if (awaitsReplySince) return next(`reply to ${user.firstName}.`, 'reply')
  const label = `Waiting for ${user.firstName}`
  const own = describeOwnStep(assignment, describeDueDate(assignment, now)?.tone === 'negative')
  /** null: the work or the assignment says it. */
  const waits: Record<WaitKind, NextStep | null> = {
    answers: null,
    delivery: null,
    refund_request: { label: 'On hold:', text: `${user.firstName} requested a refund.` },
    question: { label, text: 'to reply to your question.' },
  }
  const work: Record<WorkState, NextStep> = {
    delivered: { label, text: 'to check the delivery.' },
    change_asked: own,
    in_rework: own,
    warranty: own,
  }
  return (waitsFor && waits[waitsFor]) ?? (workState ? work[workState] : own)
}

function describeOwnStep({ status, order }: StaffAssignment, isLate: boolean): NextStep {
  const { answered, requiredOpen } = order.answers
  const { firstName } = order.user
  const { isDone } = ASSIGNMENT_STATUS[status]
  const rework = isDone
    ? next(`deliver the fix or change that ${firstName} is waiting for.`, 'deliver')
    : next(
        `read what ${firstName} says about the delivery, then make the changes and mark it complete.`,
        'read',
      )
  /** null: the assignment says it. */
  const work: Record<WorkState, NextStep | null> = {
    delivered: null,
    change_asked: next(`grant or decline the extra change ${firstName} requested.`, 'decide'),
    in_rework: rework,
    warranty: rework,
  }
  const own: Record<AssignmentStatus, NextStep> = {
    assigned: next(answered > 0 ? 'read the answers, then start the work.' : 'start the work.'),
    in_progress: next(
      `finish the work${isLate ? `, or set a new date with ${firstName}` : ' and mark it complete'}.`,
    ),
    completed:
      order.readyTo === 'close'
        ? { label: 'All done.', text: 'An admin will close the order.' }
        : { label: 'Your part is done.', text: '' },
  }
  const missing = requiredOpen === 1 ? 'missing answer' : `${requiredOpen} missing answers`
  const sending = order.askedAt && `to send the ${missing}. We last wrote on ${formatDate(order.askedAt)}.`
  const ask: NextStep = sending
    ? { label: `Waiting for ${firstName}`, text: sending, act: 'ask', isOptional: true }
    : next(`ask ${firstName} for the ${missing}.`, 'ask')
  return (order.workState && work[order.workState]) || (order.awaitsAnswers && !isDone ? ask : own[status])
}
