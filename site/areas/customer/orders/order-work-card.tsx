/** The card 'Work' of an order's page: the contact, the promised date, and what has happened. */
import {
  Ban,
  CircleCheck,
  ClipboardCheck,
  CreditCard,
  Handshake,
  type LucideIcon,
  PackageCheck,
  Pause,
  PencilLine,
  Play,
  RotateCcw,
  ShoppingBag,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { OrderDetail, TimelineEntry } from '#api/contract/orders/orders.ts'
import { isInWork, ORDER_STATUS } from '#api/rules/orders.ts'
import { READY_LABELS } from '#api/rules/status-labels.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { Card, CardPart } from '#site/kit/ui/primitives/card.tsx'
import { PromisedDate } from '#site/kit/ui/primitives/promised-by.tsx'
import { DateNotes } from '#site/order/dates/order-dates.tsx'
import { OrderContact } from './order-facts.tsx'
import { describePromise, expectDelivery, hasContact, isDateOfAnswers } from './order-work.ts'

const QUIET = 'text-ink-quiet'
const POSITIVE = 'text-positive'
const ACCENT = 'text-accent-strong'

const STEPS: Record<TimelineEntry['step'], { icon: LucideIcon; label: string; look: string }> = {
  ordered: { icon: ShoppingBag, label: 'Ordered', look: QUIET },
  paid: { icon: CreditCard, label: 'Payment received', look: POSITIVE },
  answered: { icon: ClipboardCheck, label: 'Answers received', look: QUIET },
  ready: { icon: ClipboardCheck, label: READY_LABELS.start, look: ACCENT },
  started: { icon: Play, label: 'Work started', look: ACCENT },
  delivered: { icon: PackageCheck, label: 'Delivered', look: POSITIVE },
  fault_reported: { icon: TriangleAlert, label: 'You reported a problem', look: QUIET },
  change_asked: { icon: PencilLine, label: 'You requested a change', look: QUIET },
  accepted: { icon: Handshake, label: 'Accepted', look: POSITIVE },
  paused: { icon: Pause, label: 'Work paused', look: 'text-caution' },
  completed: { icon: CircleCheck, label: 'Work completed', look: POSITIVE },
  cancelled: { icon: Ban, label: 'Order cancelled', look: 'text-negative' },
  cancelled_in_time: { icon: Ban, label: 'You cancelled', look: 'text-negative' },
  reopened: { icon: RotateCcw, label: 'Order reopened', look: ACCENT },
  partly_refunded: { icon: Undo2, label: 'Part of your payment refunded', look: QUIET },
  refunded: { icon: Undo2, label: 'Payment refunded', look: QUIET },
}

export function OrderWorkCard({ order }: { order: OrderDetail }) {
  return (
    <Card isDense title="Work">
      <div className="divide-y divide-line">
        {hasContact(order) && (
          <CardPart isTitleHidden title="Your contact">
            <OrderContact contacts={order.contacts} />
          </CardPart>
        )}
        <PromisedDatePart order={order} />
        <CardPart title="Activity">
          <ol className="mt-2 flex flex-col gap-1">
            {order.timeline.map(({ step, at }) => {
              const { icon: Icon, label, look } = STEPS[step]
              return (
                <li key={`${step}-${at}`} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <p className="flex items-baseline gap-2.5 text-ink">
                    <Icon aria-hidden="true" className={`size-4 shrink-0 self-center ${look}`} />
                    {label}
                  </p>
                  <time dateTime={at} className="ml-auto tabular-nums text-ink-quiet">
                    {formatMoment(at)}
                  </time>
                </li>
              )
            })}
          </ol>
        </CardPart>
      </div>
    </Card>
  )
}

/** During a refund request no delivery needs checking, so the page must not say that the date waits for it. */
const isUncheckedRefund = ({ turn, work }: OrderDetail): boolean =>
  turn.endsWith('_refund') && work.dates.waits?.kind === 'delivery'

/** Renders nothing once the date says nothing more: after a delivery, unless something holds or has moved the date. */
function PromisedDatePart({ order }: { order: OrderDetail }) {
  const { dates } = order.work
  const now = new Date()
  const readyAt = expectDelivery(order, now)
  const isWorkToCome = ORDER_STATUS[order.status].isOpen && order.workState === null
  const hasMoved = dates.waitedDays + dates.changes.length > 0
  const hasNotes = Boolean(dates.waits ?? dates.replyBy ?? dates.late) || hasMoved
  const isShown = isWorkToCome || (isInWork(order) && hasNotes && !isUncheckedRefund(order))
  if (!isShown || !order.promisedBy) return null
  const isOfAnswers = isWorkToCome && isDateOfAnswers(order) && readyAt
  const explanation =
    isWorkToCome && (isOfAnswers || !(hasMoved || dates.waits)) ? describePromise(order) : ''
  return (
    <CardPart title="Promised date">
      <p className="font-medium tabular-nums text-ink">
        {isOfAnswers && `${formatPromise(readyAt)}, if you answer today`}
        {!(isWorkToCome && order.awaitsAnswers) && <PromisedDate order={order} />}
      </p>
      {explanation && <p className="mt-0.5 tabular-nums text-ink-quiet">{explanation}</p>}
      {!isOfAnswers && <DateNotes dates={dates} reader="customer" />}
    </CardPart>
  )
}
