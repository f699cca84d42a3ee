import { useUnread } from './unread.ts'

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
