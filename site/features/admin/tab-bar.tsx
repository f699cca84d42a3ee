import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { setQuery } from '../../stores/address.ts'
import { countWaiting, useOperations } from './jobs/use-operations.ts'
import { WaitingBadge } from './jobs/waiting-badge.tsx'
import { TAB_IDS, TABS, type TabId } from './tabs.ts'

export const tabElementId = (id: TabId) => `tab-${id}`
export const PANEL_ID = 'tab-panel'

/** Links, so that a tab can be opened beside this one and copied; one of them is in the order of the Tab key. */
export function TabBar({ selected }: { selected: TabId }) {
  const bar = useRef<HTMLDivElement>(null)
  const operations = useOperations()

  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`#${tabElementId(selected)}`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])

  function move(event: KeyboardEvent): void {
    const at = TAB_IDS.indexOf(selected)
    const wanted = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TAB_IDS.length - 1 }[event.key]
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const id = TAB_IDS.at(wanted % TAB_IDS.length) ?? 'overview'
    openTab(id, { replace: true })
    bar.current?.querySelector<HTMLElement>(`#${tabElementId(id)}`)?.focus()
  }

  return (
    <div className="relative">
      <div
        ref={bar}
        role="tablist"
        aria-label="Administration"
        className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
      >
        {TAB_IDS.map((id) => (
          <a
            key={id}
            id={tabElementId(id)}
            role="tab"
            href={`?${toParameters(id)}`}
            aria-selected={id === selected}
            aria-controls={id === selected ? PANEL_ID : undefined}
            tabIndex={id === selected ? 0 : -1}
            onKeyDown={(event) => {
              if (event.key === ' ') event.currentTarget.click()
              if (event.key === ' ') event.preventDefault()
              move(event)
            }}
            onClick={(event) => {
              if (isPlain(event)) {
                event.preventDefault()
                openTab(id)
              }
            }}
            className="relative flex min-h-[48px] shrink-0 items-center gap-1.5 rounded-t px-3 text-sm font-medium text-ink-quiet transition-colors after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:rounded-full hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent aria-selected:text-accent-strong aria-selected:after:bg-accent-strong sm:px-4 sm:after:inset-x-4"
          >
            {TABS[id].label}
            {id === 'staff' && <WaitingBadge count={countWaiting(operations)} />}
          </a>
        ))}
      </div>
    </div>
  )
}

const toParameters = (id: TabId) => new URLSearchParams({ tab: id })

/** Search, filters and page belong to one tab and are dropped with it. */
function openTab(id: TabId, options?: { replace: boolean }): void {
  setQuery(toParameters(id), options)
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
