/** The rows that the shop makes for the large seed's orders: invoices, mails, notifications, the provider's events. */
import type { Knex } from 'knex'

/** SQL. Made up, because db does not read the content folder. */
const SELLER = `json_build_object('name', 'Made-up Company', 'lines', json_build_array('1 Station Road'), 'taxLabel', 'Tax number',
  'taxNumber', 'none', 'email', 'billing@made-up.example', 'phone', '+1 602 555 0100')`

export async function insertLargeRecords(trx: Knex.Transaction, ordersFrom: number): Promise<void> {
  // One invoice for each paid order, in financial years that begin in April. Numbers continue those in use.
  await trx.raw(
    `WITH sold AS (SELECT *, to_char(paid_at - interval '3 months', 'YY-') || to_char(paid_at + interval '9 months', 'YY') AS series
         FROM orders WHERE id > :ordersFrom AND payment_status <> 'unpaid'),
       numbered AS (SELECT sold.*, coalesce(last.number, 0) + row_number() OVER (PARTITION BY series ORDER BY paid_at, id) AS number,
           to_char(round(amount_cents * usd_inr_rate) / 100, 'FM999999990.00') AS rupees
         FROM sold LEFT JOIN (SELECT series, max(number) AS number FROM invoices WHERE kind = 'invoice' GROUP BY 1) AS last
           USING (series)),
       named AS (SELECT *, series || '-' || lpad(number::text, greatest(6, length(number::text)), '0') AS serial FROM numbered),
       -- Written once, not again for its hash.
       written AS MATERIALIZED (SELECT series, number, serial, id, paid_at, json_build_object(
           'buyer', jsonb_strip_nulls(buyer - '{firstName,lastName,jobTitle}'::text[]
             || jsonb_build_object('name', (buyer ->> 'firstName') || ' ' || (buyer ->> 'lastName'))),
           'charged', json_build_object('amount', to_char(amount_cents / 100.0, 'FM999999990.00'), 'currency', currency,
             'rate', usd_inr_rate::text),
           'currency', 'INR', 'fileId', upper(md5(serial)),
           'issuedAt', to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'issuedOn', paid_at::date, 'kind', 'invoice', 'lines', json_build_array(json_build_object(
             'amount', rupees, 'description', package_name, 'quantity', 1, 'unitAmount', rupees)),
           'orderId', id, 'orderNumber', invoice_number, 'paidOn', paid_at::date, 'paymentMethod', 'Card',
           'paymentStatus', 'PAID', 'seller', ${SELLER}, 'serial', serial, 'total', rupees)::text AS document
         FROM named)
     INSERT INTO invoices (kind, series, number, serial, order_id, document, sha256, template_version, issued_at)
     SELECT 'invoice', series, number, serial, id, document, encode(sha256(convert_to(document, 'UTF8')), 'hex'), 2, paid_at
     FROM written`,
    { ordersFrom },
  )
  // Two mails for each order that was worked on: when it was paid, and when it was completed.
  await trx.raw(
    `INSERT INTO outbox (kind, payload, created_at, sent_at, attempts, to_email, subject)
     SELECT 'order_confirmation', jsonb_build_object('orderId', id), paid_at AS created_at, paid_at + interval '2 seconds', 1,
       buyer ->> 'email', 'Your order ' || invoice_number || ' is confirmed: ' || package_name
       FROM orders WHERE id > :ordersFrom AND payment_status <> 'unpaid'
     UNION ALL SELECT 'status_changed', jsonb_build_object('orderId', order_id, 'from', 'processing', 'to', 'completed'),
       worked.completed_at, worked.completed_at + interval '2 seconds', 1, buyer ->> 'email', 'Your order ' || invoice_number || ' is complete'
       FROM worked JOIN orders ON orders.id = order_id WHERE orders.status = 'completed'
     ORDER BY created_at`,
    { ordersFrom },
  )
  // Events and unread notifications of the last ninety days; older ones are not stored (docs/product/account.md, Retention).
  await trx.raw(
    `INSERT INTO provider_events (provider, event_id, event_type, payload, received_at, processed_at, attempts, provider_payment_id)
     SELECT provider, 'evt_' || provider_payment_id, 'payment.captured', jsonb_build_object('event', 'payment.captured',
         'payload', jsonb_build_object('payment', jsonb_build_object('entity', jsonb_build_object(
           'id', provider_payment_id, 'amount', amount_cents, 'status', 'captured', 'currency', currency)))),
       captured_at, captured_at + interval '1 second', 1, provider_payment_id
     FROM payments WHERE order_id > ? AND captured_at > now() - interval '90 days' ORDER BY captured_at`,
    [ordersFrom],
  )
  await trx.raw(
    `INSERT INTO notifications (kind, key, title, facts, path, created_at)
     SELECT 'order_paid', 'order_paid:' || id, invoice_number || ' is paid',
       jsonb_build_array(jsonb_build_object('label', 'Package', 'value', package_name)),
       '/admin\\?tab=orders&q=' || invoice_number, paid_at
     FROM orders WHERE id > ? AND paid_at > now() - interval '90 days' ORDER BY paid_at`,
    [ordersFrom],
  )
}
