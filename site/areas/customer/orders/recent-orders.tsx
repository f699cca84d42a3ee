import { ClipboardList, PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CustomerOrder } from '#api/contract/orders/orders.ts'
import { findDueInstalment } from '#api/rules/money/instalments.ts'
import { isInWork, ORDER_STATUS } from '#api/rules/orders.ts'
import { READY_LABELS } from '#api/rules/status-labels.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { describeLateSince } from '#site/kit/format/due.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { PromisedDate } from '#site/kit/ui/primitives/promised-by.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { UnreadBadge } from '#site/order/conversation/unread.tsx'
import { PayInstalmentButton } from './instalments/payment-instalments.tsx'
import { OrderAmount, OrderContact, OrderLink, OrderStatusBadge } from './order-facts.tsx'
import {
  countOpenQuestions,
  describeAnswers,
  expectDelivery,
  isDateOfAnswers,
  nameAnswerAction,
  nameTurn,
  pickRecent,
} from './order-work.ts'

const SHOWN = 3
const NAME =
  '-mx-1 -my-3 inline-block rounded px-1 py-3 font-semibold text-ink underline-offset-4 [overflow-wrap:anywhere] hover:text-accent-strong hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'

export interface OrderListProps {
  /** undefined while they load. */
  orders: CustomerOrder[] | undefined
  /** undefined while they are fetched again. */
  error: unknown
  onRetry: () => void
}

