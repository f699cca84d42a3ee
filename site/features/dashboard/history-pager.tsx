import { ChevronLeft, ChevronRight } from 'lucide-react'
import { changeQuery } from '../../stores/address.ts'
import { PagerStep } from '../../ui/pager-step.tsx'
import { PAGE_SIZE } from './order-list.ts'

export function HistoryPager({ page, pages, found }: { page: number; pages: number; found: number }) {
  const goTo = (next: number) => changeQuery({ page: next === 1 ? undefined : String(next) })
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
        <PagerStep icon={ChevronLeft} label="Previous page" isOff={page === 1} onGo={() => goTo(page - 1)} />
        <p role="status" className="px-2">
          Page <span className="font-medium text-ink">{page}</span> of {pages}
        </p>
        <PagerStep icon={ChevronRight} label="Next page" isOff={page === pages} onGo={() => goTo(page + 1)} />
      </div>
    </nav>
  )
}
