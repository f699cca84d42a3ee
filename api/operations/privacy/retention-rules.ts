/**
 * Retention rules: what is removed after which period, by the promises of the privacy policy (docs/product/account.md, Retention).
 * db/personal-data/registry.ts tells which tables a rule covers.
 */

import { RECONCILED_FOR_DAYS } from '#api/money/provider-events/reconcile.ts'
import { STORED_FOR_HOURS } from '#api/platform/http/idempotency.ts'
import { OFFER_PAY_DAYS, OFFER_STATE } from '#api/rules/offers.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { REVIEW_STATE } from '#api/rules/order-work/reviews.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { MAIL_STATE, WEBHOOK_MESSAGE_STATE } from '#api/rules/outgoing.ts'
import { RETENTION_PERIODS } from '#api/rules/promises.ts'
import { listStatuses } from '#api/rules/statuses.ts'
import { EMPTY_BUYER } from '#db/personal-data/row.ts'
import { ENDED_ORDERS, NEEDS_REMOVAL_NOTICE, REMOVAL_NOTICE_DAYS } from './file-removal.ts'

interface RetentionRule {
  what: string
  /** How it is removed, in words for readers. */
  how: string
  /** A PostgreSQL interval. */
  after: string
  /** SQL that removes at most `:batch` rows older than `:after`. Its count of affected rows must equal that of removed ones. */
  sql: string
}

/** Selects rows by `ctid`, their physical location, because every table has it. */
const deleteRows = (what: string, after: string, table: string, condition: string): RetentionRule => ({
  what,
  how: 'deleted',
  after,
  sql: `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${condition} LIMIT :batch)`,
})

/** @param moment the column from which a row's age counts */
const deleteOld = (what: string, after: string, table: string, moment: string, condition = 'true') =>
  deleteRows(what, after, table, `${condition} AND ${moment} < now() - :after::interval`)

/** Empties offers. Keeps the hashes of their versions, and when which one was accepted. @param condition on `offers` */
const emptyOffers = (condition: string): string => `WITH gone AS (
    SELECT id FROM offers WHERE email <> '' AND ${condition} LIMIT :batch FOR UPDATE SKIP LOCKED
  ), versions AS (UPDATE offer_versions SET content = '{}' FROM gone WHERE offer_versions.offer_id = gone.id
  ), names AS (UPDATE offer_acceptances SET name = '' FROM gone WHERE offer_acceptances.offer_id = gone.id)
  UPDATE offers SET content = '{}', email = '', asked = '[]', reason = '',
    state = CASE WHEN state IN (${listStatuses(OFFER_STATE, 'isDraft')}) THEN 'withdrawn' ELSE state END FROM gone WHERE offers.id = gone.id`

