/**
 * The statement by which an order becomes paid: its row, the payment, its history, the mails and their jobs, all or nothing.
 * One, because each is a way to PostgreSQL and back while the order's row is locked.
 */
import type { Knex } from 'knex'
import { listColumns, nameColumns } from '../../../db/columns.ts'
import { Order } from '../../../db/models/order.ts'
import type { Payment } from '../../../db/models/payment.ts'
import type { Services } from '../../app-type.ts'
import type { MailRow } from '../mail/outbox.ts'

export interface MarkPaid {
  orderId: number
  /** Of an order whose form made an account, or found one. */
  accountId: number | null
  /** It was cancelled. */
  isRevived: boolean
  actorKind: 'customer' | 'provider' | 'system'
  payment: Pick<Payment, 'provider' | 'providerPaymentId' | 'amountCents' | 'currency' | 'flag'>
  mails: MailRow[]
  /**
   * Nobody has locked the order and looked at it: it is paid only if it is this payment's, an account's own, without a
   * coupon and not cancelled.
   */
  plainOrderOf?: { providerOrderId: string }
}

/** @returns undefined where the order is not unpaid, or not plain where it has to be; nothing has changed then */
export async function markPaid(
  { jobs }: Pick<Services, 'jobs'>,
  db: Knex,
  { orderId, accountId, isRevived, actorKind, payment, mails, plainOrderOf }: MarkPaid,
): Promise<Order | undefined> {
  const { provider, providerPaymentId, amountCents, currency, flag } = payment
  const paidAt = new Date()
  const values = [
    ...[accountId, paidAt, isRevived, orderId],
    ...[plainOrderOf === undefined, plainOrderOf?.providerOrderId ?? null, amountCents, currency],
    providerPaymentId,
    ...[provider, providerPaymentId, amountCents, currency, paidAt, flag],
    ...[actorKind, actorKind, isRevived],
    JSON.stringify(mails),
  ]
  const insertJobs = await jobs.insertion('mail', `jsonb_build_object('outboxId', id) FROM mails`)
  const { rows } = await db
    .raw<{ rows: object[] }>(MARK_PAID + insertJobs + PAID, values as Knex.RawBinding[])
    // `*` in the jobs' part is of rows made there alone: unlike a table's, it is the same for ever.
    .options({ name: 'mark paid' })
  return rows[0] && Order.fromDatabaseJson(rows[0])
}

const MARK_PAID = `WITH paid AS (
    UPDATE orders SET user_id = coalesce(user_id, ?::integer), payment_status = 'paid', paid_at = ?::timestamptz,
      status = CASE WHEN ?::boolean THEN 'pending' ELSE status END,
      -- To be asked about once more: money may come twice.
      provider_asked_at = NULL
    WHERE id = ? AND payment_status = 'unpaid' AND (?::boolean OR (
      provider_order_id = ? AND amount_cents = ?::integer AND currency = ?
      AND registration_id IS NULL AND coupon_id IS NULL AND status <> 'cancelled'
      AND NOT EXISTS (SELECT FROM payments WHERE provider_payment_id = ?)))
    RETURNING ${listColumns(Order.columns)}
  ), payment AS (
    INSERT INTO payments (order_id, provider, provider_payment_id, amount_cents, currency, status, captured_at,
      fulfils_order, flag)
    SELECT id, ?, ?, ?::integer, ?, 'captured', ?::timestamptz, true, ? FROM paid
  ), events AS (
    INSERT INTO order_events (order_id, kind, from_value, to_value, actor_kind)
    SELECT id, 'payment_status', 'unpaid', 'paid', ? FROM paid
    UNION ALL SELECT id, 'status', 'cancelled', 'pending', ? FROM paid WHERE ?::boolean
  ), mails AS (
    INSERT INTO outbox (kind, payload)
    SELECT mail.kind, mail.payload FROM paid, jsonb_to_recordset(?::jsonb) AS mail (kind text, payload jsonb)
    RETURNING id
  ), sent AS (`

const PAID = `)
  SELECT ${nameColumns('paid', Order.columns)} FROM paid`
