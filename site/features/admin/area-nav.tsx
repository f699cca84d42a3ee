/** The area's navigation: its tabs and, apart from them, the views of the shop's work. A rail beside the page where there is room. */
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import { countWaiting, useOperations } from './jobs/use-operations.ts'
import { WaitingBadge } from './jobs/waiting-badge.tsx'
import { addressOf, isTab, openPlace, PLACES, type PlaceId, TAB_IDS, type TabId, VIEW_IDS } from './places.ts'

export const tabElementId = (id: TabId) => `tab-${id}`
export const PANEL_ID = 'tab-panel'

const OPERATIONS_ID = 'operations'
/** Tailwind's `xl`: from here on the navigation is a rail. */
const RAIL_FROM = '(min-width: 1280px)'

const FOCUS =
  'focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'
const ROW = `flex min-h-9 items-center gap-2.5 rounded px-2.5 text-sm font-medium text-ink-quiet transition-colors hover:bg-ink/5 hover:text-ink pointer-coarse:min-h-target ${FOCUS}`
const CURRENT =
  'bg-accent-soft text-accent-strong hover:bg-accent-soft hover:text-accent-strong forced-colors:outline forced-colors:outline-1'

export function AreaNav({ place }: { place: PlaceId }) {
  return (
    <div className="flex items-stretch border-b border-line bg-ground xl:sticky xl:top-14 xl:h-[calc(100dvh-3.5rem)] xl:flex-col xl:overflow-y-auto xl:border-b-0 xl:border-r xl:px-2 xl:py-4">
      <TabBar place={place} />
      <OperationsMenu place={place} />
    </div>
  )
}

/** Links, so that a tab can be opened beside this one and copied; one of them is in the order of the Tab key. */
function TabBar({ place }: { place: PlaceId }) {
  const bar = useRef<HTMLDivElement>(null)
  const isRail = useMedia(RAIL_FROM)
  const selected = isTab(place) ? place : undefined

  useEffect(() => {
    const tab = selected && bar.current?.querySelector<HTMLElement>(`#${tabElementId(selected)}`)
    if (tab) tab.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [selected])

  function move(event: KeyboardEvent, from: TabId): void {
    const at = TAB_IDS.indexOf(from)
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: TAB_IDS.length - 1,
      ...(isRail && { ArrowDown: at + 1, ArrowUp: at - 1 }),
    }
    const wanted = steps[event.key]
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const id = TAB_IDS.at(wanted % TAB_IDS.length) ?? 'overview'
    openPlace(id, { replace: true })
    bar.current?.querySelector<HTMLElement>(`#${tabElementId(id)}`)?.focus()
  }

  return (
    <div
      ref={bar}
      role="tablist"
      aria-label="Administration"
      aria-orientation={isRail ? 'vertical' : 'horizontal'}
      className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-2 [scrollbar-width:none] sm:px-4 xl:flex-none xl:flex-col xl:gap-0.5 xl:overflow-visible xl:px-0"
    >
      {TAB_IDS.map((id) => {
        const { label, Icon } = PLACES[id]
        return (
          <a
            key={id}
            id={tabElementId(id)}
            role="tab"
            href={`?${addressOf(id)}`}
            aria-selected={id === selected}
            aria-controls={id === selected ? PANEL_ID : undefined}
            tabIndex={id === (selected ?? TAB_IDS[0]) ? 0 : -1}
            onKeyDown={(event) => {
              if (event.key === ' ') event.currentTarget.click()
              if (event.key === ' ') event.preventDefault()
              move(event, id)
            }}
            onClick={(event) => go(event, id)}
            className={`${id === selected ? 'text-accent-strong after:bg-accent-strong' : 'text-ink-quiet hover:text-ink'} relative flex min-h-target shrink-0 items-center gap-2.5 px-2.5 text-sm font-medium transition-colors after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-full max-xl:rounded-t xl:min-h-9 xl:rounded xl:after:hidden xl:pointer-coarse:min-h-target ${id === selected ? 'forced-colors:outline forced-colors:outline-1 xl:bg-accent-soft' : 'xl:hover:bg-ink/5'} ${FOCUS}`}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 max-xl:hidden" />
            {label}
          </a>
        )
      })}
    </div>
  )
}

/** In the rail, or opened by a button: from below on a phone. */
function OperationsMenu({ place }: { place: PlaceId }) {
  const menu = useRef<HTMLElement>(null)
  const operations = useOperations()
  const close = () => menu.current?.hidePopover()

  return (
    <>
      <button
        type="button"
        popoverTarget={OPERATIONS_ID}
        className={`flex min-h-target shrink-0 items-center gap-1.5 border-l border-line px-3 text-sm font-medium transition-colors hover:text-ink sm:px-4 xl:hidden ${isTab(place) ? 'text-ink-quiet' : 'text-accent-strong'} ${FOCUS}`}
      >
        Operations
        <WaitingBadge count={countWaiting(operations)} />
        <ChevronDown aria-hidden="true" className="size-4 max-sm:hidden" />
      </button>
      <nav
        ref={menu}
        id={OPERATIONS_ID}
        popover="auto"
        aria-label="Operations"
        className="inset-x-0 bottom-0 top-auto m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto rounded-t-lg border border-line bg-ground-raised p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-raised backdrop:bg-ink/50 sm:absolute sm:inset-auto sm:right-4 sm:top-[6.5rem] sm:w-72 sm:rounded-lg sm:pb-3 sm:backdrop:bg-transparent xl:static xl:mt-5 xl:block xl:max-h-none xl:w-auto xl:overflow-visible xl:rounded-none xl:border-0 xl:border-t xl:bg-transparent xl:p-0 xl:pt-5 xl:shadow-none"
      >
        <div className="flex items-center justify-between xl:pb-1">
          <h2 className="px-2.5 text-xs font-semibold uppercase tracking-wide text-ink-quiet">Operations</h2>
          <button
            type="button"
            aria-label="Close operations"
            onClick={close}
            className={`grid size-11 place-items-center rounded text-ink-quiet hover:bg-ink/5 hover:text-ink sm:hidden ${FOCUS}`}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <ul className="flex flex-col gap-0.5 sm:max-xl:pt-1">
          {VIEW_IDS.map((id) => {
            const { label, Icon, waiting } = PLACES[id]
            return (
              <li key={id}>
                <a
                  href={`?${addressOf(id)}`}
                  aria-current={id === place ? 'page' : undefined}
                  onClick={(event) => {
                    close()
                    go(event, id)
                  }}
                  className={`${ROW} max-xl:min-h-target xl:gap-2 xl:text-[13px] ${id === place ? CURRENT : ''}`}
                >
                  <Icon aria-hidden="true" className="size-4 shrink-0" />
                  <span className="min-w-0 flex-1">{label}</span>
                  {waiting && <WaitingBadge count={operations?.[waiting]} />}
                </a>
              </li>
            )
          })}
        </ul>
      </nav>
    </>
  )
}

/** A plain click stays on the page; any other opens the link as links do. */
function go(event: MouseEvent, id: PlaceId): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openPlace(id)
}
