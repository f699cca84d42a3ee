import { useStore } from '@nanostores/react'
import { formatDay } from '../../format/date.ts'
import { formatUsd } from '../../format/money.ts'
import { $pastOrders } from '../../stores/orders.ts'
import { Card } from '../../ui/card.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Orders from before this shop. Last on the page: whatever stood below would move when they come. */
export function PastOrders() {
  const { data: orders } = useStore($pastOrders)
  if (!orders?.length) return null
  return (
    <Card title="Earlier orders" description="From before this shop, as they were handed over to us.">
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li
            key={order.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1.5 px-5 py-4 text-sm sm:px-6"
          >
            <p className="font-semibold text-ink [overflow-wrap:anywhere]">{order.packageName}</p>
            <p className="text-right font-semibold tabular-nums text-ink">{formatUsd(order.amount)}</p>
            <p className="flex flex-wrap gap-x-3 gap-y-0.5 tabular-nums text-ink-quiet">
              <span className="[overflow-wrap:anywhere]">
                {order.reference} · {order.source}
              </span>
              <time dateTime={order.orderedOn}>{formatDay(order.orderedOn)}</time>
            </p>
            <p className="text-right">
              {order.status === 'refunded' ? (
                <StatusBadge kind="payment" status={order.status} />
              ) : (
                <StatusBadge kind="order" status={order.status} />
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
