/** The area's navigation: the tabs and a menu of the other places. On a wide screen it is a rail beside the page. */
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useMedia } from '#site/kit/ui/primitives/use-media.ts'
import { UnreadBadge } from '#site/order/conversation/unread.tsx'
import { PlaceLink } from './list/place-link.tsx'
import { useOperations } from './list/use-figure.ts'
import {
  countWaiting,
  findPlace,
  hasFailures,
  isTab,
  openPlace,
  PLACE_GROUPS,
  PLACES,
  type PlaceId,
  type SectionId,
  TAB_IDS,
  TABS,
  type TabId,
  VIEW_IDS,
  type ViewId,
  writePlace,
} from './places.ts'

export const tabElementId = (id: TabId) => `tab-${id}`
export const PANEL_ID = 'tab-panel'

const MENU_ID = 'more-places'
/** Tailwind's `xl`: from this width on the navigation is a rail. */
const RAIL_FROM = '(min-width: 1280px)'

const FOCUS =
  'focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'
const ROW = `flex min-h-9 items-center gap-2.5 rounded px-2.5 text-sm font-medium transition-colors pointer-coarse:min-h-target ${FOCUS}`
const CURRENT = 'bg-accent-soft text-accent-strong forced-colors:outline forced-colors:outline-1'

export function AreaNav({ section }: { section: SectionId }) {
  return (
    <div className="no-print flex items-stretch border-b border-line bg-ground xl:sticky xl:top-14 xl:h-[calc(100dvh-3.5rem)] xl:flex-col xl:overflow-y-auto xl:border-b-0 xl:border-r xl:px-2 xl:py-4">
      <TabBar section={section} />
      <PlacesMenu section={section} />
    </div>
  )
}

