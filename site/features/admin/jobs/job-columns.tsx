import { RotateCw } from 'lucide-react'
import type { Job } from '../../../../api/contract/jobs.ts'
import { Badge } from '../../../ui/badge.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { Nothing, TwoLines } from '../list/cells.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { AdminOrderLink } from '../orders/admin-order-link.tsx'
import { ActButton } from './act-button.tsx'
import { describeJob, JOB_STATE_LABELS, JOB_STATE_TONES, QUEUE_LABELS } from './job-labels.ts'

const column = columnsOf<Job>()

/** @param onRetried stable: the columns are made once */
export function makeJobColumns(onRetried: () => void) {
  return column.columns([
    column.accessor('queue', {
      header: 'Job',
      enableSorting: false,
      meta: { card: 'title', className: '[td&]:align-top' },
      cell: ({ row: { original: job } }) => (
        <TwoLines below={job.subject && QUEUE_LABELS[job.queue]}>
          {job.subject?.kind === 'order' ? (
            <AdminOrderLink id={job.subject.id}>{describeJob(job)}</AdminOrderLink>
          ) : (
            describeJob(job)
          )}
        </TwoLines>
      ),
    }),
    column.accessor('state', {
      header: 'State',
      enableSorting: false,
      meta: { card: 'corner', className: '[td&]:align-top' },
      cell: ({ row: { original: job } }) => (
        <Badge tone={JOB_STATE_TONES[job.state]} dot>
          {JOB_STATE_LABELS[job.state]}
        </Badge>
      ),
    }),
    column.accessor('error', {
      header: 'Why',
      enableSorting: false,
      meta: { className: 'w-[38%] [overflow-wrap:anywhere] [td&]:align-top' },
      cell: ({ row: { original: job } }) =>
        job.error === null ? (
          <Nothing />
        ) : (
          <TwoLines isPlain below={job.tries === 1 ? 'One try' : `${job.tries} tries`}>
            {job.error}
          </TwoLines>
        ),
    }),
    column.accessor('createdAt', {
      header: 'Since',
      sortDescFirst: true,
      meta: { className: '[td&]:align-top' },
      cell: ({ getValue }) => <MomentCell iso={getValue()} />,
    }),
    column.display({
      id: 'next',
      header: 'Next try',
      meta: { className: '[td&]:align-top' },
      cell: ({ row: { original: job } }) =>
        job.triedAgainAt ? <MomentCell iso={job.triedAgainAt} /> : <Nothing />,
    }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { align: 'end', card: 'actions', className: '[td&]:align-top' },
      cell: ({ row: { original: job } }) =>
        job.canRetry && (
          <ActButton
            path={`/api/admin/jobs/${job.queue}/${job.id}/retry`}
            icon={RotateCw}
            label="Retry"
            describedAs={describeJob(job)}
            done={['Job Queued', `${describeJob(job)} will be tried again in a moment.`]}
            failed="Retry Failed"
            onDone={onRetried}
          />
        ),
    }),
  ])
}
