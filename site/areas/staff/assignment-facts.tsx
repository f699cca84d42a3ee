import type { ReactNode } from 'react'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import { isTested } from '#api/rules/order-work/work-state.ts'
import { STAFF_CONTACT_DAYS } from '#api/rules/periods.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { ASSIGNMENT_STATUS, WAIT_LABELS } from '#api/rules/status-labels.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { changeQuery } from '#site/kit/stores/address.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { PromisedBy } from '#site/kit/ui/primitives/promised-by.tsx'
import { QueryLink } from '#site/kit/ui/primitives/query-link.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { describeDueDate } from './queue.ts'

interface AssignmentFactsProps {
  assignment: StaffAssignment
  /** Whether the promised date stands beside them. */
  hasDateBeside: boolean
  className: string
}

export function AssignmentFacts({ assignment, hasDateBeside, className }: AssignmentFactsProps) {
  const { order, assignedAt, assignedByUser, notes } = assignment
  const client = omitPlaceholders(order.user)
  // A long e-mail address may break after its @.
  const host = client.email.lastIndexOf('@') + 1
  return (
    <dl className={`min-w-0 content-start gap-x-6 gap-y-4 text-sm ${className}`}>
      <Fact label="Client" className="col-span-2">
        {client.firstName} {client.lastName}
        {client.company && <span className="block text-ink-quiet">{client.company}</span>}
        {!client.email && (
          <span className="block text-ink-quiet">
            Contact details are hidden {STAFF_CONTACT_DAYS} days after the work is done.
          </span>
        )}
      </Fact>
      {client.phone && (
        <Fact label="Phone" className="col-span-2 sm:col-span-1">
          <a href={`tel:${toDialled(client.phone)}`} className="link inline-block py-0.5 tabular-nums">
            {client.phone}
          </a>
        </Fact>
      )}
      {client.email && (
        <Fact label="Email" className="col-span-2 sm:col-span-1">
          <a href={`mailto:${client.email}`} className="link inline-block py-0.5">
            {client.email.slice(0, host)}
            <wbr />
            {client.email.slice(host)}
          </a>
        </Fact>
      )}
      <Fact label="Assigned">
        <time dateTime={assignedAt}>{formatDate(assignedAt)}</time>
        <span className="block text-ink-quiet">
          by {assignedByUser.firstName} {assignedByUser.lastName}
        </span>
      </Fact>
      {!hasDateBeside && (
        <Fact label="Promised date">
          <PromisedBy order={order} />
        </Fact>
      )}
      <Fact label="Ordered">
        <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
      </Fact>
      {notes && (
        <Fact label="Notes" className="col-span-2" valueClassName="whitespace-pre-line">
          {notes}
        </Fact>
      )}
    </dl>
  )
}

/** Drops the extension, which can only be dialled after the call is answered. */
function toDialled(phone: string): string {
  return phone.replace(/(?:ext|x|#).*/i, '').replaceAll(/[^+\d]/g, '')
}

/** The status of the assignment and the state of the order's delivery, which says more than that work is under way. */
export function AssignmentStatus({ assignment: { order, status } }: { assignment: StaffAssignment }) {
  const { awaitsStart, isDone } = ASSIGNMENT_STATUS[status]
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5 xl:justify-start">
      {order.workState && !isDone ? null : awaitsStart && order.readyTo === 'start' ? (
        <StatusBadge kind="ready" status="start" />
      ) : (
        <StatusBadge kind="assignment" status={status} />
      )}
      {isTested(order.workState) && <StatusBadge kind="wait" status="delivery" />}
      {order.workState && !isTested(order.workState) && <StatusBadge kind="work" status={order.workState} />}
    </span>
  )
}

/** How far away an order's promised date is, for the head of its page, which tells the date below. */
export function DueMark({ assignment }: { assignment: StaffAssignment }) {
  const due = describeDueDate(assignment, new Date())
  if (!due) return null
  return due.tone === 'neutral' ? (
    <span className="text-ink">{due.label}</span>
  ) : (
    <Badge tone={due.tone}>{due.label}</Badge>
  )
}

/** In a list: on narrow screens without the date where something is said of it. */
export function Due({ assignment }: { assignment: StaffAssignment }) {
  const { order, status } = assignment
  if (!order.promisedBy || ASSIGNMENT_STATUS[status].isDone) return null
  const due = describeDueDate(assignment, new Date())
  const date = formatPromise(new Date(order.promisedBy))
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <DueMark assignment={assignment} />
      {order.waitsFor && <span>{WAIT_LABELS[order.waitsFor]}</span>}
      <time
        dateTime={order.promisedBy}
        className={`tabular-nums text-ink-quiet ${due || order.waitsFor ? 'max-xl:sr-only' : ''}`}
      >
        {date}
      </time>
    </div>
  )
}

interface OrderLinkProps {
  id: number
  className: string
  children: ReactNode
}

/** A link to an order's page. The URL keeps the queue's filter and sorting, for the way back. */
export function OrderLink({ id, className, children }: OrderLinkProps) {
  return (
    <QueryLink
      href={`/staff?order=${id}`}
      onGo={() => changeQuery({ order: String(id) })}
      className={className}
    >
      {children}
    </QueryLink>
  )
}
