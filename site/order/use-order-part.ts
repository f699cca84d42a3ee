import { useCallback, useEffect } from 'react'
import { callApi } from '#site/kit/client/api.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { onHint } from './live.ts'
import type { Call } from './use-conversation.ts'

/** @param onNews must be the same function at each rendering; called when something may have happened to the order */
export function useOrderHint(orderId: number, onNews: () => void): void {
  useEffect(() => onHint((hint) => (hint === orderId || hint === 'any') && onNews()), [orderId, onNews])
}

/**
 * A part of an order, as it is now.
 * @param part the end of its path, such as `work`
 * @param call the area's own; must be the same function at each rendering
 */
export function useOrderPart<Data>(orderId: number, part: string, call: Call = callApi) {
  const path = `/api/orders/${orderId}/${part}`
  const fetch = useCallback((signal: AbortSignal) => call<Data>(path, { signal }), [call, path])
  const fetched = useFetched(fetch)
  useOrderHint(orderId, fetched.reload)
  return fetched
}
