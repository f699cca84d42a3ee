import type { FetcherStore } from '@nanostores/query'
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { CopyButton } from '../../../security/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
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

/** Leads integrators to a part of the API's reference. */
export function DevelopersLink({
  part,
  children,
}: {
  part: 'webhooks' | 'widget' | 'keys'
  children: ReactNode
}) {
  return (
    <a href={`/developers#${part}`} target="_blank" rel="noreferrer" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** Shows what is to be copied: the secret of a program, for the only time, or a link that is for one person. */
export function SecretDialog({
  title = 'Save the secret',
  description,
  secret,
  note,
  done = 'I have saved it',
  onClose,
}: {
  title?: string
  description: string
  secret: string
  note?: string | undefined
  done?: string
  onClose: () => void
}) {
  return (
    <Dialog
      size="md"
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <Button className="max-sm:flex-1" onClick={onClose}>
            {done}
          </Button>
        </div>
      }
    >
      <p className="rounded-lg border border-line bg-ground-quiet px-5 py-4 font-mono text-sm text-ink [overflow-wrap:anywhere]">
        {secret}
      </p>
      <div className="mt-4">
        <CopyButton text={secret}>Copy</CopyButton>
      </div>
      {note && <p className="mt-4 text-sm text-ink-quiet">{note}</p>}
    </Dialog>
  )
}
