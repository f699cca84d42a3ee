import type { Knex } from 'knex'
import type { MailKind } from '#api/contract/operations/jobs.ts'
import type { OrderStatus } from '#api/contract/orders/orders.ts'
import type { NotificationKind } from '#api/contract/outbound/notifications.ts'
import type { Jobs } from '#api/platform/jobs/jobs.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'

/** What is stored for a mail of each kind. Its text is written when it is sent. */
export interface MailPayloads {
  order_confirmation: { orderId: number }
  /** To the customer: the files of an old order are removed in a month. */
  files_end: { orderId: number }
  /** To the customer: required answers are missing. `isLast`: the order may be closed after this one. */
  answers_reminder: { orderId: number; isLast: boolean }
  /** To the customer of a completed order, once. */
  review_request: { orderId: number }
  /** To the account that a purchase has created. */
  welcome: { orderId: number }
  payment_failed: { orderId: number }
  /** To the customer: a later part is due, or has been for so many days. */
  part_due: { orderId: number; position: number; days: number }
  /** To the customer: a later part is paid. The first payment is in the order's confirmation. */
  payment_receipt: { orderId: number; position: number }
  answers_received: { orderId: number }
  /** Only sent while the order still has the status `to`. */
  status_changed: { orderId: number; from: OrderStatus; to: OrderStatus }
  /** `decided`: the mail of this request waited when the money was sent, and becomes one with it. */
  refund_receipt: { refundId: number; decided?: number }
  /** Only sent while the assignment is still this staff member's. */
  assignment: { assignmentId: number; staffId: number }
  /** To staff: the required answers of their order are in, or answers have changed since. */
  answers_in: { assignmentId: number; staffId: number; event: 'in' | 'changed' }
  /** To the customer: a delivery is there to be tested. */
  delivered: { orderId: number; number: number }
  delivery_reminder: { orderId: number; number: number }
  delivery_accepted: { orderId: number; number: number; by: 'customer' | 'time' }
  /** To the customer: the team has granted or declined a change. */
  request_decided: { orderId: number; requestId: number }
  /** To the customer: the team has set a new promised date. */
  date_moved: { orderId: number; dateId: number }
  /** To an admin or to whoever delivered: the customer reports a fault or asks for a change. */
  delivery_request: { requestId: number; adminId?: number; staffId?: number }
  /** To the customer: their refund is asked for or decided, its decision put off, or their order cancelled in time. */
  refund_request: {
    orderId: number
    requestId: number
    event: 'asked' | 'postponed' | 'decided' | 'cancelled'
  }
  /** To an admin: a refund is asked for, or an order was cancelled in time. */
  refund_asked: { requestId: number; adminId: number }
  /** To whom an offer is for. Only sent while that version is the current one. */
  offer_sent: { offerId: number; version: number }
  /** To an admin: the customer of an offer has decided or asks something. `asked`: the number of the question. */
  offer_answered: {
    offerId: number
    adminId: number
    event: 'accepted' | 'declined' | 'question'
    asked?: number
  }
  /** To an admin: with this assignment all work on its order is completed and nothing delivered, or a delivery waits for them. */
  work_finished: { assignmentId: number; adminId: number }
  /**
   * The e-mail as it was typed: whether it has an account is looked up when the mail is written. `askedBy`: the request came
   * from a browser that has signed in to the account before.
   */
  password_reset: { email: string; askedBy?: 'device' }
  /** To an account that an admin has made. */
  invitation: { userId: number }
  /** To the address that is to be confirmed: the current one of the account, or its new one. */
  confirm_email: { userId: number; email: string }
  /** To the current address of an account, when somebody has asked to replace it. */
  address_change: { email: string }
  /** The e-mail as it was typed at the sign-in. */
  password_guesses: { email: string }
  /** To the former address of an erased account. The payload is emptied when the mail has ended. */
  account_erased: { email?: string }
  /** To the address that the account had when it happened. */
  account_notice: AccountNotice
  /** `recipientId`: of the admin. */
  notification: { notificationId: number; recipientId: number; event: NotificationKind }
  /**
   * Messages about an order, `from` the first one that the mail was queued for. To its customer (`userId`), or to one of the
   * team (`staffId`, also of an admin).
   */
  messages: { orderId: number; userId?: number; staffId?: number; from: number }
  /** A reply by mail of which nobody knows whether it is its customer's. */
  reply_waits: { orderId: number; userId: number }
  /** A reply by mail that was not taken. Nothing is sent: the log of mails says why. */
  reply_refused: { orderId: number; userId: number }
  /** To an address that an admin has entered for notifications. */
}

