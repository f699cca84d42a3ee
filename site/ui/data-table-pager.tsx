import type { ReactTable, RowData } from '@tanstack/react-table'
import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react'
import { useId } from 'react'
import { LARGEST_TOTAL } from '../../api/contract/list-total.ts'
import { formatTotal } from '../format/count.ts'
import type { Features } from './data-table-columns.ts'
import { PAGE_SIZES } from './data-table-list.ts'
import { controlClass } from './field.tsx'

const number = new Intl.NumberFormat('en-US')

export function DataTablePager<Row extends RowData>({
  table,
  total,
  noun,
}: {
  table: ReactTable<Features, Row>
  total: number
  noun: readonly [one: string, many: string]
}) {
  const sizeId = useId()
  const { pageIndex, pageSize } = table.state.pagination
  const first = pageIndex * pageSize + 1
  const shown = table.options.data.length
  const isCounted = total <= LARGEST_TOTAL
  const last = Math.min(isCounted ? total : first - 1 + shown, first - 1 + pageSize)
  const pages = isCounted ? Math.max(1, Math.ceil(total / pageSize)) : undefined
  // Of a list that is not counted to its end, only a page that is not full is known to be the last.
  const isLast = pages === undefined ? shown < pageSize : pageIndex + 1 >= pages
  return (
    <nav
      aria-label={`Pages of ${noun[1]}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 text-sm text-ink-quiet sm:px-6"
    >
      <p className="mr-auto tabular-nums">
        <span className="font-medium text-ink">
          {number.format(first)}–{number.format(last)}
        </span>{' '}
        of {formatTotal(total)}
      </p>
      <div className="flex items-center gap-2">
        <label htmlFor={sizeId} className="whitespace-nowrap">
          Rows<span className="max-sm:sr-only"> per page</span>
        </label>
        <div className="relative">
          <select
            id={sizeId}
            value={pageSize}
            onChange={(event) => table.setPageSize(Number(event.target.value))}
            className={`${controlClass()} w-20 appearance-none py-1.5 pr-8 tabular-nums`}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute right-3 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
          />
        </div>
      </div>
      <div className="flex items-center max-sm:w-full max-sm:justify-between">
        <Step
          icon={ChevronsLeft}
          label="First page"
          isOff={pageIndex === 0}
          onGo={() => table.setPageIndex(0)}
        />
        <Step
          icon={ChevronLeft}
          label="Previous page"
          isOff={pageIndex === 0}
          onGo={() => table.setPageIndex(pageIndex - 1)}
        />
        <p className="min-w-20 whitespace-nowrap px-1 text-center tabular-nums">
          <span className="max-sm:sr-only">Page </span>
          <span className="font-medium text-ink">{number.format(pageIndex + 1)}</span>
          {pages !== undefined && ` of ${number.format(pages)}`}
        </p>
        <Step
          icon={ChevronRight}
          label="Next page"
          isOff={isLast}
          onGo={() => table.setPageIndex(pageIndex + 1)}
        />
        <Step
          icon={ChevronsRight}
          label="Last page"
          isOff={isLast || pages === undefined}
          onGo={() => table.setPageIndex((pages ?? 1) - 1)}
        />
      </div>
    </nav>
  )
}

/** Stays focusable at the end of the pages, so that the keyboard does not lose its place. */
function Step({
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
      className="grid size-11 place-items-center rounded text-ink transition-colors hover:bg-ink/5 focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-ink-quiet/50"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}
