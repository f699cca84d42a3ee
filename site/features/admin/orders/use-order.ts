import { useCallback } from 'react'
import type { AdminOrderDetail } from '../../../../api/contract/admin-orders.ts'
import { ApiError } from '../../../client/api.ts'
import { refetch } from '../../../stores/query.ts'
import { useFigure } from '../list/use-figure.ts'

const ID = /^[1-9]\d{0,9}$/

/** The order of a page. It stays while it is fetched again; `reload`, always the same function, waits for that. */
export function useOrder(id: string) {
  // No order has the id 0, so a text that is no id leads to 'not found', too.
  const path = `/api/admin/orders/${ID.test(id) ? id : 0}`
  const { data, error, hasFailed, store } = useFigure<AdminOrderDetail>(path)
  const isUnknown = error instanceof ApiError && error.status === 404
  return {
    order: data,
    failure: isUnknown ? 'unknown' : hasFailed && 'failed',
    reload: useCallback(() => refetch(store), [store]),
  }
}
