import { CircleCheck, RotateCw } from 'lucide-react'
import type { Job } from '#api/contract/operations/jobs.ts'
import { ActButton } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { describeJob, JOB_STATES, QUEUE_LABELS } from '#site/areas/admin/list/row-labels.ts'
import { useOperations } from '#site/areas/admin/list/use-figure.ts'
import { formatNumber } from '#site/kit/format/count.ts'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { labelsOf } from '#site/kit/ui/primitives/status-badge.tsx'
import { makeActivity, Tries } from './make-activity.tsx'

export const Panel = makeActivity<Job>({
  title: 'Jobs',
  noun: ['job', 'jobs'],
  path: '/api/admin/jobs',
  defaultSort: '-createdAt',
  filters: [
    // The API lists failed jobs unless another state is chosen.
    { name: 'state', label: 'Status', options: labelsOf(JOB_STATES) },
    { name: 'queue', label: 'Queue', options: { all: 'All queues', ...QUEUE_LABELS } },
  ],
  above: () => <QueueCards />,
  searchHint: 'Number or error',
  empty: {
    icon: CircleCheck,
    title: 'No failed jobs',
    children: 'A failed job is retried for about a day. If it keeps failing, it is listed here.',
  },
  when: ({ createdAt }) => createdAt,
  what: ({ queue }) => ({ children: QUEUE_LABELS[queue] }),
  about: (job) => ({
    main:
      job.subject?.kind === 'order' ? (
        <AdminOrderLink id={job.subject.id}>{describeJob(job)}</AdminOrderLink>
      ) : (
        job.subject && describeJob(job)
      ),
  }),
  state: ({ state }) => JOB_STATES[state],
  details: ({ error, tries, triedAgainAt }) => <Tries reason={error} tries={tries} next={triedAgainAt} />,
  act: (job, refresh) =>
    job.canRetry && (
      <ActButton
        path={`/api/admin/jobs/${job.queue}/${job.id}/retry`}
        icon={RotateCw}
        label="Retry"
        of={describeJob(job)}
        done={['Job Queued', `${describeJob(job)} will run again in a moment.`]}
        failed="Retry Failed"
        onDone={refresh}
      />
    ),
})

const COUNTS = [
  ['waiting', 'Waiting'],
  ['active', 'Running'],
  ['retry', 'Retrying'],
  ['failed', 'Failed'],
] as const
const NAMES = ['provider-event', 'mail', 'refund', 'webhook-attempt', 'reconcile'] as const

/** One card with counts for each busy queue. The failed jobs of other queues appear in the list only. */
function QueueCards() {
  const operations = useOperations()
  return (
    <ul aria-label="Queues" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
      {NAMES.map((name) => {
        const queue = operations?.queues.find((one) => one.name === name)
        return (
          <li
            key={name}
            className="rounded-lg border border-line bg-ground-raised px-4 py-4 shadow-card sm:px-5"
          >
            <h2 className="text-sm font-semibold text-ink">{QUEUE_LABELS[name]}</h2>
            <dl className="mt-3 flex flex-col gap-1.5 text-sm">
              {COUNTS.map(([state, label]) => (
                <div key={state} className="flex items-baseline justify-between gap-4">
                  <dt className="text-ink-quiet">{label}</dt>
                  <dd
                    className={`font-medium tabular-nums ${state === 'failed' && queue?.failed ? 'text-negative' : 'text-ink'}`}
                  >
                    {queue ? formatNumber(queue[state]) : <Skeleton className="h-4 w-6" />}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
