import { useCallback, useEffect, useState } from 'react'
import type { OrderDetail } from '../../../api/contract/order-detail.ts'
import { ApiError, callApi } from '../../client/api.ts'
import { setUser } from '../../stores/session.ts'

const ID = /^[1-9]\d{0,9}$/

export interface LoadedDetail {
  /** Undefined until it is loaded; what was loaded before stays while it is fetched again. */
  order: OrderDetail | undefined
  failure: 'unknown' | 'failed' | undefined
  reload: () => void
}

/** Fetched at every opening and never cached, so that its history is current. */
export function useOrderDetail(id: string): LoadedDetail {
  const isId = ID.test(id)
  const [order, setOrder] = useState<OrderDetail | undefined>()
  const [failure, setFailure] = useState<LoadedDetail['failure']>(isId ? undefined : 'unknown')
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn fetches again
  useEffect(() => {
    if (!isId) return
    const abort = new AbortController()
    callApi<OrderDetail>(`/api/orders/${id}`, { signal: abort.signal }).then(setOrder, (error: unknown) => {
      if (abort.signal.aborted) return
      if (error instanceof ApiError && error.status === 401) setUser(null)
      else setFailure(error instanceof ApiError && error.status === 404 ? 'unknown' : 'failed')
    })
    return () => abort.abort()
  }, [id, isId, turn])

  const reload = useCallback(() => {
    setFailure(undefined)
    setTurn((before) => before + 1)
  }, [])
  return { order, failure, reload }
}
