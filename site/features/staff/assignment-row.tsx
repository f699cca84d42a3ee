import { ChevronRight, ClipboardList } from 'lucide-react'
import { useId, useRef } from 'react'
import type { StaffAssignment } from '../../../api/contract/assignments.ts'
import { STAFF_CONTACT_DAYS } from '../../../api/rules/periods.ts'
import { omitPlaceholders } from '../../../api/rules/placeholders.ts'
import { formatDate } from '../../format/date.ts'
import { formatPromise } from '../../format/delivery.ts'
import { Badge } from '../../ui/primitives/badge.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { Fact } from '../../ui/primitives/fact.tsx'
import { PromisedBy } from '../../ui/primitives/promised-by.tsx'
import { StatusBadge } from '../../ui/primitives/status-badge.tsx'
import { Notes } from './notes.tsx'
import { findDue } from './queue.ts'
import { StatusButton } from './status-button.tsx'

/** The columns of the list on wide screens, where it is as dense as a table. */
export const COLUMNS = 'xl:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_8rem_9.5rem_8rem_14rem] xl:items-center'

/** One assignment: a line with its due date and next step. Opened, it shows all that the work needs. */
export function AssignmentRow({
  assignment,
  isOpen,
  onToggle,
  onShowAnswers,
  onStatus,
}: {
  assignment: StaffAssignment
  isOpen: boolean
  onToggle: () => void
  onShowAnswers: () => void
  onStatus: () => void
}) {
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
            <h3 className={`text-sm font-medium ${status === 'completed' ? 'text-ink-quiet' : 'text-ink'}`}>
              <button
                ref={opener}
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? panelId : undefined}
                onClick={onToggle}
                className="rounded-sm text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {order.packageName}
              </button>
            </h3>
            <p className="text-sm tabular-nums text-ink-quiet">
              Order #{order.id} · {order.package.category}
            </p>
          </div>
        </div>
        <div className="flex items-start justify-end xl:order-1 xl:justify-start">
          {status === 'assigned' && order.readyTo === 'start' ? (
            <StatusBadge kind="ready" status="start" />
          ) : (
            <StatusBadge kind="assignment" status={status} />
          )}
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

function Due({ assignment }: { assignment: StaffAssignment }) {
  const { order, status } = assignment
  if (!order.promisedBy) return null
  const due = findDue(assignment, new Date())
  const date = formatPromise(new Date(order.promisedBy))
  return (
    <div className="flex flex-wrap items-center gap-x-2 max-xl:order-first">
      {due?.tone === 'neutral' && <span className="text-ink">{due.label}</span>}
      {due && due.tone !== 'neutral' && <Badge tone={due.tone}>{due.label}</Badge>}
      {!due && status !== 'completed' && <StatusBadge kind="answers" status="awaited" />}
      <time dateTime={order.promisedBy} className="tabular-nums text-ink-quiet">
        {date}
      </time>
    </div>
  )
}

function Details({ assignment, onShowAnswers }: { assignment: StaffAssignment; onShowAnswers: () => void }) {
  const { order, assignedAt, assignedByUser } = assignment
  const client = omitPlaceholders(order.user)
  // An address that does not fit on a line breaks after its @.
  const host = client.email.lastIndexOf('@') + 1
  return (
    <>
      <div className="flex min-w-0 flex-col gap-5">
        <p className="max-w-text text-sm leading-relaxed text-ink-quiet">{order.package.description}</p>
        <p className="max-w-text text-sm text-ink">
          <span className="font-semibold">Next step: </span>
          {describeNextStep(assignment)}
        </p>
        <Button
          icon={ClipboardList}
          variant="secondary"
          onClick={onShowAnswers}
          aria-label={`Customer’s answers for order ${order.id}`}
          className="self-start max-sm:w-full xl:min-h-9 xl:py-1"
        >
          Answers
        </Button>
        <Notes assignment={assignment} />
      </div>
      <dl className="grid min-w-0 grid-cols-2 content-start gap-x-6 gap-y-4 text-sm">
        <Fact label="Client" className="col-span-2">
          {client.firstName} {client.lastName}
          {client.company && <span className="block text-ink-quiet">{client.company}</span>}
          {!client.email && (
            <span className="block text-ink-quiet">
              Contact details are shown for {STAFF_CONTACT_DAYS} days after the work is done.
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
          <Fact label="E-mail" className="col-span-2 sm:col-span-1">
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
        <Fact label="Promised by">
          <PromisedBy order={order} />
        </Fact>
        <Fact label="Ordered">
          <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
        </Fact>
      </dl>
    </>
  )
}

/** Leaves out the extension, which can only be dialled once somebody has answered. */
function toDialled(phone: string): string {
  return phone.replace(/(?:ext|x|#).*/i, '').replaceAll(/[^+\d]/g, '')
}

function describeNextStep({ status, order }: StaffAssignment): string {
  const { requiredOpen } = order.answers
  const [are, them, theyAre] =
    requiredOpen === 1 ? ['answer is', 'it', 'it is'] : ['answers are', 'them', 'they are']
  const missing = `${requiredOpen} required ${are} missing. Ask ${order.user.firstName} for ${them}: the promised date moves until ${theyAre} in.`
  if (status === 'assigned') return requiredOpen > 0 ? missing : 'read the answers, then start the work.'
  if (status === 'in_progress') return requiredOpen > 0 ? missing : 'finish the work and mark it complete.'
  return order.readyTo === 'close'
    ? 'none of yours. All work is done, and the admins are told that the order is ready to close.'
    : 'none. This part is done.'
}
