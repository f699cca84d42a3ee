import { ArrowLeft, Download } from 'lucide-react'
import { useEffect } from 'react'
import type { ImportDetail } from '../../../../api/contract/imports.ts'
import { formatNumber } from '../../../format/count.ts'
import { formatMoment } from '../../../format/date.ts'
import { changeQuery } from '../../../stores/address.ts'
import { callAdminApi } from '../../../stores/admin.ts'
import { refetch } from '../../../stores/query.ts'
import { explainBy, useAction } from '../../../stores/use-action.ts'
import { Button, buttonClass } from '../../../ui/primitives/button.tsx'
import { Card } from '../../../ui/primitives/card.tsx'
import { DownloadLink } from '../../../ui/primitives/download-link.tsx'
import { LoadFailed } from '../../../ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { useFigure, useSlow } from '../list/use-figure.ts'
import { countThings, KIND_LABELS, STATES } from './import-labels.ts'
import { FaultList, PeopleList } from './import-lists.tsx'
import { Refusal } from './refusal.tsx'

const ASK_AGAIN_AFTER_MS = 700

export function ImportPage({ id }: { id: number }) {
  const { data: found, hasFailed, store } = useFigure<ImportDetail>(`/api/admin/imports/${id}`)
  const isRunning = found?.state === 'checking' || found?.state === 'applying'
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => store.revalidate(), ASK_AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [isRunning, store])

  return (
    <div className="flex flex-col gap-4">
      <Button
        icon={ArrowLeft}
        variant="ghost"
        className="-ml-2 self-start !px-2"
        onClick={() => changeQuery({ file: undefined, 'people-q': undefined, 'people-page': undefined })}
      >
        All imports
      </Button>
      {found ? (
        <>
          <Summary found={found} onChanged={() => void refetch(store)} />
          {found.state === 'applied' && found.kind === 'customers' && found.newRows > 0 && (
            <PeopleList found={found} onSent={() => void refetch(store)} />
          )}
          {found.faults.length > 0 && (
            <Card
              isDense
              title="What is wrong"
              description={`${formatNumber(found.faultyRows)} ${found.faultyRows === 1 ? 'row' : 'rows'} with errors. The headings are row 1.`}
              actions={
                <DownloadLink
                  href={`/api/admin/imports/${id}/faults.csv`}
                  className={buttonClass({ variant: 'secondary' })}
                >
                  <Download aria-hidden="true" className="size-4" />
                  Download All Errors
                </DownloadLink>
              }
            >
              <FaultList faults={found.faults} />
            </Card>
          )}
        </>
      ) : (
        <Card isDense title="Import">
          {hasFailed ? (
            <LoadFailed title="This import did not load" onRetry={() => store.invalidate()}>
              A check that nobody imports is there for a day.
            </LoadFailed>
          ) : (
            <Loading className="p-5 sm:px-6">
              <Skeleton className="h-16" />
            </Loading>
          )}
        </Card>
      )}
    </div>
  )
}

function Summary({ found, onChanged }: { found: ImportDetail; onChanged: () => void }) {
  const { id, kind, fileName, sha256, state, refusal, newRows } = found
  const { run, isBusy } = useAction(
    () =>
      callAdminApi(`/api/admin/imports/${id}/apply`, { method: 'POST', body: { sha256 } }).finally(onChanged),
    explainBy('Import Failed', 'Please try again in a moment.'),
  )

  return (
    <Card isDense title={fileName} actions={<StateBadge look={STATES[state]} />}>
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        {refusal ? (
          <Refusal>{refusal}</Refusal>
        ) : (
          <dl className="grid grid-cols-3 gap-x-4 gap-y-4 sm:max-w-xl">
            <Count label={state === 'applied' ? 'Created' : 'New'} count={newRows} />
            <Count label="Existing" count={found.existingRows} />
            <Count
              label={state === 'applied' ? 'Left out' : 'With errors'}
              count={found.faultyRows}
              isWrong
            />
          </dl>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 max-w-[68ch] text-sm text-ink-quiet [overflow-wrap:anywhere]">
            {explain(found)}
          </p>
          {state === 'checked' && newRows > 0 && (
            <Button busy={isBusy} className="max-sm:w-full" onClick={run}>
              Import {countThings(kind, newRows)}
            </Button>
          )}
        </div>
        {(state === 'checking' || state === 'applying') && <Progress found={found} />}
      </div>
    </Card>
  )
}

function Count({ label, count, isWrong = false }: { label: string; count: number; isWrong?: boolean }) {
  return (
    <div>
      <dt className="text-sm text-ink-quiet">{label}</dt>
      <dd
        className={`mt-0.5 text-xl font-semibold tabular-nums tracking-tight ${isWrong && count > 0 ? 'text-negative' : 'text-ink'}`}
      >
        {formatNumber(count)}
      </dd>
    </div>
  )
}

function explain(found: ImportDetail): string {
  const { kind, state, newRows, faultyRows, createdBy, createdAt, appliedAt } = found
  const by = createdBy ? `${createdBy.firstName} ${createdBy.lastName}` : 'the command line'
  if (state === 'checking') return 'The file is being checked. Nothing of it is written.'
  if (state === 'applying') return 'All of it is imported, or nothing. You may leave this page.'
  if (state === 'refused') return 'Nothing was written. Please mend the file and choose it again.'
  if (state === 'applied')
    return `${KIND_LABELS[kind]}, imported by ${by} on ${formatMoment(appliedAt ?? createdAt)}.`
  const leftOut =
    faultyRows > 0
      ? ' Rows with errors are left out: mend them and import the file again, what is there stays as it is.'
      : ''
  if (newRows === 0) return `There is nothing new in this file.${leftOut}`
  return `Nothing is written yet, and nobody is mailed by the import.${leftOut}`
}

/** The bar shows a share only while importing, because a check does not know how many rows there are. */
function Progress({
  found: { state, progress, newRows, existingRows, faultyRows },
}: {
  found: ImportDetail
}) {
  const total = newRows + existingRows + faultyRows
  const isSlow = useSlow()
  const isWaiting = isSlow && progress === 0
  return (
    <div className="flex flex-col gap-2">
      <progress
        aria-label={state === 'checking' ? 'Checking' : 'Importing'}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-ink/10 accent-accent-strong"
        {...(state === 'applying' && { value: progress, max: total })}
      />
      <p role="status" className="text-sm tabular-nums text-ink-quiet">
        {isWaiting && 'The file waits for its turn.'}
        {!isWaiting && state === 'checking' && `${formatNumber(progress)} rows checked`}
        {!isWaiting && state === 'applying' && `${formatNumber(progress)} of ${formatNumber(total)} rows`}
      </p>
    </div>
  )
}
