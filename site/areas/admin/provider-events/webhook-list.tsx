import { Inbox, RotateCw } from 'lucide-react'
import type { WebhookEvent } from '#api/contract/money/payments.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import { ActButton, actionsColumn, momentColumn, Nothing, TwoLines } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { countTries, nameOrder, WEBHOOK_STATES } from '#site/areas/admin/list/row-labels.ts'
import { labelsOf, StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'

/** The events that the payment provider has sent, and whether they were handled. */
export const Panel = makeList<WebhookEvent>({
  title: 'Provider events',
  noun: ['event', 'events'],
  path: '/api/admin/webhook-events',
  defaultSort: '-receivedAt',
  filters: [
    { name: 'state', label: 'State', options: { all: 'All states', ...labelsOf(WEBHOOK_STATES) } },
    'orderId',
  ],
  prefix: 'webhook-',
  searchHint: 'Search by event or payment',
  empty: {
    icon: Inbox,
    title: 'No events from the payment provider yet',
    children: 'Each event is kept here, with what it said and what came of it.',
  },
  columns: ({ refresh }) => [
    momentColumn('When', (row) => row.receivedAt, { sort: '-receivedAt' }),
    {
      header: 'Event',
      card: 'title',
      cell: ({ eventId, eventType }) => <TwoLines below={eventId}>{eventType}</TwoLines>,
    },
    { header: 'Payment', cell: ({ providerPaymentId }) => providerPaymentId ?? <Nothing /> },
    {
      header: 'Order',
      cell: ({ order }) =>
        order ? <AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink> : <Nothing />,
    },
    { header: 'State', card: 'corner', cell: ({ state }) => <StateBadge look={WEBHOOK_STATES[state]} /> },
    { header: 'Why', className: 'w-[26%]', cell: (event) => <Reason event={event} /> },
    actionsColumn((event) => (
      <ActButton
        path={`/api/admin/webhook-events/${event.id}/resend`}
        icon={RotateCw}
        label="Resend"
        of={`${event.eventType} ${event.eventId}`}
        done={['Event Queued', `${event.eventType} will be handled again in a moment.`]}
        failed="Resend Failed"
        onDone={refresh}
      />
    )),
  ],
})

function Reason({ event: { attempts, error } }: { event: WebhookEvent }) {
  if (error === null) return attempts > 1 ? <>{countTries(attempts)}</> : <Nothing />
  return (
    <TwoLines isPlain below={countTries(attempts)}>
      {error}
    </TwoLines>
  )
}
