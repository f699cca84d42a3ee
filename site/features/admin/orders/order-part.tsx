import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { AdminOrderDetail } from '../../../../api/contract/admin-order.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** What a card of the order's page fetches by a call of its own: again whenever the order is. */
export function useOrderPart<Data>(order: AdminOrderDetail, path: string) {
  const store = useMemo(() => createFigureStore<Data>([path]), [path])
  const { data, error, loading } = useStore(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an order that was fetched again may have changed
  useEffect(() => store.revalidate(), [store, order])
  return { data, hasFailed: Boolean(error) && !loading, store }
}

export function OrderPart<Data>({
  order,
  path,
  title,
  failure,
  children,
}: {
  order: AdminOrderDetail
  path: string
  title: string
  /** Said where it does not load. */
  failure: string
  children: (data: Data, refresh: () => void) => ReactNode
}) {
  const { data, hasFailed, store } = useOrderPart<Data>(order, path)
  return (
    <Card isDense title={title}>
      {!data && hasFailed && <LoadFailed title={failure} onRetry={() => store.invalidate()} />}
      {!data && !hasFailed && (
        <div role="status" className="p-5 sm:px-6">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-16" />
        </div>
      )}
      {data && children(data, () => store.revalidate())}
    </Card>
  )
}
