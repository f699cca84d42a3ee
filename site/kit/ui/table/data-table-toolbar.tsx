import { Download, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatTotal } from '#site/kit/format/count.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { DownloadLink } from '#site/kit/ui/primitives/download-link.tsx'
import { ListFilter, type SortOptions, SortSelect } from './data-table-filters.tsx'
import type { Noun, TableList } from './data-table-list.ts'
import { SearchInput } from './search-input.tsx'

const SEARCH_AFTER_MS = 300
const LONGEST_SEARCH = 100

export interface ToolbarOptions<Row> extends SortOptions<Row> {
  title: string
  noun: Noun
  /** The noun of the count, if it counts something other than rows. */
  counted?: Noun | undefined
  /** More filters, beside the search. */
  filters?: ReactNode
  /** Buttons for the whole list, such as 'New coupon'. */
  actions?: ReactNode
  /** Named filters, in a line above the search. */
  views?: ReactNode
  searchHint?: string
}

interface ToolbarProps<Row> extends ToolbarOptions<Row> {
  titleId: string
  isTable: boolean
  /** A button opens filters, sorting and export, so that on a phone the rows begin higher up. */
  isFolded: boolean
  /** The same button opens the other buttons, too. */
  foldsActions: boolean
}

export function DataTableToolbar<Row>(props: ToolbarProps<Row>) {
  const { title, titleId, noun, counted = noun, list, isTable, isFolded, foldsActions } = props
  const [isOpen, setIsOpen] = useState(false)
  const moreId = useId()
  const set = Object.values(list.filters).filter(Boolean).length
  const download = list.exportHref && (
    <DownloadLink
      href={list.exportHref}
      aria-label={`Export these ${noun[1]} as CSV`}
      className={buttonClass({ variant: 'secondary' })}
    >
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </DownloadLink>
  )
  return (
    <header className="flex flex-col gap-2.5 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <h2 id={titleId} className="text-base font-semibold tracking-tight text-ink">
            {title}
          </h2>
          <p role="status" className="text-sm tabular-nums text-ink-quiet">
            {list.total === undefined ? (list.hasFailed ? '–' : 'Counting…') : countRows(list.total, counted)}
            {list.isNarrowed && list.total !== undefined && ' found'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!isFolded && download}
          {!(isFolded && foldsActions) && props.actions}
        </div>
      </div>
      {props.views}
      <div className={`flex flex-wrap gap-2 ${isFolded ? '[&>search]:basis-0' : '[&>search]:basis-48'}`}>
        <SearchBox list={list} noun={noun} hint={props.searchHint} />
        {isFolded && (
          <Button
            icon={SlidersHorizontal}
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={isOpen ? moreId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {set > 0 ? `Filters (${set})` : 'Filters'}
          </Button>
        )}
        {(!isFolded || isOpen) && (
          <div id={moreId} className={isFolded ? 'flex min-w-0 basis-full flex-wrap gap-2' : 'contents'}>
            {list.filterFields.map(({ options, ...field }) => (
              <ListFilter key={field.name} list={list} {...field} options={Object.entries(options)} />
            ))}
            {props.filters}
            {!isTable && <SortSelect {...props} />}
            {isFolded && download}
            {isFolded && foldsActions && props.actions}
          </div>
        )}
      </div>
    </header>
  )
}

function countRows(count: number, [one, many]: readonly [string, string]): string {
  return `${formatTotal(count)} ${count === 1 ? one : many}`
}

function SearchBox<Row>({
  list,
  noun,
  hint,
}: {
  list: TableList<Row>
  noun: Noun
  hint: string | undefined
}) {
  const [text, setText] = useState(list.q)
  const { change, q } = list
  const searched = useRef(q)
  const wanted = text.trim()

  // Changed by a reset or by going back in the browser's history.
  useEffect(() => {
    if (q === searched.current) return
    searched.current = q
    setText(q)
  }, [q])

  function search(): void {
    if (wanted === searched.current) return
    searched.current = wanted
    change({ q: wanted })
  }

  useEffect(() => {
    const timer = setTimeout(search, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  })

  return (
    <SearchInput
      value={text}
      maxLength={LONGEST_SEARCH}
      aria-label={`Search ${noun[1]}`}
      placeholder={hint ?? `Search ${noun[1]}`}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search()}
    />
  )
}
