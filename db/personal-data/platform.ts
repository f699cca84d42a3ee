import { OFFERS, ofShop, PAYMENTS, type PersonalDataRow, REFUNDS } from './row.ts'

const INVOICES = 'SELECT invoice_number FROM orders WHERE user_id = :userId'
/** SQL: the customer's mails, without those about another person's order to the same address. */
const MAILS = `SELECT id FROM outbox WHERE payload ->> 'userId' = :userId::text
  OR payload ->> 'orderId' IN (SELECT id::text FROM orders WHERE user_id = :userId)
  OR payload ->> 'refundId' IN (SELECT id::text FROM (${REFUNDS}) AS own)
  OR payload ->> 'offerId' IN (SELECT id::text FROM (${OFFERS}) AS own)
  OR lower(payload ->> 'email') = ANY (:emails)
  OR lower(to_email) = ANY (:emails)
    AND NOT EXISTS (SELECT FROM orders WHERE orders.id::text = payload ->> 'orderId')`

export const PLATFORM: readonly PersonalDataRow[] = [
  {
    table: 'audit_log',
    owner: 'actor_id',
    exported: 'changes',
    erased: { 'stays: names nobody': 'action changes search_text subject subject_label' },
    kept: ['stays: who did what, by ids alone'],
  },
  {
    table: 'audit_details',
    owner: 'audit_id',
    exported: 'changes',
    erased: { 'emptied or deleted': 'changes ip_address' },
    erase: [
      `DELETE FROM audit_details USING audit_log WHERE audit_log.id = audit_id
         AND (actor_id = :userId OR actor_id IS NULL AND subject = 'user' AND subject_id = :userId)`,
      // The IP addresses of admins who changed something stay.
      `UPDATE audit_details SET changes = '[]' FROM audit_log WHERE audit_log.id = audit_id
         AND (subject = 'user' AND subject_id = :userId
           OR subject IN ('order', 'assignment', 'refund') AND subject_label IN (${INVOICES})
           OR subject = 'payment' AND subject_id IN (${PAYMENTS})
           OR subject = 'coupon' AND subject_id IN (SELECT id FROM coupons WHERE owner_id = :userId)
           OR subject = 'mail' AND subject_id IN (${MAILS}))`,
    ],
    kept: ['Names, notes and addresses beside the audit log'],
  },
  {
    table: 'outbox',
    owner: 'payload',
    exported: 'mails',
    erased: { deleted: 'kind last_error payload state subject to_email' },
    erase: [
      `DELETE FROM jobs.job WHERE name = 'mail' AND (data ->> 'outboxId')::integer IN (${MAILS})`,
      `DELETE FROM outbox WHERE id IN (${MAILS})`,
    ],
    kept: ['Record of a mail', 'Address of a mail that confirms an erasure'],
  },
  {
    table: 'idempotency_keys',
    owner: 'caller',
    exported: 'no: copies of responses',
    erased: { deleted: 'caller fingerprint key response route' },
    erase: [
      // Stored responses to other callers may name the customer, so all are emptied. The keys stay, so that no call runs twice.
      `UPDATE idempotency_keys SET status = 409,
         response = '{"code": "response_erased", "message": "This was done before. Its response was erased."}'
       WHERE status = 201 AND caller <> 'visitor' AND route NOT LIKE '%/refunds'`,
      `DELETE FROM idempotency_keys WHERE caller = 'user:' || :userId::text
         OR response ->> 'orderId' IN (SELECT id::text FROM orders WHERE user_id = :userId)
         OR route LIKE '%/refunds' AND response ->> 'id' IN (SELECT id::text FROM (${REFUNDS}) AS own)`,
    ],
    kept: ['Response under an idempotency key'],
  },
  ofShop('operation_marks', 'details name'),
  ofShop('knex_migrations', 'name'),
  ofShop('knex_migrations_lock', ''),
]
