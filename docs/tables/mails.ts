/** Every kind of mail: when it goes out, and how many of it one mailbox gets a day. */
import { MAIL_KINDS, type MailKind } from '#api/contract/operations/jobs.ts'
import { MAILS_A_DAY, USUAL } from '#api/platform/mail/recipient-limits.ts'
import { writeTable } from './markdown.ts'

/** 'See' names a heading of docs/product. */
const WHEN = {
  order_confirmation: 'when an order is paid',
  welcome: 'when that made an account',
  part_due:
    '10 seconds after a later part of an order becomes due, unless the mail about the delivery or its acceptance says so, and 3 and 7 days later while it is not paid',
  payment_receipt:
    'when a later payment of an order has arrived, unless the mail about its acceptance still waits and says so',
  payment_failed: 'when a payment failed and the order is still open, at most once an hour an order',
  answers_received: '10 minutes after answers were saved, so that several tell of each other in one',
  status_changed: '10 seconds after the status of a paid order changed, if it still has that status',
  refund_receipt: 'when money goes back for an order',
  assignment: 'when somebody is put on an order, if they still are',
  answers_in: 'to staff at once when required answers are in, 10 minutes after a change of them',
  work_finished:
    'to admins when all of an order is completed and nothing delivered, or a delivery waits for them',
  delivered: '10 seconds after the customer has got a delivery: until when to check it, and how',
  delivery_reminder: '3 and 6 days after a delivery that its customer has not accepted, while its time runs',
  delivery_accepted:
    'when a delivery is accepted, a minute later where a payment is due then: thanks or, where it is by time, what that means; and what is paid or due',
  delivery_request:
    'to whoever delivered and to admins, when the customer reports a fault or asks for a change',
  date_moved: 'when the team has set a new promised date, with the reason',
  request_decided: 'when the team has granted or declined a change beyond the included ones',
  refund_request:
    'to the customer, when a refund is asked for or decided, its decision put off, or an order cancelled in time',
  refund_asked:
    'to admins, when a refund is asked for or its decision disputed, or an order was cancelled in time',
  offer_sent:
    'to whom an offer is for, when an admin sends it by mail: what, how much, until when, and the link',
  offer_answered: 'to admins, when the customer of an offer accepts or declines it, or asks about it',
  messages:
    '2 minutes after somebody wrote in the conversation of an order, if it is not read yet: all that is unread in one',
  files_end: 'a month before the files of an order are removed, once an order: when, and how to get them all',
  answers_reminder:
    '48 hours after the payment while required answers are missing, when an admin reminds, and before closing',
  review_request: 'a week after an order was completed, once an order: how was it?',
  reply_waits: 'to the account: a reply by mail waits until its customer says yes; one an hour an order',
  reply_refused: 'never: it records why a reply by mail was not taken',
  password_reset: 'when a new password was asked for, if the address has an account',
  invitation: 'when an admin has made an account: a link to choose a password',
  confirm_email: 'to an address that is to be confirmed: of a registered account, or a new one',
  address_change: 'to the address that an account has, when another one was asked for',
  password_guesses: 'when an account gets 100 wrong passwords within an hour, at most once a day',
  account_notice: 'when something about the safety of an account changes (see Notices)',
  account_erased: 'to the address of a customer who was erased, as the last mail (see Erasure)',
  notification: 'to each chosen address, when something of its kinds happens (see Notifications)',
} satisfies Record<MailKind, string>

export function writeMails(): string {
  const rows = MAIL_KINDS.map((kind) => {
    const { known, unknown, anotherAfterMinutes } = MAILS_A_DAY[kind] ?? USUAL
    const another = anotherAfterMinutes ? `, and one every ${anotherAfterMinutes} minutes in any case` : ''
    return [`\`${kind}\``, WHEN[kind], `${known}${another}`, String(unknown)]
  })
  return writeTable(['mail', 'goes out', 'a day to a verified address', 'to any other'], rows)
}
