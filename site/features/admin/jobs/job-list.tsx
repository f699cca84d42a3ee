import { CircleCheck } from 'lucide-react'
import type { Job } from '../../../../api/contract/jobs.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { LogList } from '../list/log-list.tsx'
import { makeJobColumns } from './job-columns.tsx'
import { JOB_STATE_LABELS, QUEUE_LABELS } from './job-labels.ts'
import { QueueCards } from './queue-cards.tsx'

const OPTIONS = {
  path: '/api/admin/jobs',
  defaultSort: '-createdAt',
  filters: ['queue', 'state'],
  prefix: 'job-',
} as const

/** Background jobs: how many there are, and which have failed. */
export function JobList() {
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <QueueCards />
      <LogList<Job>
        title="Jobs"
        noun={['job', 'jobs']}
        options={OPTIONS}
        makeColumns={makeJobColumns}
        searchHint="Search by number or error"
        filters={(list) => (
          <>
            {/* The list shows failed jobs unless another state is chosen. */}
            <ListFilter list={list} name="state" label="State" options={Object.entries(JOB_STATE_LABELS)} />
            <ListFilter
              list={list}
              name="queue"
              label="Queue"
              options={[['all', 'All queues'], ...Object.entries(QUEUE_LABELS)]}
            />
          </>
        )}
        empty={
          <EmptyState icon={CircleCheck} title="No job has failed">
            A job that fails is tried again for about a day. If it still fails, it waits here for somebody to
            look at it.
          </EmptyState>
        }
      />
    </div>
  )
}
