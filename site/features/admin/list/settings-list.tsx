import type { FetcherStore } from '@nanostores/query'
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { LoadFailed } from '../../../ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '../../../ui/primitives/skeleton.tsx'

interface SettingsListProps<Item> {
  title: string
  text: ReactNode
  /** The name of the list, for screen readers. */
  label: string
  store: FetcherStore<Item[]>
  failure: string
  add: ReactNode
  empty: ReactNode
  renderItem: (item: Item) => ReactNode
  children: ReactNode
}

/** A short list of settings, all of it on one page: webhooks, recipients, websites. */
export function SettingsList<Item extends { id: number }>({
  title,
  text,
  label,
  store,
  failure,
  add,
  empty,
  renderItem,
  children,
}: SettingsListProps<Item>) {
  const { data, error, loading } = useStore(store)
  useEffect(() => store.revalidate(), [store])
  return (
    <section className="overflow-clip rounded-lg border border-line bg-ground-raised shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
        <div className="min-w-0">
          <h2 className="text-base font-semibold tracking-tight text-ink">{title}</h2>
          <p className="mt-0.5 text-sm text-ink-quiet">{text}</p>
        </div>
        {add}
      </div>
      <div className="border-t border-line">
        {!data && error && !loading && <LoadFailed title={failure} onRetry={() => store.invalidate()} />}
        {!data && (!error || loading) && (
          <Loading className="px-5 py-6">
            <Skeleton className="h-4 w-64" />
          </Loading>
        )}
        {data?.length === 0 && empty}
        <ul aria-label={label} className="divide-y divide-line">
          {data?.map((item) => (
            <li
              key={item.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
            >
              {renderItem(item)}
            </li>
          ))}
        </ul>
      </div>
      {children}
    </section>
  )
}
