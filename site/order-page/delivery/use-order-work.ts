import { useCallback } from 'react'
import type { OrderWork } from '../../../api/contract/order-work/deliveries.ts'
import { useFetched } from '../../client/use-fetched.ts'
import type { Call } from '../use-conversation.ts'
import { useOrderHint } from '../use-order-hint.ts'

/** What was delivered with an order, as it is now. @param call must be the same function at each rendering */
export function useOrderWork(orderId: number, call: Call) {
  const fetch = useCallback(
    (signal: AbortSignal) => call<OrderWork>(`/api/orders/${orderId}/work`, { signal }),
    [call, orderId],
  )
  const { data, error, reload, setData } = useFetched(fetch)
  useOrderHint(orderId, reload)
  return { data, error, reload, setData }
}
