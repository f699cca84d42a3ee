/** Labels of mails and their states. */
import type { Mail } from '../../../../api/contract/mail.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

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

export const STATE_LABELS: Readonly<Record<Mail['state'], string>> = {
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Refused',
  skipped: 'Skipped',
}

export const STATE_TONES: Readonly<Record<Mail['state'], BadgeTone>> = {
  queued: 'accent',
  sent: 'positive',
  failed: 'negative',
  skipped: 'neutral',
}
