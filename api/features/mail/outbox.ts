import type { Knex } from 'knex'
import { OutboxMessage } from '../../../db/models/outbox-message.ts'
import type { MailKind } from '../../contract/mail.ts'
import type { NotificationKind } from '../../contract/notifications.ts'
import type { OrderStatus } from '../../contract/orders.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** What is stored with a mail of each kind. The mail itself is written when it is sent. */
export interface MailPayloads {
  order_confirmation: { orderId: number }
  /** To a new account, after the purchase that created it. */
  welcome: { orderId: number }
  payment_failed: { orderId: number }
  answers_received: { orderId: number }
  /** Only sent while the order still has the status `to`. */
  status_changed: { orderId: number; from: OrderStatus; to: OrderStatus }
  refund_receipt: { refundId: number }
  /** Only sent while the assignment is still this staff member's. */
  assignment: { assignmentId: number; staffId: number }
  /** To staff: the required answers of their order are in, or answers have changed since. */
  answers_in: { assignmentId: number; staffId: number; event: 'in' | 'changed' }
  /** To an admin: with this assignment all work on its order is completed. */
  work_finished: { assignmentId: number; adminId: number }
  /**
   * As somebody typed it: whether it has an account is looked up when the mail is written. `device`: a browser asked that
   * has signed in to the account before.
   */
  password_reset: { email: string; askedBy?: 'device' }
  /** To an account that an admin has made. */
  invitation: { userId: number }
  /** To an address that is to be confirmed: the account's own, or the one that it is to have. */
  confirm_email: { userId: number; email: string }
  /** To the address that an account has, when another one is to replace it. */
  address_change: { email: string }
  /** As somebody typed it, too. */
  password_guesses: { email: string }
  /** To the address that the account had. Emptied when the mail has ended. */
  account_erased: { email?: string }
  /** To the address that the account had then. */
  account_notice: AccountNotice
  /** To an address that an admin chose. */
  notification: { notificationId: number; recipientId: number; event: NotificationKind }
  /** To an address that is to get notifications. */
  confirm_recipient: { recipientId: number }
}

/** What was done to an account that its owner should hear of. */
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
  /** Of whoever did it in the owner's name. Unset: an admin did it. */
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
  await jobs.send(
    trx,
    'mail',
    { outboxId: id },
    afterSeconds === undefined ? {} : { startAfterSeconds: afterSeconds },
  )
  return id
}

type Mail = { [Kind in MailKind]: { kind: Kind; payload: MailPayloads[Kind] } }[MailKind]

/** Several at once. */
export async function queueMails(
  jobs: Jobs,
  trx: Knex.Transaction,
  mails: Mail[],
  { afterSeconds }: Pick<QueueOptions, 'afterSeconds'> = {},
): Promise<void> {
  const rows = await OutboxMessage.query(trx).insert(mails).returning('id')
  await jobs.sendAll(
    trx,
    'mail',
    rows.map(({ id }) => ({ outboxId: id })),
    afterSeconds === undefined ? {} : { startAfterSeconds: afterSeconds },
  )
}

/** Such mails that nobody has begun to send. */
function findWaitingMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
) {
  return OutboxMessage.query(trx)
    .where({ kind, state: 'queued', attempts: 0, resends: null })
    .whereRaw('payload @> ?', JSON.stringify(about))
}

/** Locked, so that it is not written before this transaction ends. */
function findWaitingMail<Kind extends MailKind>(...mail: Parameters<typeof findWaitingMails<Kind>>) {
  return findWaitingMails(...mail)
    .forUpdate()
    .first()
}

/** Takes a waiting mail back. @param about what its payload holds @returns what was stored with it */
export async function takeBackMail<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<MailPayloads[Kind] | undefined> {
  const waiting = await findWaitingMail(trx, kind, about)
  await waiting?.$query(trx).delete()
  return waiting?.payload as MailPayloads[Kind] | undefined
}

/** Takes all such mails back that wait, to whomever. @param about what their payloads hold */
export async function takeBackMails<Kind extends MailKind>(
  trx: Knex.Transaction,
  kind: Kind,
  about: Partial<MailPayloads[Kind]>,
): Promise<void> {
  await findWaitingMails(trx, kind, about).delete()
}

/**
 * Queues nothing where such a mail is still waiting: that one is written later and includes this change.
 * @param options `about`: what of the payload the waiting mail has in common with this one
 */
export async function queueMailUnlessWaiting<Kind extends MailKind>(
  jobs: Jobs,
  trx: Knex.Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
  { about, ...options }: QueueOptions & { about: Partial<MailPayloads[Kind]> },
): Promise<void> {
  const waiting = await findWaitingMail(trx, kind, about)
  if (!waiting) await queueMail(jobs, trx, kind, payload, options)
}

/** At most one an hour for each order. Call it under the order's row lock. */
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
