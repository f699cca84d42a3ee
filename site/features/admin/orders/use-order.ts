import type { AdminOrderDetail } from '../../../../api/contract/admin-order.ts'
import { ApiError } from '../../../client/api.ts'
import { useFigure } from '../list/use-figure.ts'

const ID = /^[1-9]\d{0,9}$/

interface LoadedOrder {
  /** Undefined until it is loaded. It stays while it is fetched again. */
  order: AdminOrderDetail | undefined
  failure: 'unknown' | 'failed' | undefined
  /** Fetches the order again. */
  reload: () => Promise<void>
}

export function useOrder(id: string): LoadedOrder {
  // No order has the id 0, so a text that is no id leads to 'not found', too.
  const path = `/api/admin/orders/${ID.test(id) ? id : 0}`
  const { data, error, hasFailed, store } = useFigure<AdminOrderDetail>(path)
  const isUnknown = error instanceof ApiError && error.status === 404
  return {
    order: data,
    failure: isUnknown ? 'unknown' : hasFailed ? 'failed' : undefined,
    reload: async () => {
      store.revalidate()
      await store.get().promise?.catch(() => undefined)
    },
  }
}
