import type { ReactTable, RowData } from '@tanstack/react-table'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useId } from 'react'
import { LARGEST_TOTAL } from '../../api/contract/list-total.ts'
import { formatTotal } from '../format/count.ts'
import type { Features } from './data-table-columns.ts'
import { PAGE_SIZES } from './data-table-list.ts'
import { Select } from './field.tsx'
import { PagerStep } from './pager-step.tsx'

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
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-1.5 text-sm text-ink-quiet sm:px-5"
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
        <Select
          id={sizeId}
          value={pageSize}
          onChange={(event) => table.setPageSize(Number(event.target.value))}
          className="w-20 py-1 pr-8 tabular-nums"
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex items-center max-sm:w-full max-sm:justify-between">
        <PagerStep
          icon={ChevronsLeft}
          label="First page"
          isOff={pageIndex === 0}
          onGo={() => table.setPageIndex(0)}
        />
        <PagerStep
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
        <PagerStep
          icon={ChevronRight}
          label="Next page"
          isOff={isLast}
          onGo={() => table.setPageIndex(pageIndex + 1)}
        />
        <PagerStep
          icon={ChevronsRight}
          label="Last page"
          isOff={isLast || pages === undefined}
          onGo={() => table.setPageIndex((pages ?? 1) - 1)}
        />
      </div>
    </nav>
  )
}
