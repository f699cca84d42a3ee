import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useId } from 'react'
import { LARGEST_TOTAL } from '#api/rules/list-total.ts'
import { formatNumber, formatTotal } from '#site/kit/format/count.ts'
import { Select } from '#site/kit/ui/field/field.tsx'
import { type Noun, PAGE_SIZES, type TableList } from './data-table-list.ts'
import { PagerStep } from './pager-step.tsx'

export function DataTablePager<Row>({ list, noun }: { list: TableList<Row>; noun: Noun }) {
  const sizeId = useId()
  const { page, pageSize, total = 0, change } = list
  const shown = list.rows?.length ?? 0
  const first = (page - 1) * pageSize + 1
  const isCounted = total <= LARGEST_TOTAL
  const last = Math.min(isCounted ? total : first - 1 + shown, first - 1 + pageSize)
  const pages = isCounted ? Math.max(1, Math.ceil(total / pageSize)) : undefined
  // If the server has not counted to the end, only a page that is not full is certain to be the last.
  const isLast = pages === undefined ? shown < pageSize : page >= pages
  const isFirst = page === 1
  return (
    <nav
      aria-label={`Pages of ${noun[1]}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-1.5 text-sm text-ink-quiet sm:px-5"
    >
      <p className="mr-auto tabular-nums">
        <span className="font-medium text-ink">
          {formatNumber(first)}–{formatNumber(last)}
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
          onChange={(event) => change({ pageSize: Number(event.target.value) })}
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
        <PagerStep icon={ChevronsLeft} label="First page" isOff={isFirst} onGo={() => change({ page: 1 })} />
        <PagerStep
          icon={ChevronLeft}
          label="Previous page"
          isOff={isFirst}
          onGo={() => change({ page: page - 1 })}
        />
        <p className="min-w-20 whitespace-nowrap px-1 text-center tabular-nums">
          <span className="max-sm:sr-only">Page </span>
          <span className="font-medium text-ink">{formatNumber(page)}</span>
          {pages !== undefined && ` of ${formatNumber(pages)}`}
        </p>
        <PagerStep
          icon={ChevronRight}
          label="Next page"
          isOff={isLast}
          onGo={() => change({ page: page + 1 })}
        />
        <PagerStep
          icon={ChevronsRight}
          label="Last page"
          isOff={isLast || pages === undefined}
          onGo={() => change({ page: pages ?? 1 })}
        />
      </div>
    </nav>
  )
}
