import {
  Ban,
  CalendarClock,
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
import type { ReactNode } from 'react'
import type { OrderDetail, TimelineEntry } from '#api/contract/orders/orders.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { READY_LABELS } from '#api/rules/status-labels.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { PromisedDate } from '#site/kit/ui/primitives/promised-by.tsx'
import { describePromise, expectDelivery, isDateOfAnswers } from './order-work.ts'

const QUIET = 'bg-ground-quiet text-ink-quiet ring-line'
const POSITIVE = 'bg-positive-soft text-positive ring-positive/25'
const ACCENT = 'bg-accent-soft text-accent-strong ring-accent/25'

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
  paused: { icon: Pause, label: 'Work paused', look: 'bg-caution-soft text-caution ring-caution/25' },
  completed: { icon: CircleCheck, label: 'Work completed', look: POSITIVE },
  cancelled: { icon: Ban, label: 'Order cancelled', look: 'bg-negative-soft text-negative ring-negative/25' },
  reopened: { icon: RotateCcw, label: 'Order reopened', look: ACCENT },
  partly_refunded: { icon: Undo2, label: 'Part of your payment refunded', look: QUIET },
  refunded: { icon: Undo2, label: 'Payment refunded', look: QUIET },
}

/** What happened when, oldest first. Ends with the promised date while work is still to come. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  const readyAt = expectDelivery(order, new Date())
  const isWorkToCome = ORDER_STATUS[order.status].isOpen && order.workState === null
  return (
    <Card title="Activity">
      <ol className="px-5 py-6 sm:px-6">
        {order.timeline.map(({ step, at }, index) => {
          const { icon: Icon, label, look } = STEPS[step]
          return (
            <Entry
              key={`${step}-${at}`}
              mark={<Icon aria-hidden="true" className="size-4" />}
              look={look}
              isLast={!isWorkToCome && index === order.timeline.length - 1}
            >
              <p className="text-sm font-medium text-ink">{label}</p>
              <time dateTime={at} className="text-sm tabular-nums text-ink-quiet">
                {formatMoment(at)}
              </time>
            </Entry>
          )
        })}
        {isWorkToCome && order.promisedBy && (
          <Entry
            mark={<CalendarClock aria-hidden="true" className="size-4" />}
            look="border border-dashed border-line-strong text-ink-quiet ring-transparent"
            isLast
          >
            <p className="text-sm font-medium text-ink">
              {isDateOfAnswers(order) && readyAt ? (
                `Ready by ${formatPromise(readyAt)}`
              ) : (
                <>
                  Promised by <PromisedDate order={order} />
                </>
              )}
            </p>
            {!order.firstPromisedBy && (
              <p className="max-w-sm text-sm tabular-nums text-ink-quiet">
                {describePromise(order, new Date())}
              </p>
            )}
          </Entry>
        )}
      </ol>
    </Card>
  )
}

function Entry({
  mark,
  look,
  isLast,
  children,
}: {
  mark: ReactNode
  look: string
  isLast: boolean
  children: ReactNode
}) {
  return (
    <li className="relative flex gap-4 pb-6 last:pb-0">
      {!isLast && (
        <span
          aria-hidden="true"
          className="absolute bottom-0 left-[1.125rem] top-9 w-px -translate-x-1/2 bg-line"
        />
      )}
      <span className={`grid size-9 shrink-0 place-items-center rounded-full ring-1 ring-inset ${look}`}>
        {mark}
      </span>
      <div className="min-w-0 self-center">{children}</div>
    </li>
  )
}
