/** Deletes personal data after its period: one rule for each sentence of docs/product/account.md, Retention. */

import type { Knex } from 'knex'
import { LOOKED_UP_FOR_DAYS } from '#api/money/provider-events/reconcile.ts'
import { STORED_FOR_HOURS } from '#api/platform/http/idempotency.ts'
import { OFFER_PAY_DAYS } from '#api/rules/offers.ts'
import { RETENTION_PERIODS } from '#api/rules/promises.ts'
import { EMPTY_BUYER } from '#db/erasure/erasure.ts'
import { ENDED_ORDERS, IS_NOTICE_DUE, NOTICE_DAYS } from './end-of-files.ts'

/** Few enough that buyers do not wait long for locked rows. */
const ROWS_A_BATCH = 500

interface RetentionRule {
  what: string
  /** An interval of PostgreSQL. */
  after: string
  /** SQL that removes at most `:batch` rows older than `:after`. The number of affected rows must be that of removed ones. */
  how: string
}

/** By `ctid`, the physical location of a row, which every table has. */
const deleteRows = (what: string, after: string, table: string, condition: string): RetentionRule => ({
  what,
  after,
  how: `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${condition} LIMIT :batch)`,
})

/** @param moment the column that the age of a row is counted from */
const deleteOld = (what: string, after: string, table: string, moment: string, condition = 'true') =>
  deleteRows(what, after, table, `${condition} AND ${moment} < now() - :after::interval`)

/** The hashes of its versions are kept, with when which one was accepted. @param condition on `offers` */
const emptyOffers = (condition: string): string => `WITH gone AS (
    SELECT id FROM offers WHERE email <> '' AND ${condition} LIMIT :batch FOR UPDATE SKIP LOCKED
  ), versions AS (UPDATE offer_versions SET content = '{}' FROM gone WHERE offer_versions.offer_id = gone.id
  ), names AS (UPDATE offer_acceptances SET name = '' FROM gone WHERE offer_acceptances.offer_id = gone.id)
  UPDATE offers SET content = '{}', email = '', asked = '[]', reason = '',
    state = CASE WHEN state = 'draft' THEN 'withdrawn' ELSE state END FROM gone WHERE offers.id = gone.id`

