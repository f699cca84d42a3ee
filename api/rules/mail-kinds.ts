/**
 * Each kind of mail, as the outbox stores it, and what admins read for it. Not in the nouns' mails.ts: the contract lists the kinds,
 * and the site builds the filter of the mail log from them.
 */
export const MAIL_LABELS = {
  order_confirmation: 'Order confirmation',
  welcome: 'Welcome',
  payment_failed: 'Payment failed',
  part_due: 'Payment due',
  payment_receipt: 'Payment receipt',
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
  offer_sent: 'Offer',
  offer_answered: 'Offer answered',
  password_reset: 'Password reset',
  invitation: 'Invitation',
  confirm_email: 'Address to confirm',
  address_change: 'Change of address',
  password_guesses: 'Wrong passwords',
  account_notice: 'Notice about the account',
  account_erased: 'Account erased',
  notification: 'Notification',
} as const

export type MailKind = keyof typeof MAIL_LABELS
export const MAIL_KINDS = Object.keys(MAIL_LABELS) as MailKind[]
