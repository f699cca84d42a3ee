import type { NotificationKind, NotificationRecipient } from '../../../../api/contract/notifications.ts'
import type { StateLook } from '../../../ui/primitives/status-badge.tsx'

export const NOTIFICATIONS: Readonly<Record<NotificationKind, { label: string; hint: string }>> = {
  order_paid: { label: 'Sale', hint: 'An order is paid.' },
  stray_money: { label: 'Money without order', hint: 'A payment settles no order.' },
  dispute: { label: 'Dispute', hint: "A buyer's bank takes a payment back, or has decided." },
  refund_failed: { label: 'Failed refund', hint: 'A refund could not be made.' },
  currency_refused: {
    label: 'Refused currency',
    hint: 'The payment provider takes no orders in a currency.',
  },
  mail_failed: { label: 'Failed mail', hint: 'A mail to somebody could not be delivered.' },
  webhook_stopped: {
    label: 'Stopped webhook',
    hint: 'A program no longer gets messages, because they do not arrive.',
  },
  backup_old: { label: 'Backup', hint: 'There has been no backup for more than a day.' },
  publish_failed: {
    label: 'Publishing',
    hint: 'The pages could not be published and stay as they were.',
  },
  api_key: { label: 'API key', hint: 'A key for programs was given rights that are sensitive.' },
  daily_digest: {
    label: 'Daily digest',
    hint: 'Every working day: what was sold, what is waiting and what is late.',
  },
}

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as NotificationKind[]

export const RECIPIENT_STATES: Readonly<Record<NotificationRecipient['state'], StateLook>> = {
  own: { label: 'Admin', tone: 'positive' },
  confirmed: { label: 'Confirmed', tone: 'positive' },
  waiting: { label: 'Not confirmed yet', tone: 'caution' },
}