export const RETENTION: readonly RetentionRule[] = [
  {
    what: 'Password of a form that was given up',
    after: `${LOOKED_UP_FOR_DAYS} days`,
    how: `UPDATE registrations SET password_hash = NULL WHERE id IN (
        SELECT registrations.id FROM registrations JOIN orders ON orders.registration_id = registrations.id
        WHERE registrations.password_hash IS NOT NULL AND orders.payment_status = 'unpaid'
          AND orders.status <> 'pending' AND orders.created_at < now() - :after::interval
        LIMIT :batch)`,
  },
  {
    what: 'Mark of the browser that placed an order',
    after: `${LOOKED_UP_FOR_DAYS} days`,
    how: `UPDATE orders SET browser_hash = NULL, password_digest = NULL
      WHERE id IN (
        SELECT id FROM orders
        WHERE num_nonnulls(browser_hash, password_digest) > 0 AND created_at < now() - :after::interval
        LIMIT :batch)`,
  },
  deleteOld(
    'What was typed in a browser that opened a payment by a mailed link',
    // For as long as the provider is asked about an offer's order.
    `${LOOKED_UP_FOR_DAYS + OFFER_PAY_DAYS} days`,
    'order_payers',
    'created_at',
  ),
  {
    what: 'Purchase that was never paid, with its form',
    after: '90 days',
    // A payment that arrives even later has no order, and is listed for admins.
    how: `WITH gone AS (
        SELECT id, registration_id FROM orders
        WHERE payment_status = 'unpaid' AND status = 'cancelled' AND created_at < now() - :after::interval
          AND NOT EXISTS (SELECT FROM payments WHERE payments.order_id = orders.id)
        LIMIT :batch FOR UPDATE SKIP LOCKED
      ), events AS (DELETE FROM order_events USING gone WHERE order_events.order_id = gone.id
      ), uses AS (DELETE FROM coupon_redemptions USING gone WHERE coupon_redemptions.order_id = gone.id
      ), forms AS (DELETE FROM registrations USING gone WHERE registrations.id = gone.registration_id)
      DELETE FROM orders USING gone WHERE orders.id = gone.id`,
  },
  {
    what: 'Offer that came to nothing',
    after: '90 days',
    how: emptyOffers(`coalesce(ended_at, sent_at, created_at) < now() - :after::interval
      AND state IN ('draft', 'declined', 'expired', 'withdrawn')
      AND NOT EXISTS (SELECT FROM orders WHERE orders.offer_id = offers.id AND orders.paid_at IS NOT NULL)`),
  },
  {
    what: 'Offer of a paid order',
    after: RETENTION_PERIODS.billingRecords,
    how: emptyOffers(`EXISTS (SELECT FROM orders
      WHERE orders.offer_id = offers.id AND orders.paid_at < now() - :after::interval)`),
  },
  // Orders keep the text of the code that they used.
  deleteOld('Code of the exit offer, with its use', '90 days', 'coupons', 'expires_at', 'is_exit_offer'),
  deleteRows(
    'Answers of a completed or cancelled order',
    RETENTION_PERIODS.projectFiles,
    'order_answers',
    `order_id IN (${ENDED_ORDERS})`,
  ),
  deleteRows(
    'Files of its conversation',
    RETENTION_PERIODS.projectFiles,
    'order_files',
    `order_id IN (${ENDED_ORDERS} AND (NOT ${IS_NOTICE_DUE} OR files_notice_at < now() - interval '${NOTICE_DAYS} days'))`,
  ),
  deleteRows(
    'Notes of staff about its work',
    RETENTION_PERIODS.projectFiles,
    'assignment_notes',
    `assignment_id IN (SELECT id FROM staff_assignments WHERE order_id IN (${ENDED_ORDERS}))`,
  ),
  {
    what: 'Notes of admins with its assignments',
    after: RETENTION_PERIODS.projectFiles,
    how: `UPDATE staff_assignments SET notes = '' WHERE id IN (
        SELECT id FROM staff_assignments WHERE notes <> '' AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
  },
  {
    what: 'Notes and links of its deliveries',
    after: RETENTION_PERIODS.projectFiles,
    // The number, and when and by whom it was accepted, are kept.
    how: `UPDATE deliveries SET note = '', links = '{}' WHERE id IN (SELECT id FROM deliveries
        WHERE (note <> '' OR links <> '{}') AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
  },
  {
    what: 'Texts of faults and changes that its customer asked for',
    after: RETENTION_PERIODS.projectFiles,
    how: `UPDATE delivery_requests SET text = '', reason = '' WHERE id IN (SELECT id FROM delivery_requests
        WHERE (text <> '' OR reason <> '') AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
  },
  {
    what: 'Reasons of new promised dates',
    after: RETENTION_PERIODS.projectFiles,
    how: `UPDATE order_dates SET reason = '' WHERE id IN (SELECT id FROM order_dates
        WHERE reason <> '' AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
  },
  {
    what: 'Texts of refunds that its customer asked for',
    after: RETENTION_PERIODS.projectFiles,
    how: `UPDATE refund_requests SET reason = '', answer = '', second_reason = '' WHERE id IN (
        SELECT id FROM refund_requests WHERE reason || answer || second_reason <> ''
          AND state NOT IN ('open', 'offered') AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
  },
  deleteRows(
    'Names, notes and addresses beside the audit log',
    RETENTION_PERIODS.projectFiles,
    'audit_details',
    'audit_id IN (SELECT id FROM audit_log WHERE created_at < now() - :after::interval)',
  ),
  {
    what: 'Buyer of a paid order, with its form and notes',
    after: RETENTION_PERIODS.billingRecords,
    // Amounts and dates are kept for accounting.
    how: `WITH old AS (
        SELECT id, registration_id FROM orders
        WHERE paid_at < now() - :after::interval AND buyer ->> 'email' <> ''
        LIMIT :batch FOR UPDATE SKIP LOCKED
      ), forms AS (DELETE FROM registrations USING old WHERE registrations.id = old.registration_id
      ), uses AS (UPDATE coupon_redemptions SET email_key = '' FROM old WHERE coupon_redemptions.order_id = old.id
      ), events AS (UPDATE order_events SET note = NULL FROM old WHERE order_events.order_id = old.id
      ), money AS (UPDATE payments SET looked_note = NULL FROM old WHERE payments.order_id = old.id
      ), reasons AS (UPDATE refunds SET reason = 'removed' FROM old JOIN payments ON payments.order_id = old.id
        WHERE refunds.payment_id = payments.id)
      UPDATE orders SET buyer = ${EMPTY_BUYER}, reference = NULL, registration_id = NULL FROM old WHERE orders.id = old.id`,
  },
  deleteOld(
    'Invoice of a customer who was erased',
    RETENTION_PERIODS.billingRecords,
    'kept_invoices',
    'paid_at',
  ),
  {
    what: 'Invoice or credit note',
    after: RETENTION_PERIODS.billingRecords,
    // The number, the hash and the order are kept.
    how: `UPDATE invoices SET document = NULL WHERE id IN (
        SELECT id FROM invoices WHERE document IS NOT NULL AND issued_at < now() - :after::interval LIMIT :batch)`,
  },
  // Usually emptied as soon as the mail was sent or refused. It is tried for about a day.
  deleteOld(
    'Address of a mail that confirms an erasure',
    '2 days',
    'outbox',
    'created_at',
    "kind = 'account_erased' AND payload <> '{}'",
  ),
  {
    what: 'Messages about a completed or cancelled order, with notes of the team',
    after: RETENTION_PERIODS.communications,
    // Files are removed by their own rule, before their message. The customer no longer waits for a reply to a removed message.
    how: `WITH gone AS (
        SELECT ctid, order_id FROM order_messages WHERE order_id IN (${ENDED_ORDERS})
          AND NOT EXISTS (SELECT FROM order_files WHERE order_files.message_id = order_messages.id)
        LIMIT :batch
      ), waits AS (UPDATE orders SET awaits_reply_since = NULL
        WHERE awaits_reply_since IS NOT NULL AND id IN (SELECT order_id FROM gone))
      DELETE FROM order_messages WHERE ctid IN (SELECT ctid FROM gone)`,
  },
  deleteRows(
    'Replies by mail about a completed or cancelled order',
    RETENTION_PERIODS.communications,
    'mail_replies',
    `order_id IN (${ENDED_ORDERS}) AND message_id IS NULL`,
  ),
  deleteOld(
    'Review that was hidden or withdrawn',
    RETENTION_PERIODS.communications,
    'reviews',
    'state_since',
    "state IN ('hidden', 'withdrawn')",
  ),
  deleteOld(
    'Record of a mail',
    RETENTION_PERIODS.communications,
    'outbox',
    'created_at',
    "state <> 'queued'",
  ),
  deleteOld(
    "Event of the payment provider, with the payer's details",
    '90 days',
    'webhook_events',
    'received_at',
  ),
  deleteOld(
    'Message of an outgoing webhook, with its response',
    '30 days',
    'webhook_deliveries',
    'created_at',
    "state <> 'waiting'",
  ),
  deleteOld('Notification for admins', '90 days', 'notifications', 'created_at'),
  // Not at once, because a request that saves the session later would create it again.
  deleteOld('Session that has ended', '1 day', 'sessions', 'expires_at'),
  deleteOld('Sign-in token of a purchase', '1 day', 'sign_in_tokens', 'expires_at'),
  deleteOld('Link that sets a password', '1 day', 'password_resets', 'expires_at'),
  deleteOld('Link that confirms an address', '1 day', 'email_confirmations', 'expires_at'),
  deleteOld('Challenge of a passkey', '1 day', 'passkey_challenges', 'expires_at'),
  deleteOld(
    'Secret of an authenticator app that was never confirmed',
    '1 day',
    'totp_secrets',
    'created_at',
    'confirmed_at IS NULL',
  ),
  deleteOld(
    'Response under an idempotency key',
    `${STORED_FOR_HOURS} hours`,
    'idempotency_keys',
    'created_at',
  ),
]

/** Applies all rules. @throws Error with the names of rules that failed, after the others were applied */
export async function applyRetention(db: Knex): Promise<void> {
  const failed: string[] = []
  let cause: unknown
  for (const { what, after, how } of RETENTION) {
    try {
      let rowCount: number
      do {
        ;({ rowCount } = await db.raw<{ rowCount: number }>(how, { after, batch: ROWS_A_BATCH }))
      } while (rowCount === ROWS_A_BATCH)
    } catch (error) {
      failed.push(what)
      cause = error
    }
  }
  if (failed.length > 0) throw new Error(`Not removed: ${failed.join(', ')}`, { cause })
}
