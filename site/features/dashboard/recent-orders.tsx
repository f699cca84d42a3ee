import { PackageOpen } from 'lucide-react'
import type { Order } from '../../../api/contract/orders.ts'
import { formatDate } from '../../format/date.ts'
import { formatInr } from '../../format/money.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OrderLink } from './order-link.tsx'
import { OrderStatusBadge } from './order-status.tsx'

const SHOWN = 3

export interface OrderListProps {
  /** Undefined until they are loaded. */
  orders: Order[] | undefined
  hasFailed: boolean
  onRetry: () => void
}

export function RecentOrders({ orders, hasFailed }: OrderListProps) {
  return (
    <Card title="Recent Orders">
      {!orders && hasFailed && (
        <p className="px-5 py-6 text-sm text-ink-quiet sm:px-6">Not available right now.</p>
      )}
      {!orders && !hasFailed && <RecentSkeleton />}
      {orders?.length === 0 && (
        <EmptyState icon={PackageOpen} title="No orders yet">
          Your latest orders appear here.
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <ul className="divide-y divide-line">
          {orders.slice(0, SHOWN).map((order) => (
            <li key={order.id} className="flex items-start justify-between gap-4 px-5 py-4 sm:px-6">
              <div className="min-w-0">
                <OrderLink
                  id={order.id}
                  className="-mx-1 -my-3 inline-block rounded px-1 py-3 text-sm font-medium text-ink underline-offset-4 [overflow-wrap:anywhere] hover:text-accent-strong hover:underline focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
                >
                  {order.packageName}
                </OrderLink>
                <p className="mt-0.5 text-sm tabular-nums text-ink-quiet">{formatDate(order.createdAt)}</p>
              </div>
              <div className="flex shrink-0 flex-col items-end gap-1.5">
                <p className="text-sm font-medium tabular-nums text-ink">{formatInr(order.amountInr)}</p>
                <OrderStatusBadge order={order} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function RecentSkeleton() {
  return (
    <ul aria-busy="true" className="divide-y divide-line">
      {Array.from({ length: SHOWN }, (_, row) => row).map((row) => (
        <li key={row} className="flex justify-between gap-4 px-5 py-4 sm:px-6">
          <div className="flex flex-col gap-2 py-0.5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 w-20" />
          </div>
          <div className="flex flex-col items-end gap-2 py-0.5">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-5 w-24 rounded-full" />
          </div>
        </li>
      ))}
    </ul>
  )
}
