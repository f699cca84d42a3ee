/**
 * Erases a customer's personal data, and keeps what bookkeeping needs (docs/product/account.md, Erasure). In `db/`, because
 * restoring a backup also erases.
 */

import type { Knex } from 'knex'
import { listColumns } from '#db/connection/prepared.ts'
import { OrderPart } from '#db/models/money/order-part.ts'
import { OrderPayer } from '#db/models/money/order-payer.ts'
import { Order } from '#db/models/orders/order.ts'
import { EMPTY_BUYER_FIELDS } from '#db/models/people/buyer.ts'
import { User } from '#db/models/people/user.ts'

/** SQL: an order's buyer with every field empty. */
export const EMPTY_BUYER = `(SELECT jsonb_object_agg(field, '') FROM jsonb_object_keys(orders.buyer) AS fields (field))`

/** SQL: the other columns that an account has of a buyer, emptied. */
const EMPTY_COLUMNS = Object.entries(EMPTY_BUYER_FIELDS)
  .filter(([field]) => !['firstName', 'lastName', 'email'].includes(field))
  .map(([field, value]) => `${listColumns([field])} = ${value === null ? 'NULL' : `'${value}'`}`)
  .join(', ')

const ORDERS = 'SELECT id FROM orders WHERE user_id = :userId'
const INVOICES = 'SELECT invoice_number FROM orders WHERE user_id = :userId'
const PAYMENTS = `SELECT id FROM payments WHERE order_id IN (${ORDERS})`
const REFUNDS = `SELECT id FROM refunds WHERE payment_id IN (${PAYMENTS})`
const ASSIGNMENTS = `SELECT id FROM staff_assignments WHERE order_id IN (${ORDERS})`
/** SQL: the offers that became orders of the customer and, if the address is verified, those sent to it. */
const OFFERS = `SELECT id FROM offers WHERE id IN (SELECT offer_id FROM orders WHERE user_id = :userId)
  OR :isVerified AND lower(email) = ANY (:emails)`
/** Not the mails about another person's order to the same address. */
const MAILS = `SELECT id FROM outbox WHERE payload ->> 'userId' = :userId::text
  OR payload ->> 'orderId' IN (SELECT id::text FROM orders WHERE user_id = :userId)
  OR payload ->> 'refundId' IN (SELECT id::text FROM (${REFUNDS}) AS own)
  OR payload ->> 'offerId' IN (SELECT id::text FROM (${OFFERS}) AS own)
  OR lower(payload ->> 'email') = ANY (:emails)
  OR lower(to_email) = ANY (:emails)
    AND NOT EXISTS (SELECT FROM orders WHERE orders.id::text = payload ->> 'orderId')`
const NAMES = `SELECT lower(first_name || ' ' || last_name) FROM users WHERE id = :userId
  UNION SELECT lower((buyer ->> 'firstName') || ' ' || (buyer ->> 'lastName')) FROM orders WHERE user_id = :userId`

/** All e-mail addresses that the account has had. */
const FIND_EMAILS = `SELECT DISTINCT lower(email) AS email FROM (
    SELECT email FROM users WHERE id = :userId
    UNION SELECT email FROM registrations WHERE user_id = :userId
    UNION SELECT buyer ->> 'email' FROM orders WHERE user_id = :userId
    UNION SELECT unnest(ARRAY[change ->> 'from', change ->> 'to'])
      FROM audit_log JOIN audit_details ON audit_details.audit_id = audit_log.id
      CROSS JOIN LATERAL jsonb_array_elements(audit_details.changes) AS changes (change)
      WHERE subject = 'user' AND subject_id = :userId AND change ->> 'field' = 'email'
  ) AS known WHERE email <> ''`

/**
 * Assigns unpaid orders with the same e-mail to the customer, if the address is verified or the order came from the customer's
 * browser. Otherwise anybody could register with another person's e-mail and remove that person's orders.
 */
const TAKE_OWN_FORMS = `UPDATE orders SET user_id = :userId
  WHERE user_id IS NULL AND payment_status = 'unpaid' AND lower(buyer ->> 'email') = ANY (:emails)
    AND (:isVerified OR browser_hash IN (SELECT browser_hash FROM orders WHERE user_id = :userId))`

