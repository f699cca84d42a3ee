import { ClipboardList, Receipt } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '../../../api/contract/orders.ts'
import { formatDate } from '../../format/date.ts'
import { formatInr } from '../../format/money.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { OrdersFailed } from './orders-failed.tsx'
import type { OrderListProps } from './recent-orders.tsx'

const SKELETON_ROWS = [0, 1, 2]
/** More than a customer has; who has them gets the rest on demand. */
const SHOWN_FIRST = 50
const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 px-5 py-4 sm:px-6 md:grid-cols-[minmax(0,1fr)_8rem_8rem_auto] md:items-center'

interface OrderActions {
  onShowPackage: (order: Order) => void
  onAnswer: (order: Order) => void
}

export function OrderHistory({ orders, hasFailed, onRetry, ...actions }: OrderListProps & OrderActions) {
  return (
    <Card
      title="Order History"
      description={orders && orders.length > 0 ? countOrders(orders.length) : undefined}
    >
      {!orders && hasFailed && <OrdersFailed onRetry={onRetry} />}
      {!orders && !hasFailed && <HistorySkeleton />}
      {orders?.length === 0 && (
        <EmptyState
          icon={Receipt}
          title="Nothing ordered so far"
          action={
            <a href="/" className={buttonClass({ variant: 'secondary' })}>
              See what we offer
            </a>
          }
        >
          When you buy a package, its progress, the questions we need answered and its invoice appear here.
        </EmptyState>
      )}
      {orders && orders.length > 0 && <OrderRows orders={orders} {...actions} />}
    </Card>
  )
}

function OrderRows({ orders, ...actions }: { orders: Order[] } & OrderActions) {
  const [isWhole, setIsWhole] = useState(orders.length <= SHOWN_FIRST)
  return (
    <>
      <ul className="divide-y divide-line">
        {(isWhole ? orders : orders.slice(0, SHOWN_FIRST)).map((order) => (
          <OrderRow key={order.id} order={order} {...actions} />
        ))}
      </ul>
      {!isWhole && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="ghost" onClick={() => setIsWhole(true)}>
            Show all {countOrders(orders.length)}
          </Button>
        </div>
      )}
    </>
  )
}

function OrderRow({ order, onShowPackage, onAnswer }: { order: Order } & OrderActions) {
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => onShowPackage(order)}
          className="-mx-1 -my-2.5 min-h-target rounded px-1 text-left text-sm font-semibold text-ink underline decoration-line-strong/60 underline-offset-4 transition-colors [overflow-wrap:anywhere] hover:text-accent-strong hover:decoration-current focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
        >
          {order.packageName}
        </button>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-sm tabular-nums text-ink-quiet">
          <span>Order #{order.id}</span>
          <span>{order.invoiceNumber}</span>
          {order.paymentId && <span className="[overflow-wrap:anywhere]">Payment {order.paymentId}</span>}
        </p>
      </div>
      <p className="text-right text-sm font-semibold tabular-nums text-ink md:order-3">
        {formatInr(order.amountInr)}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:order-2 md:flex-col md:items-start">
        <OrderStatusBadge order={order} />
        <time dateTime={order.createdAt} className="text-sm tabular-nums text-ink-quiet">
          {formatDate(order.createdAt)}
        </time>
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 md:order-4 md:col-span-1 md:justify-end">
        <Button
          variant="secondary"
          aria-label={`Questions about ${order.packageName}, order ${order.id}`}
          className="flex-1 md:flex-none"
          onClick={() => onAnswer(order)}
        >
          <ClipboardList aria-hidden="true" className="size-4" />
          Questions
        </Button>
      </div>
    </li>
  )
}

function HistorySkeleton() {
  return (
    <ul aria-busy="true" className="divide-y divide-line">
      {SKELETON_ROWS.map((row) => (
        <li key={row} className={ROW}>
          <div className="flex flex-col gap-2.5">
            <Skeleton className="h-4 w-48 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
          <Skeleton className="h-4 w-20 justify-self-end md:order-3" />
          <Skeleton className="h-5 w-24 rounded-full md:order-2" />
          <Skeleton className="col-span-2 h-11 md:order-4 md:col-span-1 md:w-28" />
        </li>
      ))}
    </ul>
  )
}

function countOrders(count: number): string {
  return count === 1 ? '1 order' : `${new Intl.NumberFormat('en-IN').format(count)} orders`
}
