import { Inbox } from 'lucide-react'
import type { WebhookEvent } from '../../../../api/contract/jobs.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { LogList } from '../list/log-list.tsx'
import { WEBHOOK_STATE_LABELS } from './job-labels.ts'
import { makeWebhookColumns } from './webhook-columns.tsx'

const OPTIONS = {
  path: '/api/admin/webhook-events',
  defaultSort: '-receivedAt',
  filters: ['state'],
  prefix: 'webhook-',
} as const

/** The payment provider's events as they came, and what became of them. */
export function WebhookList() {
  return (
    <LogList<WebhookEvent>
      title="Provider events"
      noun={['event', 'events']}
      options={OPTIONS}
      makeColumns={makeWebhookColumns}
      searchHint="Search by event or payment"
      filters={(list) => (
        <ListFilter
          list={list}
          name="state"
          label="State"
          options={[['all', 'All states'], ...Object.entries(WEBHOOK_STATE_LABELS)]}
        />
      )}
      empty={
        <EmptyState icon={Inbox} title="No events from the payment provider yet">
          Each event is kept here, with what it said and what came of it.
        </EmptyState>
      }
    />
  )
}
