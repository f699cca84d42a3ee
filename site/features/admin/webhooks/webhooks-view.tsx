import { RotateCw, Send } from 'lucide-react'
import { useMemo } from 'react'
import type { WebhookDelivery } from '../../../../api/contract/webhooks.ts'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { labelsOf, StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { actionsColumn, type Columns } from '../../../ui/table/data-table-columns.tsx'
import { MomentCell, Nothing, TwoLines } from '../list/cells.tsx'
import { AdminOrderLink } from '../list/place-link.tsx'
import { ActButton } from '../list/row-button.tsx'
import { countTries } from '../list/row-labels.ts'
import { useAdminList } from '../list/use-admin-list.ts'
import { DELIVERY_STATES, EVENT_LABELS } from './endpoint-dialogs.tsx'
import { EndpointList } from './endpoint-list.tsx'

const LOG = {
  path: '/api/admin/webhook-deliveries',
  defaultSort: '-createdAt',
  filters: [
    { name: 'event', label: 'Event', options: { all: 'All events', ...EVENT_LABELS } },
    { name: 'state', label: 'State', options: { all: 'All states', ...labelsOf(DELIVERY_STATES) } },
  ],
  prefix: 'delivery-',
}

/** The shop's own webhooks: the programs that get messages, and the messages of the last 30 days. */
export function WebhooksView() {
  const list = useAdminList<WebhookDelivery>(LOG)
  const columns = useMemo(() => makeColumns(list.refresh), [list.refresh])
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <EndpointList onDeleted={list.refresh} />
      <DataTable
        title="Messages"
        noun={['message', 'messages']}
        list={list}
        columns={columns}
        isTopAligned
        searchHint="Search by invoice or message"
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

const makeColumns = (refresh: () => void): Columns<WebhookDelivery> => [
  { header: 'When', sort: '-createdAt', cell: ({ createdAt }) => <MomentCell iso={createdAt} /> },
  {
    header: 'Message',
    card: 'title',
    className: 'w-[30%]',
    cell: ({ messageId, event, orderId, invoiceNumber }) => (
      <TwoLines below={messageId}>
        {event} <span className="font-normal text-ink-quiet">·</span>{' '}
        <AdminOrderLink id={orderId}>{invoiceNumber}</AdminOrderLink>
      </TwoLines>
    ),
  },
  { header: 'To', className: 'w-[20%]', cell: ({ url }) => url },
  { header: 'State', card: 'corner', cell: ({ state }) => <StateBadge look={DELIVERY_STATES[state]} /> },
  { header: 'Response', className: 'w-[18%]', cell: (delivery) => <Response delivery={delivery} /> },
  actionsColumn((delivery) => (
    <ActButton
      path={`/api/admin/webhook-deliveries/${delivery.id}/resend`}
      icon={RotateCw}
      label="Send again"
      of={`${delivery.event} ${delivery.invoiceNumber} ${delivery.messageId}`}
      done={['Message Queued', `${delivery.event} will be sent again in a moment.`]}
      failed="Sending Failed"
      onDone={refresh}
    />
  )),
]

function Response({ delivery }: { delivery: WebhookDelivery }) {
  const { attempts, responseStatus, response, state, nextTryAt } = delivery
  if (attempts === 0 && !response) return <Nothing />
  return (
    <TwoLines
      isPlain
      below={
        <>
          {countTries(attempts)}
          {state === 'waiting' && nextTryAt && (
            <>
              , the next <MomentCell iso={nextTryAt} />
            </>
          )}
        </>
      }
    >
      {[responseStatus, response].filter(Boolean).join(' ')}
    </TwoLines>
  )
}
