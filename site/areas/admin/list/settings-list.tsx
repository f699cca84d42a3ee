/** A short list of settings on one page, such as webhooks, recipients or websites; and the dialogs of such lists. */
import type { FetcherStore } from '@nanostores/query'
import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { readConflict } from '#site/kit/client/refusals.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { OnceDialog } from '#site/kit/ui/dialog/once-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { CopyButton } from '#site/kit/ui/primitives/copy-button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { StateBadge, type StateLook } from '#site/kit/ui/primitives/status-badge.tsx'
import type { Dialogs } from '#site/kit/ui/use-dialog.ts'

interface SettingsListProps<Item> {
  title: string
  text: ReactNode
  /** The list's name for screen readers. */
  label: string
  store: FetcherStore<Item[]>
  failure: string
  addLabel: string
  onAdd: () => void
  empty: Omit<ComponentProps<typeof EmptyState>, 'action'>
  renderItem: (item: Item) => ReactNode
  children: ReactNode
}

export function SettingsList<Item extends { id: number }>(props: SettingsListProps<Item>) {
  const { title, text, label, store, failure, empty, renderItem, children } = props
  const { data, error, loading } = useStore(store)
  useEffect(() => store.revalidate(), [store])
  const add = (
    <Button icon={Plus} onClick={props.onAdd}>
      {props.addLabel}
    </Button>
  )
  return (
    <section className="overflow-clip rounded-lg border border-line bg-ground-raised shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
        <div className="min-w-0">
          <h2 className="text-base font-semibold tracking-tight text-ink">{title}</h2>
          <p className="mt-0.5 text-sm text-ink-quiet">{text}</p>
        </div>
        {data?.length !== 0 && add}
      </div>
      <div className="border-t border-line">
        {!data && error && !loading && (
          <LoadFailed title={failure} error={error} onRetry={() => store.invalidate()} />
        )}
        {!data && (!error || loading) && (
          <Loading className="px-5 py-6">
            <Skeleton className="h-4 w-64" />
          </Loading>
        )}
        {data?.length === 0 && <EmptyState {...empty} action={add} />}
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

interface SettingProps {
  name: ReactNode
  look: StateLook
  actions: ReactNode
  children: ReactNode
}

export function Setting({ name, look, actions, children }: SettingProps) {
  return (
    <>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ink">
          <span className="[overflow-wrap:anywhere]">{name}</span>
          <StateBadge look={look} />
        </p>
        {children}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:w-full">{actions}</div>}
    </>
  )
}

type Told = [title: string, text: string]

interface RemoveDialogProps
  extends Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirm' | 'children'> {
  tools: Dialogs
  /** The path of the thing to remove. */
  path: string
  done: Told
  failed: Told
}

export function RemoveDialog({ tools, path, done, failed, ...asked }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      {...asked}
      onCancel={tools.close}
      onConfirm={async () => {
        await callAdminApi(path, { method: 'DELETE' })
        showToast(...done)
        tools.finish()
      }}
      explain={(error) => {
        showError(failed[0], readConflict(error) ?? failed[1])
        tools.finish()
      }}
    />
  )
}

interface DevelopersLinkProps {
  part: 'webhooks' | 'widget' | 'keys'
  children: ReactNode
}

/** Links integrators to a section of the API reference. */
export function DevelopersLink({ part, children }: DevelopersLinkProps) {
  return (
    <a href={`/developers#${part}`} target="_blank" rel="noreferrer" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

interface SecretDialogProps {
  title?: string
  description: string
  secret: string
  note?: string | undefined
  /** The button's label, if the text can be shown again later. */
  done?: string
  onClose: () => void
}

/** Shows something to copy: a program's secret, which is shown only this once, or a link meant for one person. */
export function SecretDialog(props: SecretDialogProps) {
  const { title = 'Save the secret', description, secret, note, done, onClose } = props
  return (
    <OnceDialog
      title={title}
      description={description}
      {...(done && { done, isOnce: false })}
      onClose={onClose}
    >
      <p
        translate="no"
        className="rounded-lg border border-line bg-ground-quiet px-5 py-4 font-mono text-sm text-ink [overflow-wrap:anywhere]"
      >
        {secret}
      </p>
      <div className="mt-4">
        <CopyButton text={secret}>Copy</CopyButton>
      </div>
      {note && <p className="mt-4 text-sm text-ink-quiet">{note}</p>}
    </OnceDialog>
  )
}
