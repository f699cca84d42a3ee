import { Send } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { WebhookDelivery } from '../../../../api/contract/webhooks.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { makeDeliveryColumns } from './delivery-columns.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { DELIVERY_STATE_LABELS, EVENT_LABELS } from './webhook-labels.ts'

const LOG = {
  path: '/api/admin/webhook-deliveries',
  defaultSort: '-createdAt',
  filters: ['event', 'state'],
  prefix: 'delivery-',
} as const

/** The webhooks that go out: who is told of what, and what became of each message. */
export function WebhooksView() {
  const list = useAdminList<WebhookDelivery>(LOG)
  const refresh = useRef(list.refresh)
  refresh.current = list.refresh
  const columns = useMemo(() => makeDeliveryColumns(() => refresh.current()), [])
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <EndpointList onDeleted={list.refresh} />
      <DataTable
        title="Messages"
        noun={['message', 'messages']}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        tableFrom="lg"
        searchHint="Search by invoice or message"
        filters={
          <>
            <ListFilter
              list={list}
              name="event"
              label="Event"
              options={[['all', 'All events'], ...Object.entries(EVENT_LABELS)]}
            />
            <ListFilter
              list={list}
              name="state"
              label="State"
              options={[['all', 'All states'], ...Object.entries(DELIVERY_STATE_LABELS)]}
            />
          </>
        }
        empty={
          <EmptyState icon={Send} title="No message has been sent yet">
            The messages of the last 30 days are listed here, with their tries and what the receiver
            responded.
          </EmptyState>
        }
      />
    </div>
  )
}