/** In an order that removes names and addresses last, because earlier steps search for them. */
const STEPS: readonly string[] = [
  // Tax law requires the buyer of a paid order. An issued invoice has the buyer already.
  `INSERT INTO kept_invoices (order_id, buyer, paid_at)
   SELECT id, buyer, paid_at FROM orders
   WHERE user_id = :userId AND paid_at IS NOT NULL AND buyer ->> 'email' <> ''
     AND NOT EXISTS (SELECT FROM invoices WHERE invoices.order_id = orders.id)
   ON CONFLICT DO NOTHING`,
  `DELETE FROM audit_details USING audit_log WHERE audit_log.id = audit_id
     AND (actor_id = :userId OR actor_id IS NULL AND subject = 'user' AND subject_id = :userId)`,
  // Keeps the IP addresses of admins who changed something.
  `UPDATE audit_details SET changes = '[]' FROM audit_log WHERE audit_log.id = audit_id
     AND (subject = 'user' AND subject_id = :userId
       OR subject IN ('order', 'assignment', 'refund') AND subject_label IN (${INVOICES})
       OR subject = 'payment' AND subject_id IN (${PAYMENTS})
       OR subject = 'coupon' AND subject_id IN (SELECT id FROM coupons WHERE owner_id = :userId)
       OR subject = 'mail' AND subject_id IN (${MAILS}))`,
  `DELETE FROM jobs.job WHERE name = 'mail' AND (data ->> 'outboxId')::integer IN (${MAILS})`,
  `DELETE FROM outbox WHERE id IN (${MAILS})`,
  // The row stays, so that the event is not processed twice. The daily job empties events that are still waiting.
  `UPDATE webhook_events SET payload = '{}' WHERE processed_at IS NOT NULL AND payload <> '{}'
     AND (provider_payment_id IN (SELECT provider_payment_id FROM payments WHERE id IN (${PAYMENTS}))
       OR payload::text ILIKE ANY (:patterns))`,
  // Stored responses to other callers may name the customer, so all are emptied. Their calls are still not done twice.
  `UPDATE idempotency_keys SET status = 409,
     response = '{"code": "response_erased", "message": "This was done before. Its response was erased."}'
   WHERE status = 201 AND caller <> 'visitor' AND route NOT LIKE '%/refunds'`,
  `DELETE FROM idempotency_keys WHERE caller = 'user:' || :userId::text
     OR response ->> 'orderId' IN (SELECT id::text FROM orders WHERE user_id = :userId)
     OR route LIKE '%/refunds' AND response ->> 'id' IN (SELECT id::text FROM (${REFUNDS}) AS own)`,
  // A refund without a requester has a fixed reason of the shop, which stays.
  `UPDATE refunds SET reason = 'removed' WHERE requested_by IS NOT NULL AND id IN (${REFUNDS})`,
  `UPDATE payments SET looked_note = NULL, proof = NULL WHERE order_id IN (${ORDERS})`,
  // Nobody is there to pay what is left of an order in parts.
  `UPDATE order_parts SET state = 'lapsed' WHERE state IN ('waiting', 'due')
     AND order_id IN (SELECT id FROM orders WHERE user_id = :userId AND payment_status = 'part_paid')`,
  // The code of a coupon for one person may hold their name.
  `UPDATE orders SET coupon_code = 'ERASED-' || coupon_id
   WHERE coupon_id IN (SELECT id FROM coupons WHERE owner_id = :userId)`,
  `UPDATE coupons SET code = 'ERASED-' || id, status = 'inactive' WHERE owner_id = :userId`,
  `UPDATE coupon_redemptions SET email_key = '' WHERE order_id IN (${ORDERS})`,
  `UPDATE order_events SET note = NULL WHERE actor_kind <> 'system' AND order_id IN (${ORDERS})`,
  `DELETE FROM order_answers WHERE order_id IN (${ORDERS})`,
  // Their bytes follow within a minute (api/orders/files/remove.ts).
  `DELETE FROM order_files WHERE order_id IN (${ORDERS}) OR uploader_id = :userId`,
  `DELETE FROM order_access WHERE order_id IN (${ORDERS})`,
  `DELETE FROM order_payers WHERE order_id IN (${ORDERS})`,
  `UPDATE order_messages SET text = '' WHERE text <> ''
     AND (order_id IN (${ORDERS}) OR author_id = :userId AND author_role = 'customer')`,
  `UPDATE mail_replies SET from_address = '', text = '', whole_text = '', note = '',
     state = CASE WHEN state = 'waiting' THEN 'discarded' ELSE state END
   WHERE order_id IN (${ORDERS}) OR user_id = :userId`,
  'DELETE FROM message_reads WHERE user_id = :userId',
  `DELETE FROM assignment_notes WHERE assignment_id IN (${ASSIGNMENTS})`,
  `UPDATE staff_assignments SET notes = '' WHERE order_id IN (${ORDERS})`,
  `UPDATE deliveries SET note = '', links = '{}' WHERE order_id IN (${ORDERS})`,
  `UPDATE order_dates SET reason = '' WHERE order_id IN (${ORDERS})`,
  `UPDATE delivery_requests SET text = '', reason = '' WHERE order_id IN (${ORDERS})`,
  // What still waited is withdrawn: nobody is there to answer.
  `UPDATE refund_requests SET reason = '', answer = '', second_reason = '', due_reason = '',
     closed_at = coalesce(closed_at, now()), version = version + 1,
     state = CASE WHEN state IN ('open', 'offered') THEN 'withdrawn' ELSE state END
   WHERE order_id IN (${ORDERS})`,
  // Reviews that are not shown lose their text. Shown ones stay without the name.
  `UPDATE reviews SET comment = '', reply = '', replied_at = NULL, hidden_reason = NULL, appears_at = NULL,
     state = 'withdrawn', state_since = now(), version = version + 1
   WHERE order_id IN (${ORDERS}) AND state IN ('waiting', 'hidden')`,
  // An imported review has no link to a customer, so the name has to match.
  `UPDATE reviews SET customer_name = 'Former customer', customer_role = '', customer_company = '', naming = NULL
   WHERE order_id IN (${ORDERS}) OR order_id IS NULL AND lower(customer_name) IN (${NAMES})
     AND coalesce(package_id, hidden_package_id) IN (SELECT package_id FROM orders WHERE user_id = :userId AND paid_at IS NOT NULL)`,
  // Hashes of offers and times of acceptance stay. Open offers are withdrawn.
  `UPDATE offer_acceptances SET name = '' WHERE offer_id IN (${OFFERS})`,
  `UPDATE offer_versions SET content = '{}' WHERE content::text <> '{}' AND offer_id IN (${OFFERS})`,
  `DELETE FROM package_questions WHERE only_order_id IN (${ORDERS})`,
  `UPDATE orders SET package_name = 'Custom work' WHERE user_id = :userId AND offer_id IS NOT NULL`,
  `UPDATE offers SET content = '{}', email = '', asked = '[]', reason = '', ended_at = coalesce(ended_at, now()),
     state = CASE WHEN state IN ('draft', 'sent', 'viewed') THEN 'withdrawn' ELSE state END
   WHERE id IN (${OFFERS})`,
  `WITH forms AS (
     SELECT registration_id FROM orders WHERE user_id = :userId
   ), own AS (
     UPDATE orders SET registration_id = NULL, browser_hash = NULL, password_digest = NULL,
       awaits_reply_since = NULL, reference = NULL,
       buyer = ${EMPTY_BUYER} || '{"firstName": "Former", "lastName": "customer"}'
     WHERE user_id = :userId
   ) DELETE FROM registrations WHERE user_id = :userId OR id IN (SELECT registration_id FROM forms)`,
  // Not deleted, because a request that is still running would save the row again.
  `UPDATE sessions SET revoked_at = coalesce(revoked_at, now()), address = '', user_agent = '' WHERE user_id = :userId`,
  'DELETE FROM sign_in_tokens WHERE user_id = :userId',
  'DELETE FROM password_resets WHERE user_id = :userId',
  'DELETE FROM email_confirmations WHERE user_id = :userId',
  'DELETE FROM passkeys WHERE user_id = :userId',
  'DELETE FROM totp_secrets WHERE user_id = :userId',
  'DELETE FROM recovery_codes WHERE user_id = :userId',
  `UPDATE users SET ${EMPTY_COLUMNS}, first_name = 'Former', last_name = 'customer', email = 'erased-' || id || '@invalid',
     password_hash = 'none', email_verified_at = NULL, factors = '{}', disabled_at = coalesce(disabled_at, now()),
     erased_at = coalesce(erased_at, :erasedAt), updated_at = now()
   WHERE id = :userId`,
]

