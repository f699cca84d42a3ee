const LARGEST = 99

/** The number of things that need an admin; nothing for 0. */
export function WaitingBadge({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null
  return (
    <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-negative px-1.5 text-xs font-semibold tabular-nums text-on-accent">
      <span>
        {count > LARGEST ? `${LARGEST}+` : count}
        <span className="sr-only"> waiting</span>
      </span>
    </span>
  )
}
