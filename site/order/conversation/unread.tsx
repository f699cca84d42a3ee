/** How many messages of which orders the signed-in person has not read. */
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UnreadMessages } from '#api/contract/orders/conversation.ts'
import { callApi, UNREAD_PATH } from '#site/kit/client/api.ts'
import { countInTitle } from '#site/kit/shell/use-title.ts'
import { $userId, createFetcherStore, refetch } from '#site/kit/stores/query.ts'
import { onHint } from '#site/order/live.ts'

/** A failure shows no counts: it says nothing about the session, and what the area has asked for tells the rest. */
const $unread = createFetcherStore<UnreadMessages>([UNREAD_PATH, $userId], {
  fetcher: (path) => callApi(String(path)),
})

/** The tab of a hidden page shows the count, too, but the store fetches nothing for it. */
function update(): void {
  if (!document.hidden) return void refetch($unread)
  callApi<UnreadMessages>(UNREAD_PATH).then(
    (unread) => {
      $unread.mutate(unread)
      // Asked for once more when somebody looks: of two hints the first one's response may come last.
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

/** Keeps the counts, and the one in the page's title, as they are. For an area as a whole. */
export function useLiveUnread(): void {
  const { total } = useUnread()
  useEffect(() => onHint(update), [])
  useEffect(() => {
    countInTitle(total)
    return () => countInTitle(0)
  }, [total])
}

const LARGEST = 99

/** The number of messages that the person has not read, of one order or of all; nothing for 0. */
export function UnreadBadge({ orderId, className = '' }: { orderId?: number; className?: string }) {
  const { total, countOf } = useUnread()
  const count = orderId === undefined ? total : countOf(orderId)
  if (count === 0) return null
  const shown = count > LARGEST ? `${LARGEST}+` : count
  return (
    <span
      className={`inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent-strong px-1.5 text-xs font-semibold tabular-nums text-on-accent ${className}`}
    >
      <span>
        {shown}
        <span className="sr-only"> unread {count === 1 ? 'message' : 'messages'}</span>
      </span>
    </span>
  )
}
