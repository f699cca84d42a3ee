import { ChevronRight, ClipboardList, MessagesSquare } from 'lucide-react'
import { useId, useRef } from 'react'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { UnreadBadge } from '#site/order/conversation/unread.tsx'
import { AssignmentFacts, AssignmentStatus, Due, OrderLink } from './assignment-facts.tsx'
import { describeNextStep } from './queue.ts'
import { StatusButton } from './status-button.tsx'

/** The list's columns on wide screens, where it is as dense as a table. */
export const COLUMNS = 'xl:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_8rem_9.5rem_8rem_14rem] xl:items-center'

interface AssignmentRowProps {
  assignment: StaffAssignment
  isOpen: boolean
  onToggle: () => void
  onShowAnswers: () => void
  onStatus: () => void
}

/** One assignment: a line with due date and next step. Expanded, it shows all that the work needs. */
export function AssignmentRow({ assignment, isOpen, onToggle, onShowAnswers, onStatus }: AssignmentRowProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const { order, status } = assignment
  const { asked, answered } = order.answers
  const client = omitPlaceholders(order.user)
  const focusOpener = () => {
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true })
  }
  return (
    <article className="min-w-0 [overflow-wrap:anywhere]">
      <div
        className={`relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 px-4 py-3 transition-colors hover:bg-ground-quiet/70 xl:py-2 ${COLUMNS}`}
      >
        <div className="flex min-w-0 gap-3">
          <ChevronRight
            aria-hidden="true"
            className={`mt-0.5 size-4 shrink-0 text-ink-quiet transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <div className="min-w-0">
            <h3
              className={`text-sm font-medium ${ASSIGNMENT_STATUS[status].isDone ? 'text-ink-quiet' : 'text-ink'}`}
            >
              <button
                ref={opener}
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? panelId : undefined}
                onClick={onToggle}
                className="inline-block min-h-6 rounded-sm text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {order.packageName}
              </button>
            </h3>
            <p className="text-sm tabular-nums text-ink-quiet">
              <OrderLink
                id={order.id}
                className="relative inline-block min-h-6 rounded py-0.5 font-medium text-accent-strong underline-offset-4 hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:outline-accent"
              >
                <span translate="no">{order.invoiceNumber}</span>
              </OrderLink>{' '}
              · {order.package.category} <UnreadBadge orderId={order.id} className="ml-1" />
            </p>
          </div>
        </div>
        <div className="flex items-start justify-end xl:order-1 xl:justify-start">
          <AssignmentStatus assignment={assignment} />
        </div>
        <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 pl-7 text-sm sm:col-span-1 xl:contents">
          <p className="min-w-0 text-ink">
            {client.firstName} {client.lastName}
            {client.company && (
              <span className="text-ink-quiet xl:block">
                <span className="xl:hidden">, </span>
                {client.company}
              </span>
            )}
          </p>
          <p className="tabular-nums text-ink-quiet">
            {asked === 0 ? 'No questions' : `${answered} of ${asked} answered`}
          </p>
          <Due assignment={assignment} />
        </div>
        <div className="relative col-span-2 flex flex-wrap justify-end gap-2 empty:hidden sm:col-span-1 sm:flex-nowrap xl:order-2">
          <StatusButton assignment={assignment} onStatus={onStatus} onGone={focusOpener} />
        </div>
      </div>
      {!isOpen && <Glance assignment={assignment} />}
      {isOpen && (
        <div
          id={panelId}
          className="grid gap-x-10 gap-y-6 border-t border-line px-4 py-5 sm:pl-11 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]"
        >
          <Details assignment={assignment} onShowAnswers={onShowAnswers} />
        </div>
      )}
    </article>
  )
}

/** What the work is about, shown where there is room beside the queue. */
function Glance({
  assignment: { order, assignedAt, assignedByUser, notes },
}: {
  assignment: StaffAssignment
}) {
  const { firstName, lastName } = assignedByUser
  return (
    <div className="hidden gap-x-4 gap-y-1 px-4 pb-3 pl-11 text-sm text-ink-quiet sm:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] xl:grid-cols-[minmax(0,1fr)_33.5rem]">
      <p className="line-clamp-2 max-w-text">{order.package.description}</p>
      <div className="min-w-0">
        <p>
          Assigned <time dateTime={assignedAt}>{formatDate(assignedAt)}</time> by {firstName} {lastName}
        </p>
        {notes && <p className="line-clamp-2 text-ink">{notes}</p>}
      </div>
    </div>
  )
}

function Details({ assignment, onShowAnswers }: { assignment: StaffAssignment; onShowAnswers: () => void }) {
  const { order } = assignment
  const step = describeNextStep(assignment)
  return (
    <>
      <div className="flex min-w-0 flex-col gap-5">
        <p className="max-w-text text-sm leading-relaxed text-ink-quiet">{order.package.description}</p>
        <p className="max-w-text text-sm text-ink">
          <span className="font-semibold">{step.label}</span> {step.text}
        </p>
        <div className="flex flex-wrap gap-2">
          <OrderLink
            id={order.id}
            className={buttonClass({ variant: 'secondary', className: 'max-sm:flex-1 xl:min-h-9 xl:py-1' })}
          >
            <MessagesSquare aria-hidden="true" className="size-4" />
            Open order
            <span className="sr-only"> {order.id}</span>
          </OrderLink>
          <Button
            icon={ClipboardList}
            variant="secondary"
            onClick={onShowAnswers}
            aria-label={`View answers for order ${order.id}`}
            className="max-sm:flex-1 xl:min-h-9 xl:py-1"
          >
            View answers
          </Button>
        </div>
      </div>
      <AssignmentFacts assignment={assignment} />
    </>
  )
}
