import { ClipboardList } from 'lucide-react'
import type { CustomerOrder } from '../../../api/contract/orders.ts'
import { formatDate } from '../../format/date.ts'
import { formatInr, formatUsd } from '../../format/money.ts'
import { InvoiceButton } from '../../invoice/document-button.tsx'
import { Button } from '../../ui/button.tsx'
import { OrderLink } from './order-link.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { describeAnswers, isActive } from './order-work.ts'

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 px-5 py-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_9rem_8rem_16rem] lg:items-center'
const FOCUS =
  'rounded focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'

export interface OrderActions {
  onShowPackage: (order: CustomerOrder) => void
  onAnswer: (order: CustomerOrder) => void
}

export function OrderRow({ order, onShowPackage, onAnswer }: { order: CustomerOrder } & OrderActions) {
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => onShowPackage(order)}
          className={`-mx-1 -my-3 px-1 py-3 text-left text-sm font-semibold text-ink underline decoration-line-strong/60 underline-offset-4 transition-colors [overflow-wrap:anywhere] hover:text-accent-strong hover:decoration-current ${FOCUS}`}
        >
          {order.packageName}
        </button>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-sm tabular-nums text-ink-quiet">
          <span>{order.invoiceNumber}</span>
          {order.paymentId && <span className="[overflow-wrap:anywhere]">Payment {order.paymentId}</span>}
          {isActive(order) && order.questions.asked > 0 && <span>{describeAnswers(order)}</span>}
        </p>
        <OrderLink
          id={order.id}
          className={`-mx-1 -mb-3 -mt-2 inline-block px-1 py-3 text-sm font-medium text-accent-strong underline-offset-4 hover:underline ${FOCUS}`}
        >
          Follow order #{order.id}
        </OrderLink>
      </div>
      <p className="text-right text-sm tabular-nums text-ink-quiet lg:order-3">
        <span className="block font-semibold text-ink">{formatInr(order.amountInr)}</span>
        {formatUsd(order.amount)}
      </p>
      <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-2 sm:col-span-1 lg:order-2 lg:flex-col lg:items-start">
        <OrderStatusBadge order={order} />
        <time dateTime={order.createdAt} className="text-sm tabular-nums text-ink-quiet">
          {formatDate(order.createdAt)}
        </time>
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:justify-end lg:order-4">
        {order.status !== 'cancelled' && (
          <Button
            variant="secondary"
            aria-label={`Questions about ${order.packageName}, order ${order.id}`}
            className="flex-1 sm:flex-none"
            onClick={() => onAnswer(order)}
          >
            <ClipboardList aria-hidden="true" className="size-4" />
            Questions
          </Button>
        )}
        <InvoiceButton orderId={order.id} className="flex-1 sm:min-w-28 sm:flex-none" />
      </div>
    </li>
  )
}
