import { RotateCw, Send } from 'lucide-react'
import type { WebhookDelivery } from '#api/contract/outbound/webhooks.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import {
  ActButton,
  actionsColumn,
  MomentCell,
  momentColumn,
  Nothing,
  TwoLines,
} from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { countTries } from '#site/areas/admin/list/row-labels.ts'
import { labelsOf, StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { DELIVERY_STATES, EVENT_LABELS } from './endpoint-dialogs.tsx'
import { EndpointList } from './endpoint-list.tsx'

/** The shop's outgoing webhooks: the receiving programs, and the messages of the last 30 days. */
export const Panel = makeList<WebhookDelivery>({
  title: 'Messages',
  noun: ['message', 'messages'],
  path: '/api/admin/webhook-deliveries',
  defaultSort: '-createdAt',
  filters: [
    { name: 'event', label: 'Event', options: { all: 'All events', ...EVENT_LABELS } },
    { name: 'state', label: 'State', options: { all: 'All states', ...labelsOf(DELIVERY_STATES) } },
  ],
  prefix: 'delivery-',
  above: ({ refresh }) => <EndpointList onDeleted={refresh} />,
  searchHint: 'Search by invoice or message',
  empty: {
    icon: Send,
    title: 'No message has been sent yet',
    children:
      'The messages of the last 30 days are listed here, with their tries and what the receiver responded.',
  },
  columns: ({ refresh }) => [
    momentColumn('When', (row) => row.createdAt, { sort: '-createdAt' }),
    {
      header: 'Message',
      card: 'title',
      className: 'w-[30%]',
      cell: ({ messageId, event, orderId, invoiceNumber }) => (
        <TwoLines below={messageId}>
          {event} <span className="font-normal text-ink-quiet">·</span>{' '}
          <AdminOrderLink id={orderId}>
            <span translate="no">{invoiceNumber}</span>
          </AdminOrderLink>
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
  ],
})

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
