import type { OrderStatus } from '#api/contract/orders/orders.ts'
import type { NotificationKind } from '#api/contract/outbound/notifications.ts'

/**
 * The label of each kind of mail, for admins. The keys are stored in the outbox. They are here and not in the mails.ts files, because
 * the site builds the filter of the mail log from them.
 */
export const MAIL_LABELS = {
  order_confirmation: 'Order confirmation',
  welcome: 'Welcome',
  payment_failed: 'Payment failed',
  instalment_due: 'Payment due',
  payment_receipt: 'Payment receipt',
  answers_received: 'Answers received',
  status_changed: 'Status changed',
  refund_receipt: 'Refund receipt',
  assignment: 'Assignment',
  answers_in: 'Answers for staff',
  work_finished: 'Work finished',
  messages: 'New messages',
  reply_waits: 'Email reply to confirm',
  reply_refused: 'Email reply refused',
  delivered: 'Delivered',
  delivery_reminder: 'Reminder to check',
  delivery_accepted: 'Delivery accepted',
  delivery_request: 'Fault or change',
  request_decided: 'Change decided',
  date_moved: 'New promised date',
  files_end: 'Files deleted soon',
  answers_reminder: 'Reminder to answer',
  review_request: 'Review request',
  refund_request: 'Refund request',
  refund_asked: 'Refund to decide',
  offer_sent: 'Offer',
  offer_answered: 'Offer answered',
  password_reset: 'Password reset',
  invitation: 'Invitation',
  confirm_email: 'Address to confirm',
  address_change: 'Email change',
  password_guesses: 'Wrong passwords',
  account_notice: 'Account notice',
  account_erased: 'Account erased',
  notification: 'Notification',
} as const

export type MailKind = keyof typeof MAIL_LABELS
export const MAIL_KINDS = Object.keys(MAIL_LABELS) as MailKind[]

/** The stored payload of each kind of mail. The mails.ts files render them. They are here, because earlier rooms queue these mails, too. */
export interface MailPayloads {
  order_confirmation: { orderId: number }
  welcome: { orderId: number }
  payment_failed: { orderId: number }
  /** `days`: how long the instalment has been due. */
  instalment_due: { orderId: number; position: number; days: number }
  /** For later instalments only: the order confirmation covers the first payment. */
  payment_receipt: { orderId: number; position: number }
  answers_received: { orderId: number }
  status_changed: { orderId: number; from: OrderStatus; to: OrderStatus }
  /** `decided`: the refund request whose mail was still queued when the money was sent. Both become one mail. */
  refund_receipt: { refundId: number; decided?: number }
  assignment: { assignmentId: number; staffId: number }
  answers_in: { assignmentId: number; staffId: number; event: 'in' | 'changed' }
  work_finished: { assignmentId: number; adminId: number }
  /** The messages from the id `from` on. The recipient is the customer (`userId`) or a team member (`staffId`, also for an admin). */
  messages: { orderId: number; userId?: number; staffId?: number; from: number }
  reply_waits: { orderId: number; userId: number }
  reply_refused: { orderId: number; userId: number }
  delivered: { orderId: number; number: number }
  delivery_reminder: { orderId: number; number: number }
  delivery_accepted: { orderId: number; number: number; by: 'customer' | 'time' }
  delivery_request: { requestId: number; adminId?: number; staffId?: number }
  request_decided: { orderId: number; requestId: number }
  date_moved: { orderId: number; dateId: number }
  files_end: { orderId: number }
  /** `isLast`: the order may be closed after this reminder. */
  answers_reminder: { orderId: number; isLast: boolean }
  review_request: { orderId: number }
  refund_request: {
    orderId: number
    requestId: number
    event: 'asked' | 'postponed' | 'decided' | 'cancelled'
  }
  refund_asked: { requestId: number; adminId: number }
  offer_sent: { offerId: number; version: number }
  /** `asked`: which question, by its number in the offer. */
  offer_answered: {
    offerId: number
    adminId: number
    event: 'accepted' | 'declined' | 'question'
    asked?: number
  }
  /**
   * `email` as typed: whether it has an account is looked up when the mail is rendered. `askedBy`: the request came from a browser that
   * has signed in to the account before.
   */
  password_reset: { email: string; askedBy?: 'device' }
  invitation: { userId: number }
  /** `email`: the account's current address, or its new one. */
  confirm_email: { userId: number; email: string }
  address_change: { email: string }
  /** `email` as typed at the sign-in. */
  password_guesses: { email: string }
  account_notice: AccountNotice
  /** Emptied once the mail is sent, skipped or has failed for good. */
  account_erased: { email?: string }
  /** `recipientId`: the admin's user id. */
  notification: { notificationId: number; recipientId: number; event: NotificationKind }
}

/** Account events that the owner is mailed about. */
export type AccountEvent =
  | 'new_device'
  | 'password_changed'
  | 'address_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'codes_guessed'
  | 'second_factor_reset'
  | 'role_changed'
  | 'disabled'
  | 'enabled'

interface AccountNotice {
  userId: number
  email: string
  event: AccountEvent
  /** The time of the event, in ISO 8601. */
  at: string
  /** The browser of the session in which it was done. Unset: an admin did it. */
  device?: string
  ipAddress?: string
}