/** By the words of the policy; a row of its table is written as 'data: period'. */
const BY_PROMISE: Readonly<Record<string, readonly RetentionRule[]>> = {
  'Details of a purchase that was never paid are kept only as long as we need': [
    {
      what: 'Password of a form that was given up',
      how: 'its hash is removed; the provider is asked no longer',
      after: `${RECONCILED_FOR_DAYS} days`,
      sql: `UPDATE registrations SET password_hash = NULL WHERE id IN (
        SELECT registrations.id FROM registrations JOIN orders ON orders.registration_id = registrations.id
        WHERE registrations.password_hash IS NOT NULL AND orders.payment_status IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')})
          AND orders.status NOT IN (${listStatuses(ORDER_STATUS, 'isPayable')}) AND orders.created_at < now() - :after::interval
        LIMIT :batch)`,
    },
    {
      what: 'Purchase that was never paid, with its form',
      how: "order, history, coupon's use and registration are deleted",
      after: '90 days',
      // A payment that arrives even later matches no order, and is listed for admins.
      sql: `WITH gone AS (
        SELECT id, registration_id FROM orders
        WHERE payment_status IN (${listStatuses(PAYMENT_STATUS, 'isUnpaid')}) AND status IN (${listStatuses(ORDER_STATUS, 'isCancelled')}) AND created_at < now() - :after::interval
          AND NOT EXISTS (SELECT FROM payments WHERE payments.order_id = orders.id)
        LIMIT :batch FOR UPDATE SKIP LOCKED
      ), events AS (DELETE FROM order_events USING gone WHERE order_events.order_id = gone.id
      ), uses AS (DELETE FROM coupon_redemptions USING gone WHERE coupon_redemptions.order_id = gone.id
      ), forms AS (DELETE FROM registrations USING gone WHERE registrations.id = gone.registration_id)
      DELETE FROM orders USING gone WHERE orders.id = gone.id`,
    },
    {
      what: 'Offer that came to nothing',
      how: 'emptied, counted from its end; figures and hashes stay',
      after: '90 days',
      sql: emptyOffers(`coalesce(ended_at, sent_at, created_at) < now() - :after::interval
      AND state IN (${listStatuses(OFFER_STATE, 'isEmptied')})
      AND NOT EXISTS (SELECT FROM orders WHERE orders.offer_id = offers.id AND orders.paid_at IS NOT NULL)`),
    },
  ],
  'Project files: 12 months after completion': [
    deleteRows(
      'Answers of a completed or cancelled order',
      RETENTION_PERIODS.projectFiles,
      'order_answers',
      `order_id IN (${ENDED_ORDERS})`,
    ),
    {
      ...deleteRows(
        'Files of its conversation',
        RETENTION_PERIODS.projectFiles,
        'order_files',
        `order_id IN (${ENDED_ORDERS} AND (NOT ${NEEDS_REMOVAL_NOTICE} OR files_notice_at < now() - interval '${REMOVAL_NOTICE_DAYS} days'))`,
      ),
      how: 'deleted with their bytes, 30 days after their customer was told at the earliest',
    },
    {
      what: 'Notes of admins with its assignments',
      how: 'emptied',
      after: RETENTION_PERIODS.projectFiles,
      sql: `UPDATE staff_assignments SET notes = '' WHERE id IN (
        SELECT id FROM staff_assignments WHERE notes <> '' AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
    },
    {
      what: 'Notes and links of its deliveries',
      how: 'emptied; numbers stay, and when and by whom they were accepted',
      after: RETENTION_PERIODS.projectFiles,
      // Keeps the number, and when and by whom it was accepted.
      sql: `UPDATE deliveries SET note = '', links = '{}' WHERE id IN (SELECT id FROM deliveries
        WHERE (note <> '' OR links <> '{}') AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
    },
    {
      what: 'Texts of faults and changes that its customer asked for',
      how: 'emptied',
      after: RETENTION_PERIODS.projectFiles,
      sql: `UPDATE delivery_requests SET text = '', reason = '' WHERE id IN (SELECT id FROM delivery_requests
        WHERE (text <> '' OR reason <> '') AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
    },
    {
      what: 'Reasons of new promised dates',
      how: 'emptied',
      after: RETENTION_PERIODS.projectFiles,
      sql: `UPDATE order_dates SET reason = '' WHERE id IN (SELECT id FROM order_dates
        WHERE reason <> '' AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
    },
    {
      what: 'Texts of refunds that its customer asked for',
      how: 'emptied; amounts and decisions stay',
      after: RETENTION_PERIODS.projectFiles,
      sql: `UPDATE refund_requests SET reason = '', answer = '', second_reason = '' WHERE id IN (
        SELECT id FROM refund_requests WHERE reason || answer || second_reason <> ''
          AND state NOT IN (${listStatuses(REFUND_REQUEST_STATE, 'isLive')}) AND order_id IN (${ENDED_ORDERS}) LIMIT :batch)`,
    },
    {
      ...deleteRows(
        'Names, notes and addresses beside the audit log',
        RETENTION_PERIODS.projectFiles,
        'audit_details',
        'audit_id IN (SELECT id FROM audit_log WHERE created_at < now() - :after::interval)',
      ),
      how: 'deleted; the entry stays and names nobody',
    },
  ],
  'Billing records: 7 years': [
    {
      what: 'Offer of a paid order',
      how: 'emptied; figures and hashes stay',
      after: RETENTION_PERIODS.billingRecords,
      sql: emptyOffers(`EXISTS (SELECT FROM orders
      WHERE orders.offer_id = offers.id AND orders.paid_at < now() - :after::interval)`),
    },
    {
      what: 'Buyer of a paid order, with its form and notes',
      how: 'emptied or deleted; amounts and dates stay for the books',
      after: RETENTION_PERIODS.billingRecords,
      // Keeps amounts and dates for accounting.
      sql: `WITH old AS (
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
      how: 'emptied; number, order and hash stay',
      after: RETENTION_PERIODS.billingRecords,
      // Keeps the number, the hash and the order.
      sql: `UPDATE invoices SET document = NULL WHERE id IN (
        SELECT id FROM invoices WHERE document IS NOT NULL AND issued_at < now() - :after::interval LIMIT :batch)`,
    },
  ],
  'Communications: 2 years': [
    {
      what: 'Messages about a completed or cancelled order, with notes of the team',
      how: 'deleted',
      after: RETENTION_PERIODS.communications,
      // Another rule removes a message's files first. The customer no longer waits for a reply to a removed message.
      sql: `WITH gone AS (
        SELECT ctid, order_id FROM order_messages WHERE order_id IN (${ENDED_ORDERS})
          AND NOT EXISTS (SELECT FROM order_files WHERE order_files.message_id = order_messages.id)
        LIMIT :batch
      ), waits AS (UPDATE orders SET awaits_reply_since = NULL
        WHERE awaits_reply_since IS NOT NULL AND id IN (SELECT order_id FROM gone))
      DELETE FROM order_messages WHERE ctid IN (SELECT ctid FROM gone)`,
    },
    {
      ...deleteRows(
        'Replies by mail about a completed or cancelled order',
        RETENTION_PERIODS.communications,
        'incoming_mails',
        `order_id IN (${ENDED_ORDERS}) AND message_id IS NULL`,
      ),
      how: 'deleted; one that is a message goes with it',
    },
    {
      ...deleteOld(
        'Review that was hidden or withdrawn',
        RETENTION_PERIODS.communications,
        'reviews',
        'state_since',
        `state IN (${listStatuses(REVIEW_STATE, 'isOutOfSight')})`,
      ),
      how: 'deleted; one that is shown stays',
    },
    {
      ...deleteOld(
        'Record of a mail',
        RETENTION_PERIODS.communications,
        'outbox',
        'created_at',
        `state NOT IN (${listStatuses(MAIL_STATE, 'isQueued')})`,
      ),
      how: 'deleted; the text of a mail is never stored',
    },
  ],
  'Our payment provider tells us whether a payment succeeded': [
    deleteOld(
      "Event of the payment provider, with the payer's details",
      '90 days',
      'provider_events',
      'received_at',
    ),
  ],
  'sessions are random and end by themselves': [
    // Waits a day, because a request that saves the session later would create it again.
    deleteOld('Session that has ended', '1 day', 'sessions', 'expires_at'),
  ],
  'Temporary credentials: deleted at completion': [
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
  ],
  'we delete it when its purpose and the law allow': [
    {
      what: 'Mark of the browser that placed an order',
      how: 'emptied: the order can no longer be paid',
      after: `${RECONCILED_FOR_DAYS} days`,
      sql: `UPDATE orders SET browser_hash = NULL, password_digest = NULL
      WHERE id IN (
        SELECT id FROM orders
        WHERE num_nonnulls(browser_hash, password_digest) > 0 AND created_at < now() - :after::interval
        LIMIT :batch)`,
    },
    {
      ...deleteOld(
        'What was typed in a browser that opened a payment by a mailed link',
        // As long as the provider is asked about an offer's order.
        `${RECONCILED_FOR_DAYS + OFFER_PAY_DAYS} days`,
        'order_payers',
        'created_at',
      ),
      how: 'deleted: the order has what counts',
    },
    // Orders keep the text of their coupon's code.
    {
      ...deleteOld(
        'Code of the exit offer, with its use',
        '90 days',
        'coupons',
        'expires_at',
        'is_exit_offer',
      ),
      how: 'deleted, counted from its expiry; an order keeps the text',
    },
    // Usually emptied as soon as the mail is sent or refused, after about a day of attempts at most.
    {
      ...deleteOld(
        'Address of a mail that confirms an erasure',
        '2 days',
        'outbox',
        'created_at',
        "kind = 'account_erased' AND payload <> '{}'",
      ),
      how: 'deleted with its mail, if it could not be sent by then',
    },
    deleteOld(
      'Message of an outgoing webhook, with its response',
      '30 days',
      'webhook_messages',
      'created_at',
      `state NOT IN (${listStatuses(WEBHOOK_MESSAGE_STATE, 'isWaiting')})`,
    ),
    deleteOld('Notification for admins', '90 days', 'notifications', 'created_at'),
    deleteOld(
      'Response under an idempotency key',
      `${STORED_FOR_HOURS} hours`,
      'idempotency_keys',
      'created_at',
    ),
  ],
}

export const RETENTION = Object.entries(BY_PROMISE).flatMap(([policy, rules]) =>
  rules.map((rule) => ({ policy, ...rule })),
)
