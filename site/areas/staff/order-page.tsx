/** The page of one order, `?order=12`: its next step, the conversation, and what the work needs. */

import { useStore } from '@nanostores/react'
import { ArrowLeft, ArrowRight, MessagesSquare, PackageCheck, PackageSearch, Reply } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import { awaitsDecision, isUnderWarranty } from '#api/rules/order-work/work-state.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { useTitle } from '#site/kit/shell/use-title.ts'
import { $query, changeQuery } from '#site/kit/stores/address.ts'
import { refetch } from '#site/kit/stores/query.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { QueryLink } from '#site/kit/ui/primitives/query-link.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { OrderFiles } from '#site/order/attachments/file-links.tsx'
import { Conversation } from '#site/order/conversation/conversation.tsx'
import { listReplyFacts } from '#site/order/conversation/reply-facts.ts'
import { useUnread } from '#site/order/conversation/unread.tsx'
import { TeamCredentials } from '#site/order/credentials/team-credentials.tsx'
import { TeamDates } from '#site/order/dates/order-dates.tsx'
import { OpenDecision } from '#site/order/delivery/open-request.tsx'
import { TeamDelivery } from '#site/order/delivery/team-delivery.tsx'
import { useOrderHint } from '#site/order/use-order-part.ts'
import { Answers } from './answers.tsx'
import { AssignmentFacts, AssignmentStatus, DueMark, OrderLink } from './assignment-facts.tsx'
import { AssignmentsFailed } from './assignment-list.tsx'
import { $assignments, callStaffApi } from './assignments.ts'
import { describeNextStep, filterAssignments, findNextOrder, readView, sortQueue } from './queue.ts'
import { StatusButton } from './status-button.tsx'

/** Called on a hint about the order, because a change to it may change the assignment too. */
const refetchAssignments = () => void refetch($assignments)

interface OrderPageProps {
  id: string
  /** undefined while they load. */
  assignments: StaffAssignment[] | undefined
  error: unknown
}

export function OrderPage({ id, assignments, error }: OrderPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const ofOrder = assignments?.filter(({ order }) => String(order.id) === id)
  // An order that was reassigned and returned has several assignments; prefer one still to do.
  const assignment = ofOrder?.find(({ status }) => !ASSIGNMENT_STATUS[status].isDone) ?? ofOrder?.[0]
  useTitle(`INV-${id} – Staff`)
  useOrderHint(Number(id), refetchAssignments)

  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="on-paper contents">
      <div>
        <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4">
          <QueryLink
            href="/staff"
            onGo={() => changeQuery({ order: undefined })}
            className={buttonClass({ variant: 'ghost', className: '-ml-4' })}
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            All assignments
          </QueryLink>
          {assignments && <NextOrder id={Number(id)} assignments={assignments} />}
        </div>
        <h1
          ref={heading}
          tabIndex={-1}
          className="mt-1 text-2xl font-semibold tracking-tight text-ink [overflow-wrap:anywhere] focus:outline-none"
        >
          {assignment?.order.packageName ?? (assignments ? 'Order not found' : `INV-${id}`)}
        </h1>
        {assignment && (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm tabular-nums text-ink-quiet">
            <AssignmentStatus assignment={assignment} />
            <span>
              INV-{id} · {assignment.order.package.category}
            </span>
            <DueMark assignment={assignment} />
          </div>
        )}
      </div>
      {!assignments && Boolean(error) && (
        <AssignmentsFailed error={error} onRetry={() => $assignments.invalidate()} />
      )}
      {!assignments && !error && (
        <Loading className="grid gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
          <Skeleton className="h-20 rounded-lg lg:col-span-2" />
          <Skeleton className="h-96 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </Loading>
      )}
      {assignments && !assignment && (
        <Card>
          <EmptyState icon={PackageSearch}>
            The link may be wrong, or the order was assigned to someone else.
          </EmptyState>
        </Card>
      )}
      {assignment && <Work assignment={assignment} onGone={() => heading.current?.focus()} />}
    </div>
  )
}

