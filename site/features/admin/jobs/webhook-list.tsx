import { Webhook } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { WebhookEvent } from '../../../../api/contract/jobs.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ChoiceFilter } from '../list/choice-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { BackButton } from './back-button.tsx'
import { WEBHOOK_STATE_LABELS } from './job-words.ts'
import { makeWebhookColumns } from './webhook-columns.tsx'

const LIST = {
  path: '/api/admin/webhook-events',
  defaultSort: '-receivedAt',
  filters: ['state'],
  prefix: 'webhook-',
} as const

/** The payment provider's events as they came, and what became of them. */
export function WebhookList({ onClose }: { onClose: () => void }) {
  const list = useAdminList<WebhookEvent>(LIST)
  // Of the page that is shown then; the columns stay.
  const refresh = useRef(list.refresh)
  refresh.current = list.refresh
  const columns = useMemo(() => makeWebhookColumns(() => refresh.current()), [])
  return (
    <DataTable
      title="Webhooks"
      noun={['event', 'events']}
      list={list}
      columns={columns}
      rowId={(event) => event.id}
      tableFrom="lg"
      searchHint="Search by event or payment"
      actions={<BackButton onClose={onClose} />}
      filters={
        <ChoiceFilter
          label="State"
          all="All states"
          options={Object.entries(WEBHOOK_STATE_LABELS)}
          value={list.filters.state}
          onChange={(state) => list.change({ filters: { state } })}
        />
      }
      empty={
        <EmptyState icon={Webhook} title="The payment provider has not called yet">
          Each of its events is kept here: what it told of, and what came of it.
        </EmptyState>
      }
    />
  )
}