/** Events of an account that its owner is mailed about. */
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
  /** ISO 8601. */
  at: string
  /** The browser of whoever did it in a session of the account. Unset: an admin did it. */
  device?: string
  ipAddress?: string
}

interface QueueOptions {
  /** The mail is sent no earlier than this. */
  afterSeconds?: number
  /** The mail that this one sends again. */
  resends?: number
}

/** Sends a mail if, and only if, the transaction commits. @returns the id of its row in the outbox */
export async function queueMail<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
  { afterSeconds, resends }: QueueOptions = {},
): Promise<number> {
  const { id } = await OutboxMessage.query(trx)
    .insert({ kind, payload, ...(resends !== undefined && { resends }) })
    .returning('id')
  await jobs.send(trx, 'mail', { outboxId: id }, { startAfterSeconds: afterSeconds })
  return id
}

type Mail = { [Kind in MailKind]: { kind: Kind; payload: MailPayloads[Kind] } }[MailKind]

/** Queues several mails by one statement. */
export async function queueMails(
  jobs: Jobs,
  trx: Knex.Transaction,
  mails: Mail[],
  { afterSeconds }: Pick<QueueOptions, 'afterSeconds'> = {},
): Promise<void> {
  const rows = await OutboxMessage.query(trx).insert(mails).returning('id')
  const data = rows.map(({ id }) => ({ outboxId: id }))
  await jobs.sendAll(trx, 'mail', data, { startAfterSeconds: afterSeconds })
}

/** Queued mails of the kind whose sending has not begun. @param about what their payloads hold */
function findWaitingMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
) {
  return OutboxMessage.query(trx)
    .where({ kind, state: 'queued', attempts: 0, resends: null })
    .whereRaw('payload @> ?', JSON.stringify(about))
}

/** Whether such a mail waits. It is locked, so that it is not written before this transaction ends. */
export async function isMailWaiting<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<boolean> {
  return (await findWaitingMails(trx, kind, about).forUpdate().first()) !== undefined
}

/** Deletes all waiting mails of the kind. @returns their payloads */
export async function takeBackMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<MailPayloads[Kind][]> {
  const deleted = await findWaitingMails(trx, kind, about).delete().returning('payload')
  return deleted.map(({ payload }) => payload as MailPayloads[Kind])
}

/**
 * Queues nothing where such a mail is still waiting: it will be written from the then current state.
 * @param options `about`: the part of the payload by which a waiting mail is recognised
 */
export async function queueMailUnlessWaiting<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
  { about, ...options }: QueueOptions & { about: Partial<MailPayloads[Kind]> },
): Promise<void> {
  if (!(await isMailWaiting(trx, kind, about))) await queueMail(jobs, trx, kind, payload, options)
}

/** Queues at most one mail of the kind an hour for each order. To be called under the order's row lock. */
export async function queueMailOnceAnHour<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind] & { orderId: number },
): Promise<void> {
  const recent = await OutboxMessage.query(trx)
    .where({ kind })
    .whereRaw(`payload ->> 'orderId' = ? AND created_at > now() - interval '1 hour'`, String(payload.orderId))
    .first()
  if (!recent) await queueMail(jobs, trx, kind, payload)
}
