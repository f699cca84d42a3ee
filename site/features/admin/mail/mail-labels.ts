import type { Mail } from '../../../../api/contract/operation.ts'
import type { StateLook } from '../../../ui/primitives/status-badge.tsx'

export const KIND_LABELS: Readonly<Record<Mail['kind'], string>> = {
  order_confirmation: 'Order confirmation',
  welcome: 'Welcome',
  payment_failed: 'Payment failed',
  answers_received: 'Answers received',
  status_changed: 'Status changed',
  refund_receipt: 'Refund receipt',
  assignment: 'Assignment',
  answers_in: 'Answers in',
  work_finished: 'Work finished',
  messages: 'New messages',
  reply_waits: 'Reply by mail waits',
  reply_refused: 'Reply by mail',
  delivered: 'Delivered',
  delivery_reminder: 'Reminder to check',
  delivery_accepted: 'Delivery accepted',
  delivery_request: 'Fault or change',
  request_decided: 'Change decided',
  date_moved: 'New promised date',
  files_end: 'Files go soon',
  answers_reminder: 'Reminder to answer',
  review_request: 'Request for a review',
  refund_request: 'Refund request',
  refund_asked: 'Refund to decide',
  password_reset: 'Password reset',
  invitation: 'Invitation',
  confirm_email: 'Address to confirm',
  address_change: 'Change of address',
  password_guesses: 'Wrong passwords',
  account_notice: 'Notice about the account',
  account_erased: 'Account erased',
  notification: 'Notification',
  confirm_recipient: 'Recipient to confirm',
}

export const MAIL_STATES: Readonly<Record<Mail['state'], StateLook>> = {
  queued: { label: 'Waiting', tone: 'accent' },
  sent: { label: 'Sent', tone: 'positive' },
  failed: { label: 'Refused', tone: 'negative' },
  skipped: { label: 'Skipped', tone: 'neutral' },
}
