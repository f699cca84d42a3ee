import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isAlarm, ORDER_ATTENTION, ORDER_ATTENTIONS, type OrderAttention } from '#api/rules/orders.ts'
import { PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { useAttention } from '#site/areas/admin/list/use-figure.ts'
import { formatTotal } from '#site/kit/format/count.ts'
import { $query } from '#site/kit/stores/address.ts'
import { $session } from '#site/kit/stores/session.ts'
import { readStored, store } from '#site/kit/stores/stored.ts'
import { bindText, DraftDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'

interface SavedView {
  name: string
  /** The part of the URL's query with the search, the filters and the sorting. */
  query: string
}

const LONGEST_NAME = 40
const PARAMETERS = ['q', 'status', 'paymentStatus', 'packageId', 'attention', 'from', 'to', 'sort']

/** @returns only the list's parameters, always in the same order, so that two views can be compared */
function readView(query: string): string {
  const all = new URLSearchParams(query)
  const view = new URLSearchParams()
  for (const name of PARAMETERS) {
    const value = all.get(name)
    if (value) view.set(name, value)
  }
  return view.toString()
}

/** Named filters of the orders: first what waits for an admin, if anything does, then the ones that this admin saved in the browser. */
export function OrderViews({ canSave }: { canSave: boolean }) {
  const current = readView(useStore($query))
  const { data } = useAttention()
  const [saved, setSaved] = useSavedViews()
  const [isNaming, setIsNaming] = useState(false)
  const totalOf = (kind: OrderAttention) =>
    data?.orders.find(({ attention }) => attention === kind)?.total ?? 0
  // The attention card alone leads to the rare kinds.
  const shown = ORDER_ATTENTIONS.filter(
    (kind) => (totalOf(kind) > 0 && !isAlarm(kind)) || writeAttention(kind) === current,
  )
  const isKnown = saved.some(({ query }) => query === current) || findAttention(current) !== undefined

  return (
    // One line, since the chips come after the list and a second line would move it. It fades at the end, where more may follow.
    <div className="-mx-4 flex items-center gap-1.5 overflow-x-auto px-4 [mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)] [scrollbar-width:none] sm:mx-0 sm:pl-0 sm:pr-8">
      <nav aria-label="Saved filters" className="contents">
        <ViewLink query="" current={current}>
          All
        </ViewLink>
        {shown.map((attention) => (
          <ViewLink key={attention} query={writeAttention(attention)} current={current}>
            {ORDER_ATTENTION[attention].label}
            {data && <span className="tabular-nums">{formatTotal(totalOf(attention))}</span>}
          </ViewLink>
        ))}
        {saved.map(({ name, query }) => (
          <span key={name} className="inline-flex shrink-0 items-center">
            <ViewLink query={query} current={current}>
              {name}
            </ViewLink>
            <button
              type="button"
              aria-label={`Remove filter ${name}`}
              className="grid min-h-target min-w-[28px] place-items-center rounded text-ink-quiet transition-colors hover:text-ink [@media(pointer:fine)]:min-h-7"
              onClick={() => setSaved(saved.filter((one) => one.name !== name))}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </span>
        ))}
      </nav>
      {canSave && !isKnown && (
        <Button
          variant="ghost"
          className="shrink-0 px-2.5 [@media(pointer:fine)]:min-h-7"
          onClick={() => setIsNaming(true)}
        >
          Save filter
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setIsNaming(false)}
          onNamed={(name) => {
            setIsNaming(false)
            setSaved([...saved.filter((one) => one.name !== name), { name, query: current }])
          }}
        />
      )}
    </div>
  )
}

function ViewLink({ query, current, children }: { query: string; current: string; children: ReactNode }) {
  return (
    <PlaceLink
      to={new URLSearchParams(`tab=orders&${query}`)}
      aria-current={query === current ? 'true' : undefined}
      className="inline-flex min-h-target shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-line px-3 text-[13px] font-medium text-ink-quiet transition-colors hover:border-line-strong hover:text-ink aria-[current]:border-accent-strong aria-[current]:bg-accent-soft aria-[current]:text-accent-strong [@media(pointer:fine)]:min-h-7"
    >
      {children}
    </PlaceLink>
  )
}

function NameDialog({ onClose, onNamed }: { onClose: () => void; onNamed: (name: string) => void }) {
  return (
    <DraftDialog
      initial={{ name: '' }}
      title="Save filter"
      description="Saves the current search, filters and sort order in this browser."
      submitLabel="Save filter"
      onClose={onClose}
      check={({ name }) => (name.trim() ? {} : { name: 'Please enter a name' })}
      save={async ({ name }) => onNamed(name.trim())}
      explain={() => ({})}
    >
      {(editing) => <TextField {...bindText(editing, 'name')} label="Name" maxLength={LONGEST_NAME} />}
    </DraftDialog>
  )
}

/** The signed-in admin's saved filters. Admins who share a browser each have their own. */
function useSavedViews(): [SavedView[], (views: SavedView[]) => void] {
  const key = `order-filters-${useStore($session).user?.id}`
  const [views, setViews] = useState(() => readStored<SavedView[]>(key, 'browser') ?? [])
  return [
    views,
    (next) => {
      setViews(next)
      store(key, next.length > 0 ? next : undefined, 'browser')
    },
  ]
}

/** @returns the query of a view with one kind of waiting order, the longest waiting first */
function writeAttention(attention: (typeof ORDER_ATTENTIONS)[number]): string {
  return readView(String(new URLSearchParams({ attention, sort: ORDER_ATTENTION[attention].sort })))
}

const findAttention = (query: string) =>
  ORDER_ATTENTIONS.find((attention) => writeAttention(attention) === query)
