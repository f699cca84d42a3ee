import type { LucideIcon } from 'lucide-react'

/** A button to another page. On the last page it stays focusable, so that the focus is not lost. */
export function PagerStep({
  icon: Icon,
  label,
  isOff,
  onGo,
}: {
  icon: LucideIcon
  label: string
  isOff: boolean
  onGo: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onGo}
      className="grid size-target place-items-center rounded text-ink transition-colors hover:bg-ink/5 focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-ink-quiet/50"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}