/** The latest orders. Those with work to come stand first and show their progress. */
export function RecentOrders({
  orders,
  error,
  onAnswer,
  confirmed,
}: OrderListProps & {
  onAnswer: (order: CustomerOrder) => void
  /** The order that the notice above confirms, which has its own button to answer. */
  confirmed: CustomerOrder | undefined
}) {
  const isOnly = orders?.length === 1
  return (
    <Card title="Recent Orders">
      {Boolean(error) && !orders && (
        <p className="px-5 py-6 text-sm text-ink-quiet sm:px-6">Not available right now.</p>
      )}
      {orders?.length === 0 && (
        <EmptyState
          icon={PackageOpen}
          title="No orders yet"
          action={
            <a href="/" className={buttonClass({ variant: 'secondary' })}>
              See what we offer
            </a>
          }
        >
          Your latest orders appear here, with their progress and the questions we need answered.
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <ul className="divide-y divide-line">
          {pickRecent(orders, SHOWN).map((order) => (
            <li key={order.id} className="px-5 py-5 sm:px-6">
              <OrderHead order={order} />
              {!isInWork(order) && (isOnly || findDueInstalment(order) || nameTurn(order)) && (
                <div className="mt-4 flex flex-wrap gap-3">
                  <PayDue order={order} />
                  {(isOnly || nameTurn(order)) && (
                    <TurnLink order={order} isNext={!findDueInstalment(order)} />
                  )}
                </div>
              )}
              {isInWork(order) && (
                <OrderWork
                  order={order}
                  isOnly={isOnly}
                  isConfirmed={order.id === confirmed?.id && !nameTurn(order)}
                  onAnswer={() => onAnswer(order)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function OrderHead({ order }: { order: CustomerOrder }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1.5">
      <div className="min-w-0">
        <OrderLink id={order.id} className={NAME}>
          {order.packageName} <UnreadBadge orderId={order.id} className="ml-1 align-[1px]" />
        </OrderLink>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm tabular-nums text-ink-quiet">
          <OrderStatusBadge order={order} />
          <span translate="no">{order.invoiceNumber}</span>
          {!isInWork(order) && <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>}
        </p>
      </div>
      <p className="text-sm tabular-nums text-ink-quiet sm:text-right">
        <OrderAmount order={order} />
      </p>
    </div>
  )
}

/** An order's progress, its contacts and the button for the next step. */
function OrderWork({
  order,
  isOnly,
  isConfirmed,
  onAnswer,
}: {
  order: CustomerOrder
  /** Whether the customer has no other order. */
  isOnly: boolean
  /** Whether the notice above has its button. */
  isConfirmed: boolean
  onAnswer: () => void
}) {
  const { packageName, id } = order
  const asks = countOpenQuestions(order) > 0 && (order.turn === 'answers' || order.turn === 'work')
  const isToPay = findDueInstalment(order) !== undefined
  return (
    <>
      <div className="mt-4">
        <OrderProgress order={order} />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <OrderContact isShort={!isOnly} contacts={order.contacts} className="flex-1 basis-72" />
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <PayDue order={order} />
          {isConfirmed ? null : asks ? (
            <Button
              icon={ClipboardList}
              variant={order.questions.requiredOpen > 0 && !isToPay ? 'primary' : 'secondary'}
              aria-label={`${nameAnswerAction(order)} about ${packageName}, order ${id}`}
              className="max-sm:w-full"
              onClick={onAnswer}
            >
              {nameAnswerAction(order)}
            </Button>
          ) : (
            <TurnLink order={order} isNext={!isToPay} />
          )}
        </div>
      </div>
    </>
  )
}

function TurnLink({ order, isNext }: { order: CustomerOrder; isNext: boolean }) {
  const turn = nameTurn(order)
  const text = turn ?? (ORDER_STATUS[order.status].isCancelled ? 'View order' : 'Track order')
  return (
    <OrderLink
      id={order.id}
      label={`${text}${order.turn === 'reply' ? ' about' : ' of'} ${order.packageName}, number ${order.id}`}
      className={buttonClass({
        variant: turn && isNext ? 'primary' : 'secondary',
        className: 'max-sm:w-full',
      })}
    >
      {text}
    </OrderLink>
  )
}

/** The button that pays an order's due instalment. Stands first. */
function PayDue({ order }: { order: CustomerOrder }) {
  const due = findDueInstalment(order)
  return (
    due && (
      <PayInstalmentButton
        order={order}
        instalment={due}
        about={`for ${order.packageName}, order ${order.id}`}
      />
    )
  )
}

export function RecentOrdersPlaceholder() {
  return (
    <Card title="Recent Orders">
      <div aria-busy="true" className="px-5 py-5 sm:px-6">
        <div className="flex justify-between gap-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-5 w-24" />
        </div>
        <Skeleton className="mt-3 h-5 w-32" />
        <Skeleton className="mt-5 h-14" />
        <Skeleton className="mt-5 h-11" />
      </div>
    </Card>
  )
}

type State = 'done' | 'current' | 'ahead'

const BARS: Record<State, string> = { done: 'bg-accent-strong', current: 'bg-accent/50', ahead: 'bg-line' }

interface Step {
  label: string
  text: ReactNode
  state: State
  note?: string | undefined
}

/** The answers are in, and nobody has started. */
const READY: Step = { label: 'Work', text: READY_LABELS.start, state: 'ahead' }
const DONE: Step = { label: 'Work', text: 'Done', state: 'done' }
/** How late the order is, measured by its first promised date. */
function sayLate({ promisedBy, firstPromisedBy }: CustomerOrder, now: Date): string | undefined {
  const from = new Date(firstPromisedBy ?? promisedBy ?? now)
  return from < now ? describeLateSince(from, now) : undefined
}

/** The note beside the date: what it waits for or may soon wait for, or how late it is. */
const describeNote = (order: CustomerOrder): string | undefined => {
  if (order.turn === 'reply') return WAIT_NOTES.question
  return order.waitsFor ? WAIT_NOTES[order.waitsFor] : sayLate(order, new Date())
}

/** The notes beside a date that is on hold. */
const WAIT_NOTES: Record<NonNullable<CustomerOrder['waitsFor']>, string | undefined> = {
  answers: 'If you answer today',
  // Of a delivered order the last step says it.
  delivery: undefined,
  question: 'Waiting for your answer',
  refund_request: 'On hold',
}
const REWORK: [Step, Step] = [
  { label: 'Work', text: 'In progress again', state: 'current' },
  { label: 'Delivered', text: 'New delivery coming', state: 'current' },
]
/** The last two steps, after the first delivery. */
const DELIVERED_STEPS: Record<NonNullable<CustomerOrder['workState']>, [Step, Step]> = {
  delivered: [DONE, { label: 'Delivered', text: 'Please check it', state: 'current' }],
  change_asked: [DONE, { label: 'Delivered', text: 'Change under review', state: 'current' }],
  in_rework: REWORK,
  warranty: REWORK,
}
/** The work before the first delivery, while required answers are missing and afterwards. Only orders in work show it. */
const WORK_TEXTS: Record<CustomerOrder['status'], { asked: string; answered: string; state: State }> = {
  pending: { asked: 'Not started', answered: 'Starts next', state: 'ahead' },
  processing: { asked: 'In process', answered: 'In process', state: 'current' },
  completed: { asked: 'Done', answered: 'Done', state: 'done' },
  cancelled: { asked: 'Not started', answered: 'Not started', state: 'ahead' },
}
/** The last step during a refund request, whatever was delivered. */
const REFUND_STEPS: Partial<Record<CustomerOrder['turn'], Step>> = {
  answer_refund: { label: 'Refund', text: 'Please respond to our offer', state: 'current' },
  decide_refund: { label: 'Refund', text: 'Under review', state: 'current' },
}

/** The four steps of an order: paid, answered, worked on, ready. */
function OrderProgress({ order }: { order: CustomerOrder }) {
  const { questions, readyTo, status, turn, workState } = order
  const readyAt = expectDelivery(order, new Date())
  const isAnswered = questions.requiredOpen === 0
  const steps: Step[] = [
    { label: 'Paid', text: formatDate(order.paidAt ?? order.createdAt), state: 'done' },
    {
      label: 'Your answers',
      text: describeAnswers(order),
      state: workState || questions.answered === questions.asked ? 'done' : 'current',
    },
    ...(workState
      ? [DELIVERED_STEPS[workState][0], REFUND_STEPS[turn] ?? DELIVERED_STEPS[workState][1]]
      : ([
          readyTo === 'start'
            ? READY
            : {
                label: 'Work',
                text: WORK_TEXTS[status][isAnswered ? 'answered' : 'asked'],
                state: WORK_TEXTS[status].state,
              },
          REFUND_STEPS[turn] ?? {
            label: 'Promised date',
            text: isDateOfAnswers(order) && readyAt ? formatPromise(readyAt) : <PromisedDate order={order} />,
            note: describeNote(order),
            state: 'ahead',
          },
        ] satisfies Step[])),
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-1.5 gap-y-3 text-sm sm:grid-cols-4">
      {steps.map(({ label, text, state, note }) => (
        <div key={label} className="min-w-0">
          <div aria-hidden="true" className={`h-1 rounded-full ${BARS[state]}`} />
          <dt className="mt-2 text-ink-quiet">{label}</dt>
          <dd className="font-medium tabular-nums text-ink">
            {text}
            {note && <span className="block font-normal text-caution">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
