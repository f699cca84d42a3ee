import { ClipboardList } from 'lucide-react'
import { useRef } from 'react'
import { omitPlaceholders } from '../../../api/contract/placeholders.ts'
import type { StaffAssignment } from '../../../api/contract/staff.ts'
import { formatDate } from '../../format/date.ts'
import { Button } from '../../ui/button.tsx'
import { Fact } from '../../ui/fact.tsx'
import { PromisedBy } from '../../ui/promised-by.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Notes } from './notes.tsx'
import { StatusButton } from './status-button.tsx'

export function AssignmentCard({
  assignment,
  onShowAnswers,
  onStatus,
}: {
  assignment: StaffAssignment
  onShowAnswers: () => void
  /** Its status is about to change. */
  onStatus: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { order, status, assignedAt, assignedByUser } = assignment
  const client = omitPlaceholders(order.user)
  const focusHeading = () => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }
  // Broken after its @ where it does not fit on a line.
  const host = client.email.lastIndexOf('@') + 1
  return (
    <article className="flex h-full min-w-0 flex-col rounded-lg border border-line bg-ground-raised shadow-card [overflow-wrap:anywhere]">
      <div className="flex flex-col gap-5 p-5 sm:p-6">
        <header className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h3
              ref={heading}
              tabIndex={-1}
              className="text-lg font-semibold leading-snug tracking-tight text-ink"
            >
              {order.packageName}
            </h3>
            <p className="mt-1 text-sm tabular-nums text-ink-quiet">
              Order #{order.id} · {order.package.category}
            </p>
          </div>
          {status === 'assigned' && order.readyTo === 'start' ? (
            <StatusBadge kind="ready" status="start" />
          ) : (
            <StatusBadge kind="assignment" status={status} />
          )}
        </header>
        <p className="max-w-text text-sm leading-relaxed text-ink-quiet">{order.package.description}</p>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm">
          <Fact label="Client" className="max-sm:col-span-2">
            {client.firstName} {client.lastName}
            {client.company && <span className="block text-ink-quiet">{client.company}</span>}
            <a href={`mailto:${client.email}`} className="link inline-block py-0.5">
              {client.email.slice(0, host)}
              <wbr />
              {client.email.slice(host)}
            </a>
          </Fact>
          <Fact label="Assigned">
            <time dateTime={assignedAt}>{formatDate(assignedAt)}</time>
            <span className="block text-ink-quiet">
              by {assignedByUser.firstName} {assignedByUser.lastName}
            </span>
          </Fact>
          <Fact label="Ordered">
            <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </Fact>
          <Fact label="Promised by">
            <PromisedBy order={order} />
          </Fact>
        </dl>
        <Notes assignment={assignment} />
      </div>
      <footer className="mt-auto flex flex-wrap gap-3 border-t border-line px-5 py-4 sm:px-6">
        <Button
          variant="secondary"
          onClick={onShowAnswers}
          aria-label={`Customer’s answers for order ${order.id}`}
          className="flex-auto sm:flex-none"
        >
          <ClipboardList aria-hidden="true" className="size-4" />
          Answers
        </Button>
        <StatusButton assignment={assignment} onStatus={onStatus} onLastStep={focusHeading} />
      </footer>
    </article>
  )
}
