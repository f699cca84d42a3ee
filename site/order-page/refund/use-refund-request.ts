import { useCallback } from 'react'
import type { OrderRefundRequest } from '../../../api/contract/order-work/refund-requests.ts'
import { useFetched } from '../../client/use-fetched.ts'
import type { Call } from '../use-conversation.ts'
import { useOrderHint } from '../use-order-hint.ts'

/** What the policy gives for an order, and what its customer asked for. @param call must be the same function at each rendering */
export function useRefundRequest(orderId: number, call: Call) {
  const fetch = useCallback(
    (signal: AbortSignal) => call<OrderRefundRequest>(`/api/orders/${orderId}/refund-request`, { signal }),
    [call, orderId],
  )
  const { data, reload, setData } = useFetched(fetch)
  useOrderHint(orderId, reload)
  return { data, reload, setData }
}
