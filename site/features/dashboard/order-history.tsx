import { useStore } from '@nanostores/react'
import { SearchX } from 'lucide-react'
import { $query, changeQuery } from '../../stores/address.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { HistoryPager } from './history-pager.tsx'
import { HistoryToolbar } from './history-toolbar.tsx'
import { countOrders, listOrders, readListState } from './order-list.ts'
import { type OrderActions, OrderRow } from './order-row.tsx'
import type { OrderListProps } from './recent-orders.tsx'

interface HistoryProps extends OrderListProps, OrderActions {}

export function OrderHistory({ orders, hasFailed, onRetry, ...row }: HistoryProps) {
  const state = readListState(useStore($query))
  const isNarrowed = state.q.trim() !== '' || state.status !== ''
  const list = listOrders(orders ?? [], state)
  return (
    <Card title="Order History" description={orders && describeCount(orders.length, list.found, isNarrowed)}>
      {hasFailed && !orders && (
        <LoadFailed title="Your orders did not load" onRetry={onRetry}>
          They are safe with us. Check your connection and try again.
        </LoadFailed>
      )}
      {orders?.length === 0 && (
        <p className="px-5 py-6 text-sm text-ink-quiet sm:px-6">
          Nothing ordered so far. Every order is listed here with its invoice.
        </p>
      )}
      {orders && orders.length > 0 && (
        <>
          <HistoryToolbar q={state.q} status={state.status} />
          {list.found === 0 ? (
            <EmptyState
              icon={SearchX}
              title="No order matches"
              action={
                <Button
                  variant="secondary"
                  onClick={() => changeQuery({ q: undefined, status: undefined, page: undefined })}
                >
                  Show all orders
                </Button>
              }
            >
              Search for a package, an order or invoice number, a payment or a coupon.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {list.rows.map((order) => (
                <OrderRow key={order.id} order={order} {...row} />
              ))}
            </ul>
          )}
          {list.pages > 1 && <HistoryPager page={list.page} pages={list.pages} found={list.found} />}
        </>
      )}
    </Card>
  )
}

function describeCount(total: number, found: number, isNarrowed: boolean): string | undefined {
  if (total === 0) return undefined
  return isNarrowed ? `${found} of ${countOrders(total)}` : countOrders(total)
}
