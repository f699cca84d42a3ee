import type { NotificationKind, NotificationRecipient } from '../../../../api/contract/notifications.ts'
import type { StateLook } from '../../../ui/status-badge.tsx'

export const NOTIFICATION_LABELS: Readonly<Record<NotificationKind, string>> = {
  order_paid: 'Sale',
  stray_money: 'Money without order',
  dispute: 'Dispute',
  refund_failed: 'Failed refund',
  mail_failed: 'Failed mail',
  webhook_stopped: 'Stopped webhook',
  backup_old: 'Backup',
  publish_failed: 'Publishing',
  daily_digest: 'Daily digest',
}

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_LABELS) as NotificationKind[]

export const NOTIFICATION_HINTS: Readonly<Record<NotificationKind, string>> = {
  order_paid: 'An order is paid.',
  stray_money: 'A payment settles no order.',
  dispute: "A buyer's bank takes a payment back, or has decided.",
  refund_failed: 'A refund could not be made.',
  mail_failed: 'A mail to somebody could not be delivered.',
  webhook_stopped: 'A program no longer gets messages, because they do not arrive.',
  backup_old: 'There has been no backup for more than a day.',
  publish_failed: 'The pages could not be published and stay as they were.',
  daily_digest: 'Every working day: what was sold, what is waiting and what is late.',
}

export const RECIPIENT_STATES: Readonly<Record<NotificationRecipient['state'], StateLook>> = {
  own: { label: 'Admin', tone: 'positive' },
  confirmed: { label: 'Confirmed', tone: 'positive' },
  waiting: { label: 'Not confirmed yet', tone: 'caution' },
}
