import { ChevronRight, MessagesSquare } from 'lucide-react'
import { useId, useRef } from 'react'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import { ORDER_ATTENTION } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { UnreadBadge } from '#site/order/conversation/unread.tsx'
import { AssignmentFacts, AssignmentStatus, Due, OrderLink } from './assignment-facts.tsx'
import { describeNextStep, isOver } from './queue.ts'
import { StatusButton } from './status-button.tsx'

/** The list's columns on wide screens, where each assignment is one line. */
export const COLUMNS =
  'xl:grid-cols-[minmax(0,6fr)_6.5rem_minmax(0,5fr)_4rem_16.5rem_17rem] xl:items-center xl:[grid-template-areas:none]'
/** On narrower screens it has two lines; on a phone three, with the button below them once it is open. */
const AREAS =
  "[grid-template-areas:'name'_'about'_'due'_'act'] sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:[grid-template-areas:'name_status_act'_'about_due_act']"

interface AssignmentRowProps {
  assignment: StaffAssignment
  isOpen: boolean
  onToggle: () => void
  onStatus: () => void
}

/** One assignment: a line. Expanded, it shows all that the work needs. */
export function AssignmentRow({ assignment, isOpen, onToggle, onStatus }: AssignmentRowProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const { order } = assignment
  const { asked, answered } = order.answers
  const client = omitPlaceholders(order.user)
  const focusOpener = () => {
    if (document.activeElement === document.body) opener.current?.focus({ preventScroll: true })
  }
  return (
    <article className="min-w-0 [overflow-wrap:anywhere]">
      <div
        className={`relative grid items-center gap-x-4 gap-y-1 px-4 py-2.5 transition-colors hover:bg-ground-quiet/70 xl:py-1.5 ${AREAS} ${COLUMNS}`}
      >
        <div className="flex min-w-0 items-center gap-3 [grid-area:name] xl:[grid-area:auto]">
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 text-ink-quiet transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <h3 className={`min-w-0 text-sm font-medium ${isOver(assignment) ? 'text-ink-quiet' : 'text-ink'}`}>
            <button
              ref={opener}
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              onClick={onToggle}
              className={`block min-h-6 max-w-full rounded-sm text-left ${isOpen ? '' : 'truncate'} after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent`}
            >
              {order.packageName}
            </button>
          </h3>
        </div>
        <div className="flex min-w-0 items-center gap-x-3 pl-7 text-sm text-ink-quiet [grid-area:about] xl:contents">
          <p className="shrink-0 tabular-nums">
            <OrderLink
              id={order.id}
              className="relative inline-block min-h-6 rounded py-0.5 font-medium text-accent-strong underline-offset-4 hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:outline-accent"
            >
              <span translate="no">{order.invoiceNumber}</span>
            </OrderLink>{' '}
            <UnreadBadge orderId={order.id} className="ml-1" />
          </p>
          <p className="flex min-w-0 items-center gap-2">
            <span className="truncate">
              <span className="text-ink">
                {client.firstName} {client.lastName}
              </span>
              {client.company && <span className="max-sm:hidden">, {client.company}</span>}
            </span>
            {order.awaitsReplySince && <Badge tone="caution">{ORDER_ATTENTION.awaitsReply.label}</Badge>}
          </p>
          <p
            className={`shrink-0 tabular-nums ${order.awaitsReplySince ? 'max-xl:hidden' : 'max-sm:hidden'}`}
          >
            {asked === 0 ? (
              'None'
            ) : (
              <>
                {answered} of {asked} <span className="xl:sr-only">answered</span>
              </>
            )}
          </p>
        </div>
        <div className="text-sm [grid-area:due] max-sm:pl-7 sm:justify-self-end xl:justify-self-auto xl:[grid-area:auto]">
          <Due assignment={assignment} />
        </div>
        <div
          className={`flex flex-wrap items-center justify-between gap-x-2 [grid-area:act] sm:contents xl:flex xl:[grid-area:auto] ${isOpen ? 'max-sm:mt-1' : 'max-sm:hidden'}`}
        >
          <div className="flex [grid-area:status] sm:justify-self-end">
            <AssignmentStatus assignment={assignment} />
          </div>
          <div className="relative ml-auto flex flex-wrap justify-end gap-2 [grid-area:act] empty:hidden">
            <StatusButton assignment={assignment} isNext={isOpen} onStatus={onStatus} onGone={focusOpener} />
          </div>
        </div>
      </div>
      {isOpen && (
        <div id={panelId} className="flex flex-col gap-5 border-t border-line px-4 py-5 sm:pl-11">
          <Details assignment={assignment} />
        </div>
      )}
    </article>
  )
}

function Details({ assignment }: { assignment: StaffAssignment }) {
  const { order } = assignment
  const step = describeNextStep(assignment)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-text text-sm text-ink">
          <span className="font-semibold">{step.label}</span> {step.text}
        </p>
        <OrderLink
          id={order.id}
          className={buttonClass({
            variant: step.act && !step.isOptional ? 'primary' : 'secondary',
            className: 'max-sm:w-full xl:min-h-9 xl:py-1',
          })}
        >
          <MessagesSquare aria-hidden="true" className="size-4" />
          Open order
          <span className="sr-only"> {order.id}</span>
        </OrderLink>
      </div>
      <AssignmentFacts
        hasDateBeside
        assignment={assignment}
        className="grid grid-cols-2 sm:flex sm:flex-wrap sm:gap-x-10"
      />
      <p className="max-w-text text-sm leading-relaxed text-ink-quiet">
        <span className="block font-medium text-ink">{order.package.category}</span>
        {order.package.description}
      </p>
    </>
  )
}
