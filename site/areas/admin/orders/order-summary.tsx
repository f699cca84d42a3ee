import type { ReactNode } from 'react'
import type { AdminOrderDetail } from '#api/contract/orders/admin-orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { isInWork, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { WAIT_LABELS } from '#api/rules/status-labels.ts'
import { describePayment } from '#site/areas/admin/list/row-labels.ts'
import { describeDue } from '#site/kit/format/due.ts'
import { PromisedDate } from '#site/kit/ui/primitives/promised-by.tsx'
import { countAnswers } from './order-answers.tsx'

export function OrderSummary({ order }: { order: AdminOrderDetail }) {
  const { asked, answered, missing } = countAnswers(order)
  const staff = order.assignments.map(({ staff: { firstName, lastName } }) => `${firstName} ${lastName}`)
  return (
    <dl className="grid grid-cols-2 overflow-clip rounded-lg border border-line bg-ground-raised text-sm shadow-card lg:grid-cols-4">
      <Figure
        label="Promised date"
        below={isInWork(order) && describeWait(order)}
        isLate={order.due === 'overdue'}
      >
        {order.promisedBy ? <PromisedDate order={order} /> : 'Not paid yet'}
      </Figure>
      <Figure label="Answers" below={missing > 0 && `${missing} required missing`}>
        {asked === 0 || PAYMENT_STATUS[order.paymentStatus].isUnpaid
          ? 'None asked'
          : `${answered} of ${asked}`}
      </Figure>
      <Figure label="Staff">{staff.join(', ') || 'Unassigned'}</Figure>
      <Figure label="Amount" below={describePayment(order)} isQuiet>
        {formatAmount(order.amount, order.currency)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: string
  below?: string | false
  isLate?: boolean
  isQuiet?: boolean
  children: ReactNode
}

export function Figure({ label, below, isLate = false, isQuiet = false, children }: FigureProps) {
  const look = isLate ? 'text-negative' : isQuiet ? 'text-ink-quiet' : 'text-caution'
  return (
    <div className="-mb-px -mr-px min-w-0 border-b border-r border-line px-5 py-3.5 sm:px-6">
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums text-ink [overflow-wrap:anywhere]">
        {children}
        {below && <span className={`block font-medium ${look}`}>{below}</span>}
      </dd>
    </div>
  )
}

function describeWait({ due, promisedBy, waitsFor }: AdminOrderDetail): string | false {
  if (waitsFor) return WAIT_LABELS[waitsFor]
  return due !== null && promisedBy !== null && describeDue(new Date(promisedBy), new Date()).label
}
