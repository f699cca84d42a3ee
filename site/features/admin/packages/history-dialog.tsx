import { History, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AdminPackage, PackageVersion } from '../../../../api/contract/packages.ts'
import { readConflict, readIssues } from '../../../client/refusals.ts'
import { formatMoment } from '../../../format/date.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog, DialogDone } from '../../../ui/dialog/dialog.tsx'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { LoadFailed } from '../../../ui/primitives/load-failed.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { ChangeList } from '../audit/change-list.tsx'

interface HistoryDialogProps {
  item: AdminPackage
  onClose: () => void
  /** Absent where versions can only be read, not restored. */
  onRestored?: () => void
}

/** The versions of a package: what each save has changed, with a button to restore the version. */
export function HistoryDialog({ item, onClose, onRestored }: HistoryDialogProps) {
  const path = `/api/admin/packages/${item.id}`
  const [versions, setVersions] = useState<PackageVersion[] | undefined>()
  const [hasFailed, setHasFailed] = useState(false)
  const [dialog, { open, close }] = useDialog()
  const oldest = versions?.at(-1)

  async function load(before?: number): Promise<void> {
    setHasFailed(false)
    try {
      const query = before === undefined ? '' : `?before=${before}`
      const page = await callAdminApi<PackageVersion[]>(`${path}/versions${query}`)
      setVersions((shown) => (before === undefined ? page : [...(shown ?? []), ...page]))
    } catch {
      setHasFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => void load(), [])

  return (
    <Dialog
      title="History"
      description={item.name}
      onClose={onClose}
      footer={<DialogDone onClose={onClose} />}
    >
      {versions === undefined && !hasFailed && <Skeleton className="h-40 w-full" />}
      {versions?.length === 0 && (
        <EmptyState icon={History} title="Nothing has been saved yet">
          From its next save on, this package’s versions are kept here, with who saved them and what they
          changed.
        </EmptyState>
      )}
      <ol className="divide-y divide-line">
        {versions?.map((one) => (
          <Version
            key={one.version}
            of={one}
            isToday={one === versions[0]}
            {...(onRestored && {
              onRestore: () =>
                open(
                  <RestoreDialog
                    path={path}
                    version={one}
                    expectedVersion={versions[0]?.version ?? item.version}
                    onClose={close}
                    onRestored={onRestored}
                  />,
                ),
            })}
          />
        ))}
      </ol>
      {hasFailed && (
        <LoadFailed title="The history did not load" onRetry={() => void load(oldest?.version)} />
      )}
      {oldest && oldest.version > 1 && !hasFailed && (
        <Button variant="secondary" className="mt-4 w-full" onClick={() => void load(oldest.version)}>
          Show earlier versions
        </Button>
      )}
      {dialog}
    </Dialog>
  )
}

interface VersionProps {
  of: PackageVersion
  isToday: boolean
  onRestore?: () => void
}

function Version({ of, isToday, onRestore }: VersionProps) {
  const { version, savedAt, savedBy, restoredFrom, changes, restoring } = of
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-ink">
          Version {version}
          {isToday && <Badge tone="positive">Today</Badge>}
        </p>
        <p className="mb-2 mt-0.5 text-sm text-ink-quiet">
          {savedBy ? `${savedBy.firstName} ${savedBy.lastName}` : 'Before the history began'},{' '}
          {formatMoment(savedAt)}
          {restoredFrom !== null && ` · brings back version ${restoredFrom}`}
        </p>
        {changes.length > 0 ? (
          <ChangeList changes={changes} />
        ) : (
          <p className="text-sm text-ink-quiet">The first version.</p>
        )}
      </div>
      {onRestore && restoring.length > 0 && (
        <Button icon={RotateCcw} variant="secondary" onClick={onRestore} className="max-sm:w-full">
          Restore<span className="sr-only"> version {version}</span>
        </Button>
      )}
    </li>
  )
}

interface RestoreDialogProps {
  path: string
  version: PackageVersion
  expectedVersion: number
  onClose: () => void
  onRestored: () => void
}

function RestoreDialog({ path, expectedVersion, onClose, onRestored, ...props }: RestoreDialogProps) {
  const { version, restoring } = props.version
  const [refusal, setRefusal] = useState<string | undefined>()

  return (
    <ConfirmDialog
      title={`Restore version ${version}?`}
      confirm="Restore this version"
      variant="primary"
      onCancel={onClose}
      onConfirm={async () => {
        const body = { version, expectedVersion }
        const saved = await callAdminApi<AdminPackage>(`${path}/restore`, { method: 'POST', body })
        showToast('Package Updated', `${saved.name} is as it was in version ${version}.`)
        onRestored()
      }}
      explain={(error) => {
        setRefusal(readConflict(error) ?? readIssues(error)[0]?.message)
        showError('Update Failed', 'Failed to update package')
      }}
    >
      <p className="mb-3">
        It becomes the newest version, and no other is lost. Whether the package is in the shop stays as it
        is.
      </p>
      <ChangeList changes={restoring} />
      {refusal && (
        <p role="alert" className="mt-4 font-medium text-negative">
          {refusal}
        </p>
      )}
    </ConfirmDialog>
  )
}

interface ChangedNoticeProps {
  item: AdminPackage
  message: string
  /** @param version the present version of the package, which the next save will replace */
  onKeep: (version: number) => void
}

/** Says that somebody else has saved the package since this edit began. What is typed stays in the form. */
export function ChangedNotice({ item, message, onKeep }: ChangedNoticeProps) {
  const [isShown, setIsShown] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  // Scrolls to the notice: the button that was pressed may be far below it.
  useEffect(() => notice.current?.focus(), [])

  async function keep(): Promise<void> {
    try {
      const [newest] = await callAdminApi<PackageVersion[]>(`/api/admin/packages/${item.id}/versions`)
      if (newest) onKeep(newest.version)
    } catch {
      showError('Update Failed', 'Failed to update package')
    }
  }

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="mb-6 rounded border border-line bg-caution-soft p-4 text-sm text-ink focus:outline-none"
    >
      <p className="font-medium">{message}</p>
      <p className="mt-1">What you typed is still here and not saved.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setIsShown(true)}>
          See what changed
        </Button>
        <Button variant="secondary" onClick={() => void keep()}>
          Keep mine
        </Button>
      </div>
      {isShown && <HistoryDialog item={item} onClose={() => setIsShown(false)} />}
    </div>
  )
}
