/** The search of the whole area: a combobox whose list is always open, as in the ARIA Authoring Practices. */

import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { SearchResults } from '#api/contract/operations/search.ts'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { useTyped } from '#site/areas/admin/list/use-figure.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { setQuery } from '#site/kit/stores/address.ts'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { controlClass } from '#site/kit/ui/field/field.tsx'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { listOptions, type SearchOption } from './search-options.ts'

const NOTHING: SearchResults = { orders: [], people: [], packages: [] }

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  /** The id of the option that the arrow keys moved to. It stays chosen when more results arrive. */
  const [chosen, setChosen] = useState<string | undefined>()
  const q = text.trim()
  const found = useFound(q)
  const groups = listOptions(q, found.results)
  const options = groups.flatMap((group) => group.options)
  const isEmpty = q !== '' && options.length === 0 && found.isCurrent && !found.hasFailed
  const current = options.find((option) => option.id === chosen) ?? options[0]
  // Enter was pressed before the results arrived: open the first result as soon as it is there.
  const isAwaited = useRef(false)
  const id = useId()
  const elementId = (option: SearchOption) => `${id}-${option.id}`

  function open({ place }: SearchOption): void {
    onClose()
    setQuery(place)
  }

  useEffect(() => {
    if (!found.isCurrent || !isAwaited.current) return
    isAwaited.current = false
    if (current) open(current)
  })

  const currentId = current && elementId(current)
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function steer(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      const at = current ? options.indexOf(current) : 0
      setChosen(options[(at + step + options.length) % options.length]?.id)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!found.isCurrent && chosen === undefined) isAwaited.current = true
      else if (current) open(current)
    }
  }

  return (
    <Dialog
      title="Search"
      onClose={onClose}
      footer={
        <div className="flex items-center justify-between gap-4 text-xs text-ink-quiet">
          <p role="status" className={isEmpty ? 'sr-only' : ''}>
            {describe(q, found)}
          </p>
          <p aria-hidden="true" className="ml-auto max-sm:hidden">
            ↑ ↓ to move, Enter to open
          </p>
        </div>
      }
    >
      <div className="sm:h-[26rem]">
        <div className="sticky -top-5 z-10 -mx-5 -mt-5 bg-ground-raised px-5 pb-3 pt-5 sm:-mx-6 sm:px-6">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute left-8 top-[2.1rem] size-4 text-ink-quiet sm:left-9"
          />
          <input
            data-autofocus
            type="text"
            role="combobox"
            aria-label="Search"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={currentId}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setChosen(undefined)
              isAwaited.current = false
            }}
            onKeyDown={steer}
            placeholder="Invoice, email, name, payment ID, package"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="search"
            enterKeyHint="go"
            maxLength={100}
            className={`${controlClass()} py-2 pl-9`}
          />
        </div>
        {isEmpty && (
          <p
            aria-hidden="true"
            className="px-3 py-16 text-center text-sm text-ink-quiet [overflow-wrap:anywhere]"
          >
            No results for ‘{q}’
          </p>
        )}
        {options.length > 0 && (
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label="Results"
            className="-mx-2 flex flex-col gap-3 pb-2"
          >
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: options are grouped by a role; a fieldset is for controls
              <div key={group.label} role="group" aria-labelledby={`${id}-${group.label}`}>
                <p
                  id={`${id}-${group.label}`}
                  role="presentation"
                  className="px-3 pb-1 text-xs font-semibold uppercase tracking-wide text-ink-quiet"
                >
                  {group.label}
                </p>
                {group.options.map((option) => (
                  <Row
                    key={option.id}
                    id={elementId(option)}
                    option={option}
                    isActive={option === current}
                    onOpen={() => open(option)}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface RowProps {
  id: string
  option: SearchOption
  isActive: boolean
  onOpen: () => void
}

/** A link, so that it can be opened in a new tab. It is not focusable: the focus stays in the field. */
function Row({ id, option: { title, detail, place, status, mark }, isActive, onOpen }: RowProps) {
  return (
    <PlaceLink
      id={id}
      role="option"
      to={place}
      tabIndex={-1}
      aria-selected={isActive}
      onGo={onOpen}
      className={`flex min-h-target items-center gap-3 rounded px-3 py-1.5 text-sm forced-colors:aria-selected:outline ${isActive ? 'bg-accent-soft' : 'hover:bg-ink/5'}`}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-ink">{title}</span>
        {detail && <span className="block truncate text-ink-quiet">{detail}</span>}
      </span>
      {status && <StatusBadge kind="order" status={status} />}
      {mark && <Badge>{mark}</Badge>}
    </PlaceLink>
  )
}

function describe(q: string, { results, isCurrent, hasFailed }: ReturnType<typeof useFound>): string {
  if (q === '') return 'Orders, people, packages and places'
  if (hasFailed) return 'The search failed. Check your connection and type again.'
  if (!isCurrent) return 'Searching…'
  const { orders, people, packages } = results
  const count = orders.length + people.length + packages.length
  return count === 0 ? 'Nothing found' : `${formatCount(count, 'result')}, at most five of each kind`
}

function useFound(q: string) {
  const { data, isCurrent, hasFailed } = useTyped<SearchResults>(
    createFigureStore,
    q,
    (text) => text && `/api/admin/search?q=${encodeURIComponent(text)}`,
  )
  return { results: (q && data) || NOTHING, isCurrent: q === '' || isCurrent, hasFailed }
}
