import type { OutgoingEvent, WebhookDelivery, WebhookEndpoint } from '../../../../api/contract/webhooks.ts'
import { WEBHOOK_FAILING_DAYS } from '../../../../api/rules/periods.ts'
import type { StateLook } from '../../../ui/primitives/status-badge.tsx'

export type EventName = OutgoingEvent['type']

export const EVENT_LABELS: Readonly<Record<EventName, string>> = {
  'order.paid': 'Paid orders',
  'order.part_paid': 'Paid parts',
  'order.status_changed': 'Status of paid orders',
  'order.refunded': 'Refunds',
  'message.created': 'Messages',
  'order.delivered': 'Deliveries',
  'order.accepted': 'Accepted deliveries',
  'order.change_requested': 'Faults and changes',
  'refund.requested': 'Refunds asked for',
}
export const EVENT_NAMES = Object.keys(EVENT_LABELS) as EventName[]

export const DELIVERY_STATES: Readonly<Record<WebhookDelivery['state'], StateLook>> = {
  waiting: { label: 'On its way', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'positive' },
  failed: { label: 'Failed', tone: 'negative' },
}

/** The badge of a webhook, with the reason if the shop has stopped it or has trouble with it. */
export function describeState({ disabledAs, failingSince }: WebhookEndpoint): StateLook & { why?: string } {
  if (disabledAs === 'admin') return { label: 'Disabled', tone: 'neutral' }
  if (disabledAs === 'gone')
    return { label: 'Stopped', tone: 'negative', why: 'The receiver said 410: it wants no more messages.' }
  if (disabledAs === 'failing')
    return {
      label: 'Stopped',
      tone: 'negative',
      why: `Nothing has arrived there for ${WEBHOOK_FAILING_DAYS} days.`,
    }
  if (failingSince)
    return { label: 'Failing', tone: 'caution', why: 'The last message did not arrive. It is tried again.' }
  return { label: 'Enabled', tone: 'positive' }
}
