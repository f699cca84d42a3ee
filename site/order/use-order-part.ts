import { useCallback, useEffect } from 'react'
import { callApi } from '#site/kit/client/api.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { onHint } from './live.ts'
import type { Call } from './use-conversation.ts'

/** @param onNews called when the order may have changed. Must be a stable function. */
export function useOrderHint(orderId: number, onNews: () => void): void {
  useEffect(() => onHint((hint) => (hint === orderId || hint === 'any') && onNews()), [orderId, onNews])
}

/**
 * Fetches a part of an order and keeps it up to date.
 * @param part the last segment of its path, such as `work`
 * @param call the area's `callApi`. Must be a stable function.
 */
export function useOrderPart<Data>(orderId: number, part: string, call: Call = callApi) {
  const path = `/api/orders/${orderId}/${part}`
  const fetch = useCallback((signal: AbortSignal) => call<Data>(path, { signal }), [call, path])
  const fetched = useFetched(fetch)
  useOrderHint(orderId, fetched.reload)
  return fetched
}
