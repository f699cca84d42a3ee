/** The signed-in person's unread messages, counted by order. */
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UnreadMessages } from '#api/contract/orders/conversation.ts'
import { callApi, UNREAD_PATH } from '#site/kit/client/api.ts'
import { countInTitle } from '#site/kit/shell/use-title.ts'
import { $userId, createFetcherStore, refetch } from '#site/kit/stores/query.ts'
import { onHint } from '#site/order/live.ts'

/** On failure there are no counts and no error: the area's own calls already report what is wrong. */
const $unread = createFetcherStore<UnreadMessages>([UNREAD_PATH, $userId], {
  fetcher: (path) => callApi(String(path)),
})

/** Fetches the counts. The store does not fetch on a hidden page, whose tab title shows the count, so this calls the API then. */
function update(): void {
  if (!document.hidden) return void refetch($unread)
  callApi<UnreadMessages>(UNREAD_PATH).then(
    (unread) => {
      $unread.mutate(unread)
      // Fetch again once the page is visible: the responses to two hints may arrive out of order.
      $unread.revalidate()
    },
    () => {},
  )
}

const countOf = (unread: UnreadMessages | undefined, orderId: number): number =>
  unread?.orders.find((order) => order.orderId === orderId)?.count ?? 0

export function useUnread(): { total: number; countOf: (orderId: number) => number } {
  const { data } = useStore($unread)
  return { total: data?.total ?? 0, countOf: (orderId) => countOf(data, orderId) }
}

/** Keeps the counts and the page's title up to date. Used once per area. */
export function useLiveUnread(): void {
  const { total } = useUnread()
  useEffect(() => onHint(update), [])
  useEffect(() => {
    countInTitle(total)
    return () => countInTitle(0)
  }, [total])
}

const LARGEST = 99

/** The number of unread messages of one order or of all. Renders nothing for 0. */
export function UnreadBadge({ orderId, className = '' }: { orderId?: number; className?: string }) {
  const { total, countOf } = useUnread()
  const count = orderId === undefined ? total : countOf(orderId)
  if (count === 0) return null
  const shown = count > LARGEST ? `${LARGEST}+` : count
  return (
    <span
      className={`inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1.5 text-xs font-semibold tabular-nums text-on-primary ${className}`}
    >
      <span>
        {shown}
        <span className="sr-only"> unread {count === 1 ? 'message' : 'messages'}</span>
      </span>
    </span>
  )
}
