import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { changeQuery } from '../../stores/address.ts'
import { PAGE_SIZE } from './order-list.ts'

export function HistoryPager({ page, pages, found }: { page: number; pages: number; found: number }) {
  const first = (page - 1) * PAGE_SIZE + 1
  return (
    <nav
      aria-label="Pages of orders"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-3 text-sm tabular-nums text-ink-quiet sm:px-6"
    >
      <p>
        <span className="font-medium text-ink">
          {first}–{Math.min(found, first + PAGE_SIZE - 1)}
        </span>{' '}
        of {found}
      </p>
      <div className="flex items-center gap-1">
        <Step icon={ChevronLeft} label="Previous page" to={page - 1} isOff={page === 1} />
        <p role="status" className="px-2">
          Page <span className="font-medium text-ink">{page}</span> of {pages}
        </p>
        <Step icon={ChevronRight} label="Next page" to={page + 1} isOff={page === pages} />
      </div>
    </nav>
  )
}

/** Stays focusable at the end of the pages, so that the keyboard does not lose its place. */
function Step({
  icon: Icon,
  label,
  to,
  isOff,
}: {
  icon: LucideIcon
  label: string
  to: number
  isOff: boolean
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && changeQuery({ page: to === 1 ? undefined : String(to) })}
      className="grid size-11 place-items-center rounded text-ink transition-colors hover:bg-ink/5 focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-ink-quiet/50"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}
