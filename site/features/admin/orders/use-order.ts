import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { AdminOrderDetail } from '../../../../api/contract/admin-order.ts'
import { ApiError } from '../../../client/api.ts'
import { createFigureStore } from '../../../stores/admin.ts'

const ID = /^[1-9]\d{0,9}$/

interface LoadedOrder {
  /** Undefined until it is loaded; what was loaded stays while it is fetched again. */
  order: AdminOrderDetail | undefined
  failure: 'unknown' | 'failed' | undefined
  /** Fetches it again; what is shown stays until it is there. */
  reload: () => Promise<void>
}

export function useOrder(id: string): LoadedOrder {
  // No order has the id 0: what is no id is as unknown.
  const path = `/api/admin/orders/${ID.test(id) ? id : 0}`
  const store = useMemo(() => createFigureStore<AdminOrderDetail>([path]), [path])
  const { data, error, loading } = useStore(store)

  // The cache may lack the latest change.
  useEffect(() => store.revalidate(), [store])
  const isUnknown = error instanceof ApiError && error.status === 404
  return {
    order: data,
    failure: isUnknown ? 'unknown' : error && !loading ? 'failed' : undefined,
    reload: async () => {
      store.revalidate()
      await store.get().promise?.catch(() => undefined)
    },
  }
}
