import { CircleCheck } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { Job } from '../../../../api/contract/jobs.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/data-table-toolbar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ChoiceFilter } from '../list/choice-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { BackButton } from './back-button.tsx'
import { makeJobColumns } from './job-columns.tsx'
import { JOB_STATE_LABELS, QUEUE_LABELS } from './job-words.ts'
import { QueueCards } from './queue-cards.tsx'

const LIST = {
  path: '/api/admin/jobs',
  defaultSort: '-createdAt',
  filters: ['queue', 'state'],
  prefix: 'job-',
} as const

/** What the shop does apart from the calls that cause it: how much there is of it, and what has failed. */
export function JobList({ onClose }: { onClose: () => void }) {
  const list = useAdminList<Job>(LIST)
  const { change, filters } = list
  // Of the page that is shown then; the columns stay.
  const refresh = useRef(list.refresh)
  refresh.current = list.refresh
  const columns = useMemo(() => makeJobColumns(() => refresh.current()), [])
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <QueueCards />
      <DataTable
        title="Jobs"
        noun={['job', 'jobs']}
        list={list}
        columns={columns}
        rowId={(job) => job.id}
        tableFrom="lg"
        searchHint="Search by number or error"
        actions={<BackButton onClose={onClose} />}
        filters={
          <>
            <FilterSelect
              label="State"
              value={filters.state ?? 'failed'}
              onChange={({ target: { value } }) =>
                change({ filters: { state: value === 'failed' ? '' : value } })
              }
            >
              {Object.entries(JOB_STATE_LABELS).map(([state, label]) => (
                <option key={state} value={state}>
                  {label}
                </option>
              ))}
            </FilterSelect>
            <ChoiceFilter
              label="Queue"
              all="All queues"
              options={Object.entries(QUEUE_LABELS)}
              value={filters.queue}
              onChange={(queue) => change({ filters: { queue } })}
            />
          </>
        }
        empty={
          <EmptyState icon={CircleCheck} title="No job has failed">
            A job that does not succeed is tried again for about a day. One that has failed even then waits
            here for somebody.
          </EmptyState>
        }
      />
    </div>
  )
}