/** The tabs are links, so that they can be copied or opened in a new browser tab. The Tab key stops at only one of them. */
function TabBar({ section }: { section: SectionId }) {
  const bar = useRef<HTMLDivElement>(null)
  const isRail = useMedia(RAIL_FROM)
  const selected = isTab(section) ? section : undefined

  useEffect(() => {
    const tab = selected && bar.current?.querySelector<HTMLElement>(`#${tabElementId(selected)}`)
    if (!tab || !bar.current) return
    // Scroll again when the count beside the bar loads and narrows the bar.
    const resizes = new ResizeObserver(() => tab.scrollIntoView({ block: 'nearest', inline: 'center' }))
    resizes.observe(bar.current)
    return () => resizes.disconnect()
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
      className="flex min-w-0 flex-1 gap-1 overflow-x-auto pl-2 pr-6 [scrollbar-width:none] max-xl:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] sm:pl-4 xl:flex-none xl:flex-col xl:gap-0.5 xl:overflow-visible xl:px-0"
    >
      {TAB_IDS.map((id) => {
        const { label, Icon } = TABS[id]
        return (
          <PlaceLink
            key={id}
            id={tabElementId(id)}
            role="tab"
            to={writePlace(id)}
            aria-selected={id === selected}
            aria-controls={id === selected ? PANEL_ID : undefined}
            tabIndex={id === (selected ?? TAB_IDS[0]) ? 0 : -1}
            onKeyDown={(event) => {
              if (event.key === ' ') {
                event.preventDefault()
                event.currentTarget.click()
              }
              move(event, id)
            }}
            className={`${id === selected ? 'text-accent-strong after:bg-accent-strong' : 'text-ink-quiet hover:text-ink'} relative flex min-h-target shrink-0 items-center gap-2.5 px-2.5 text-sm font-medium transition-colors after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-full max-xl:rounded-t xl:min-h-9 xl:gap-2 xl:rounded xl:text-[13px] xl:after:hidden xl:pointer-coarse:min-h-target ${id === selected ? 'forced-colors:outline forced-colors:outline-1 xl:bg-accent-soft' : 'xl:hover:bg-ink/5'} ${FOCUS}`}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 max-xl:hidden" />
            {label}
            {id === 'orders' && <UnreadBadge className="xl:ml-auto" />}
          </PlaceLink>
        )
      })}
    </div>
  )
}

/** A part of the rail. On smaller screens a button opens it as a menu, on a phone from the bottom. */
function PlacesMenu({ section }: { section: SectionId }) {
  const menu = useRef<HTMLElement>(null)
  const close = () => menu.current?.hidePopover?.()
  const isRail = useMedia(RAIL_FROM)
  const place = findPlace(section)
  // Close an open menu: as a popover it would not take its place in the rail.
  useEffect(() => {
    if (isRail) menu.current?.hidePopover?.()
  }, [isRail])

  return (
    <>
      <button
        type="button"
        popoverTarget={MENU_ID}
        className={`flex min-h-target min-w-0 shrink-0 items-center gap-1.5 border-l border-line px-3 text-sm font-medium transition-colors hover:text-ink sm:px-4 xl:hidden ${place ? 'text-accent-strong' : 'text-ink-quiet'} ${FOCUS}`}
      >
        <span className={place && 'sr-only'}>More{place && ': '}</span>
        {place && <span className="max-w-28 truncate sm:max-w-none">{place.label}</span>}
        <WaitingBadge sections={place?.sections ?? VIEW_IDS} />
        <ChevronDown aria-hidden="true" className="size-4" />
      </button>
      <nav
        ref={menu}
        id={MENU_ID}
        popover="auto"
        aria-label="More places"
        className="inset-x-0 bottom-0 top-auto m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto rounded-t-lg border border-line bg-ground-raised p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-raised backdrop:bg-backdrop sm:absolute sm:inset-auto sm:right-4 sm:top-[6.5rem] sm:w-72 sm:rounded-lg sm:pb-3 sm:backdrop:bg-transparent xl:static xl:mt-4 xl:block xl:max-h-none xl:w-auto xl:overflow-visible xl:rounded-none xl:border-0 xl:border-t xl:bg-transparent xl:p-0 xl:pt-1 xl:shadow-none"
      >
        <button
          type="button"
          aria-label="Close the menu"
          onClick={close}
          className={`absolute right-3 top-2 grid size-11 place-items-center rounded text-ink-quiet hover:bg-ink/5 hover:text-ink sm:hidden ${FOCUS}`}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
        {PLACE_GROUPS.map(([label, places]) => (
          <PlaceGroup key={label} label={label}>
            {places.map((id) => (
              <PlaceItem key={id} id={id} isOpen={place === PLACES[id]} onGo={close} />
            ))}
          </PlaceGroup>
        ))}
      </nav>
    </>
  )
}

function PlaceGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <h2
        id={id}
        className="px-2.5 pb-1 pt-3 text-xs font-semibold uppercase tracking-wide text-ink-quiet max-xl:first-of-type:pt-1"
      >
        {label}
      </h2>
      <ul aria-labelledby={id} className="flex flex-col gap-0.5">
        {children}
      </ul>
    </>
  )
}

function PlaceItem({ id, isOpen, onGo }: { id: PlaceId; isOpen: boolean; onGo: () => void }) {
  const { label, Icon, sections } = PLACES[id]
  return (
    <li>
      <PlaceLink
        to={writePlace(id)}
        aria-current={isOpen ? 'page' : undefined}
        onGo={() => {
          onGo()
          openPlace(id)
        }}
        className={`${ROW} max-xl:min-h-target xl:gap-2 xl:text-[13px] ${isOpen ? CURRENT : 'text-ink-quiet hover:bg-ink/5 hover:text-ink'}`}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 xl:whitespace-nowrap">{label}</span>
        <WaitingBadge sections={sections} />
      </PlaceLink>
    </li>
  )
}

const LARGEST_COUNT = 99

/** The number of things in the sections that need an admin, in red if something has failed. Renders nothing for 0. */
export function WaitingBadge({ sections }: { sections: readonly ViewId[] }) {
  const operations = useOperations()
  const count = countWaiting(operations, sections)
  if (count === 0) return null
  const look = hasFailures(operations, sections) ? 'bg-danger text-on-primary' : 'bg-ink/10 text-ink'
  return (
    <span
      className={`inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-semibold tabular-nums ${look}`}
    >
      <span>
        {count > LARGEST_COUNT ? `${LARGEST_COUNT}+` : count}
        <span className="sr-only"> waiting</span>
      </span>
    </span>
  )
}
