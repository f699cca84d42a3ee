import type { Operations } from '../../../../api/contract/jobs.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { QUEUE_LABELS } from './job-labels.ts'
import { useOperations } from './use-operations.ts'

const COUNTS = [
  ['waiting', 'Waiting'],
  ['active', 'Running'],
  ['retry', 'To try again'],
  ['failed', 'Failed'],
] as const
const NAMES = ['webhook', 'mail', 'refund', 'delivery', 'reconcile'] as const
const number = new Intl.NumberFormat('en-US')

/** Cards of queues with their counts. Where an invoice or the retention of the day fails, the list shows it. */
export function QueueCards() {
  const operations = useOperations()
  return (
    <ul aria-label="Queues" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {NAMES.map((name) => (
        <li
          key={name}
          className="rounded-lg border border-line bg-ground-raised px-4 py-4 shadow-card sm:px-5"
        >
          <h2 className="text-sm font-semibold text-ink">{QUEUE_LABELS[name]}</h2>
          <dl className="mt-3 flex flex-col gap-1.5 text-sm">
            {COUNTS.map(([state, label]) => (
              <div key={state} className="flex items-baseline justify-between gap-4">
                <dt className="text-ink-quiet">{label}</dt>
                <dd className="font-medium tabular-nums text-ink">
                  <Count queue={operations?.queues.find((queue) => queue.name === name)} state={state} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Count({
  queue,
  state,
}: {
  queue: Operations['queues'][number] | undefined
  state: (typeof COUNTS)[number][0]
}) {
  if (!queue) return <Skeleton className="h-4 w-6" />
  const isWrong = state === 'failed' && queue.failed > 0
  return <span className={isWrong ? 'text-negative' : ''}>{number.format(queue[state])}</span>
}
