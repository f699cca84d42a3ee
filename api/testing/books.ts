/** Invariants of money, orders and coupons. */
import type { Knex } from 'knex'
import { afterEach, expect } from 'vitest'
import type { TestApp } from './test-app.ts'

const REFUNDED = `coalesce((SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = p.id AND r.status = 'processed'), 0)`

/** Each statement returns one row per fault. */
const FAULTS = [
  // A captured payment belongs to one paid order, or an instalment of one, of its amount and currency, or must be refunded.
  `SELECT 'payment ' || p.id || ' fulfils an order that is not paid with it' AS fault
   FROM payments p JOIN orders o ON o.id = p.order_id
   LEFT JOIN order_instalments t ON t.payment_id = p.id AND t.order_id = o.id AND t.position = p.instalment_position
   WHERE p.fulfils_order AND NOT (p.status IN ('captured', 'refunded') AND o.payment_status <> 'unpaid'
     AND p.amount_cents = CASE WHEN o.is_in_instalments THEN t.amount_cents ELSE o.amount_cents END AND p.currency = o.currency)`,
  `SELECT 'payment ' || p.id || ' fulfils nothing and is not refunded' FROM payments p
   WHERE NOT p.fulfils_order AND p.status = 'captured' AND NOT EXISTS (
     SELECT 1 FROM refunds r WHERE r.payment_id = p.id AND r.amount_cents = p.amount_cents)
     AND p.flag IS DISTINCT FROM 'amount_mismatch' AND p.flag IS DISTINCT FROM 'unknown_order'`,
  // A paid order has its payment; a free order has a payment of zero.
  `SELECT 'order ' || o.id || ' is ' || o.payment_status || ' with ' || count(p.id) || ' payments'
   FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.fulfils_order
   WHERE NOT o.is_in_instalments
   GROUP BY o.id HAVING count(p.id) <> CASE o.payment_status WHEN 'unpaid' THEN 0 ELSE 1 END`,
  // The status of an order in instalments follows from its instalments, which add up to its amount.
  `SELECT 'order ' || o.id || ' in instalments is ' || o.payment_status FROM orders o
   LEFT JOIN order_instalments t ON t.order_id = o.id WHERE o.is_in_instalments OR t.order_id IS NOT NULL
   GROUP BY o.id HAVING NOT o.is_in_instalments OR coalesce(sum(t.amount_cents), 0) <> o.amount_cents
     OR o.payment_status <> 'refunded' AND o.payment_status <> CASE WHEN NOT bool_or(t.state = 'paid') THEN 'unpaid'
       WHEN bool_or(t.state IN ('waiting', 'due', 'lapsed')) THEN 'instalment_paid' ELSE 'paid' END`,
  `SELECT 'payment ' || p.id || ' is none, for an order that is not free' FROM payments p
   JOIN orders o ON o.id = p.order_id WHERE p.provider = 'none' AND o.amount_cents > 0`,
  // Revenue, which is payments less refunds, equals the price of the paid orders less their refunds, in each currency.
  `SELECT 'revenue ' || coalesce(revenue, 0) || ' ' || currency || ' for orders of ' || coalesce(due, 0) FROM (
     SELECT p.currency, sum(p.amount_cents - ${REFUNDED}) AS revenue FROM payments p
     WHERE p.fulfils_order AND p.status IN ('captured', 'refunded') GROUP BY 1) r
   FULL JOIN (
     SELECT o.currency, sum(CASE WHEN o.is_in_instalments
         THEN (SELECT sum(t.amount_cents) FROM order_instalments t WHERE t.order_id = o.id AND t.state = 'paid')
         ELSE o.amount_cents END - coalesce((SELECT sum(${REFUNDED}) FROM payments p
       WHERE p.order_id = o.id AND p.fulfils_order), 0)) AS due
     FROM orders o WHERE o.payment_status IN ('paid', 'instalment_paid') GROUP BY 1) d USING (currency)
   WHERE coalesce(revenue, 0) <> coalesce(due, 0)`,
  `SELECT 'refund ' || r.id || ' is in ' || r.currency || ', its payment in ' || p.currency
   FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.currency <> p.currency`,
  // Refunds never exceed the payment. A payment and its order are 'refunded' once all of it is refunded.
  `SELECT 'payment ' || p.id || ' of ' || p.amount_cents || ' gives back ' || sum(r.amount_cents)
   FROM payments p JOIN refunds r ON r.payment_id = p.id AND r.status <> 'failed'
   GROUP BY p.id HAVING sum(r.amount_cents) > p.amount_cents`,
  `SELECT 'payment ' || p.id || ' is ' || p.status || ' with ' || coalesce(sum(r.amount_cents), 0) || ' refunded'
   FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id AND r.status = 'processed'
   WHERE p.amount_cents > 0
   GROUP BY p.id HAVING (p.status = 'refunded') <> (coalesce(sum(r.amount_cents), 0) = p.amount_cents)`,
  `SELECT 'order ' || o.id || ' is ' || o.payment_status || ', its payments ' || string_agg(p.status, ' ')
   FROM orders o JOIN payments p ON p.order_id = o.id AND p.fulfils_order
   GROUP BY o.id HAVING (o.payment_status = 'refunded') <> bool_and(p.status = 'refunded')`,
  `SELECT 'coupon ' || c.code || ' has ' || c.used_count || ' uses on ' || count(r.id) || ' live orders'
   FROM coupons c LEFT JOIN coupon_redemptions r ON r.coupon_id = c.id AND r.status <> 'released'
   GROUP BY c.id HAVING c.used_count <> count(r.id) OR count(r.id) > c.usage_limit`,
  `SELECT 'order ' || o.id || ' is cancelled, unpaid and holds a use' FROM orders o
   JOIN coupon_redemptions r ON r.order_id = o.id AND r.status <> 'released'
   WHERE o.status = 'cancelled' AND o.payment_status = 'unpaid'`,
  `SELECT 'invoice ' || invoice_number || ' is there ' || count(*) || ' times' FROM orders
   GROUP BY invoice_number HAVING count(*) > 1`,
  // The first invoice bills its order or, if that is paid in instalments, its instalment.
  `SELECT 'invoice ' || i.serial || ' bills another sum than its order or instalment' FROM invoices i
   JOIN orders o ON o.id = i.order_id
   LEFT JOIN order_instalments t ON t.order_id = o.id AND t.position = i.instalment_position
   WHERE i.kind = 'invoice' AND i.replaces_id IS NULL AND i.document <> '{}'
     AND replace(i.document::jsonb -> 'charged' ->> 'amount', '.', '')::integer
       IS DISTINCT FROM CASE WHEN o.is_in_instalments THEN t.amount_cents ELSE o.amount_cents END`,
  // The numbers of invoices and of credit notes have no gaps.
  `SELECT kind || 's of ' || series || ' reach ' || max(number) || ', and there are ' || count(*) FROM invoices
   GROUP BY kind, series HAVING max(number) <> count(*)`,
]

export async function findBookFaults(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { fault: string }[] }>(FAULTS.join(' UNION ALL '))
  return rows.map(({ fault }) => fault)
}

/** For test files with purchases: registers the check after each test. */
export function checkBooksAfterEach(shop: TestApp): void {
  afterEach(async () => expect(await findBookFaults(shop.db)).toEqual([]))
}