function NextOrder({ id, assignments }: { id: number; assignments: StaffAssignment[] }) {
  const { countOf } = useUnread()
  const { filter, sort } = readView(useStore($query))
  const none = new Set<number>()
  const next = findNextOrder(sortQueue(filterAssignments(assignments, filter, none), sort, none), id, countOf)
  if (!next) return null
  return (
    <OrderLink id={next.order.id} className={buttonClass({ variant: 'ghost', className: '-mr-4' })}>
      Next order
      <span className="sr-only">
        : {next.order.packageName}, order {next.order.id}
      </span>
      <ArrowRight aria-hidden="true" className="size-4" />
    </OrderLink>
  )
}

const ACTS = {
  reply: { label: 'Reply', icon: Reply },
  ask: { label: 'Ask the customer', icon: MessagesSquare },
  deliver: { label: 'Deliver', icon: PackageCheck },
  read: { label: 'Go to Delivery', icon: PackageSearch },
  /** It has a card of its own. */
  decide: undefined,
}

function Work({ assignment, onGone }: { assignment: StaffAssignment; onGone: () => void }) {
  const { order } = assignment
  const step = describeNextStep(assignment)
  const write = useRef<() => void>(null)
  const deliver = useRef<() => void>(null)
  const act = step.act && ACTS[step.act]
  const { firstName: who } = order.user
  const hasDate = ORDER_STATUS[order.status].isOpen && order.readyTo !== 'close'
  return (
    <>
      <section
        aria-label="Next step"
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-ground-raised px-5 py-4 shadow-card sm:px-6"
      >
        <p className="min-w-0 max-w-text flex-1 basis-72 text-sm text-ink">
          <span className="font-semibold">{step.label}</span> {step.text}
        </p>
        <div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full">
          {act && (
            <Button
              icon={act.icon}
              variant={step.isOptional ? 'secondary' : 'primary'}
              className="max-sm:flex-1 xl:min-h-9 xl:py-1"
              onClick={() => {
                if (step.act === 'read') document.getElementById('delivery')?.scrollIntoView()
                else (step.act === 'deliver' ? deliver : write).current?.()
              }}
            >
              {act.label}
            </Button>
          )}
          <StatusButton isNext assignment={assignment} onStatus={() => {}} onGone={onGone} />
        </div>
      </section>
      {awaitsDecision(order.workState) && <OpenDecision orderId={order.id} who={who} call={callStaffApi} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <Conversation
            orderId={order.id}
            team={listReplyFacts(order, who, new Date())}
            call={callStaffApi}
            write={write}
          />
          <Card isDense title="Answers">
            <div className="px-5 py-4 text-sm sm:px-6">
              <Answers assignment={assignment} />
            </div>
          </Card>
        </div>
        <div id="delivery" className="flex min-w-0 flex-col gap-5">
          <TeamDelivery
            orderId={order.id}
            description={`${order.packageName} · ${order.invoiceNumber}`}
            who={who}
            call={callStaffApi}
            deliver={deliver}
            // Until the work is completed, staff deliver by completing it.
            canDeliver={
              ASSIGNMENT_STATUS[assignment.status].isDone &&
              (ORDER_STATUS[order.status].mayDeliver || isUnderWarranty(order.workState))
            }
          />
          {hasDate && <TeamDates orderId={order.id} call={callStaffApi} />}
          <Card isDense title="Client and dates">
            <AssignmentFacts
              hasDateBeside={hasDate}
              assignment={assignment}
              className="grid grid-cols-2 px-5 py-4 sm:px-6"
            />
          </Card>
          <TeamCredentials orderId={order.id} call={callStaffApi} />
          <OrderFiles isDense isTeam orderId={order.id} call={callStaffApi} />
          <Card isDense title="Package">
            <p className="max-w-text px-5 py-4 text-sm leading-relaxed text-ink-quiet sm:px-6">
              {order.package.description}
            </p>
          </Card>
        </div>
      </div>
    </>
  )
}
