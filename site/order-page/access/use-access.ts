import { useCallback } from 'react'
import type { AccessList } from '../../../api/contract/order-work/access.ts'
import { useFetched } from '../../client/use-fetched.ts'
import type { Call } from '../use-conversation.ts'
import { useOrderHint } from '../use-order-hint.ts'

/** For what the customer gave access, without what it says. @param call must be the same function at each rendering */
export function useAccess(orderId: number, call: Call) {
  const fetch = useCallback(
    (signal: AbortSignal) => call<AccessList>(`/api/orders/${orderId}/access`, { signal }),
    [call, orderId],
  )
  const fetched = useFetched(fetch)
  useOrderHint(orderId, fetched.reload)
  return fetched
}
