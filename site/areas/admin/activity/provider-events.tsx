import { Inbox, RotateCw } from 'lucide-react'
import type { ProviderEvent } from '#api/contract/money/payments.ts'
import { ActButton } from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { nameOrder, PROVIDER_EVENT_STATES } from '#site/areas/admin/list/row-labels.ts'
import { RowMenu } from '#site/areas/admin/list/row-menu.tsx'
import { labelsOf } from '#site/kit/ui/primitives/status-badge.tsx'
import { makeActivity, Tries } from './make-activity.tsx'

/** The events that the payment provider sent, and whether they were handled. */
export const Panel = makeActivity<ProviderEvent>({
  title: 'Provider events',
  noun: ['event', 'events'],
  path: '/api/admin/provider-events',
  defaultSort: '-receivedAt',
  filters: [
    { name: 'state', label: 'Status', options: { all: 'All statuses', ...labelsOf(PROVIDER_EVENT_STATES) } },
    'orderId',
  ],
  searchHint: 'Event or payment',
  empty: {
    icon: Inbox,
    title: 'No events from the payment provider yet',
    children: 'Each event is listed here with its content and result.',
  },
  when: ({ receivedAt }) => receivedAt,
  what: ({ eventId, eventType }) => ({ children: eventType, below: eventId }),
  about: ({ providerPaymentId, order }) => ({
    main: providerPaymentId,
    order: order && <AdminOrderLink id={order.id}>{nameOrder(order)}</AdminOrderLink>,
  }),
  state: ({ state }) => PROVIDER_EVENT_STATES[state],
  details: ({ attempts, error }) => <Tries reason={error} tries={attempts} />,
  act: (event, refresh) => (
    <RowMenu of={event.eventId}>
      <ActButton
        path={`/api/admin/provider-events/${event.id}/resend`}
        icon={RotateCw}
        label="Resend"
        of={`${event.eventType} ${event.eventId}`}
        variant="ghost"
        done={['Event Queued', `${event.eventType} will be handled again in a moment.`]}
        failed="Resend Failed"
        onDone={refresh}
      />
    </RowMenu>
  ),
})