/** Contains no personal data. */
export interface Erasure {
  userId: number
  erasedAt: Date
}

/**
 * May be called again, to remove data that has come in since. Afterwards unpaid orders belong to the account; the caller gives
 * them up.
 */
export async function eraseRows(trx: Knex.Transaction, { userId, erasedAt }: Erasure): Promise<void> {
  const { rows: known } = await trx.raw<{ rows: { email: string }[] }>(FIND_EMAILS, { userId })
  const emails = known.map(({ email }) => email)
  const user = await User.query(trx).findById(userId).throwIfNotFound()
  const isVerified = user.emailVerifiedAt !== null
  await trx.raw(TAKE_OWN_FORMS, { userId, emails, isVerified })
  const orders = await Order.query(trx).where({ userId }).select('id', 'providerOrderId')
  const orderIds = orders.map(({ id }) => id)
  const parts = await OrderPart.query(trx).whereIn('orderId', orderIds).select('providerOrderId')
  const payers = await OrderPayer.query(trx).whereIn('orderId', orderIds).select('providerOrderId')
  const named = [
    ...[...orders, ...parts, ...payers].flatMap(({ providerOrderId }) => providerOrderId ?? []),
    ...(isVerified ? emails : []),
  ]
  const patterns = named.map((text) => `%"${text.replaceAll(/[\\%_]/g, '\\$&')}"%`)
  for (const step of STEPS) await trx.raw(step, { userId, erasedAt, emails, isVerified, patterns })
}
