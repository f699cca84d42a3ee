/** The demo's history is consistent and follows the shop's rules. */
import type { Knex } from 'knex'
import { describe, expect, test } from 'vitest'
import { calendar, policyVersions } from '#api/content/content.ts'
import { seedRules } from '#api/demo/seed-rules.ts'
import { countFigures } from '#api/operations/overview/overview.ts'
import { computePromisedDate, getPromisedAt } from '#api/orders/order/delivery.ts'
import { addWorkingDays } from '#api/rules/business-calendar.ts'
import { Order } from '#db/models/orders/order.ts'
import { OrderFile } from '#db/models/orders/order-file.ts'
import { readPackages } from '#db/seeds/catalogue/packages.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { openTestDb } from '#db/testing/test-db.ts'
import { findBookFaults } from './books.ts'

/** The sizes of stored files in bytes, by file id. */
const stored = new Map<string, number>()
const storeFile = async (_trx: Knex.Transaction, id: string, bytes: Uint8Array) =>
  void stored.set(id, bytes.length)
const shop = openTestDb({ seed: (db) => seedDemo(db, { ...seedRules, storeFile }) })
const again = openTestDb({ seed: (db) => seedDemo(db, seedRules) })

/** What holds, and SQL that selects a `fault` for each row that contradicts it. */
const INVARIANTS: Record<string, string> = {
  'a completed order has its work completed': `
      SELECT invoice_number AS fault FROM orders o WHERE status = 'completed'
      AND NOT EXISTS (SELECT FROM staff_assignments a WHERE a.order_id = o.id AND a.status = 'completed')
      OR status = 'completed' AND EXISTS (SELECT FROM staff_assignments a WHERE a.order_id = o.id AND a.status <> 'completed')`,
  'a review with a badge is of an order that was completed before, paid and not refunded': `
      SELECT customer_name AS fault FROM reviews r JOIN orders o ON o.id = r.order_id
      WHERE o.status <> 'completed' OR o.payment_status <> 'paid' OR o.amount_cents = 0 OR r.created_at < o.completed_at
        OR r.customer_name <> (o.buyer ->> 'firstName') || ' ' || (o.buyer ->> 'lastName')`,
  'a review with a badge tells of its writer, not of another customer': `
      SELECT customer_name || ': ' || comment AS fault FROM reviews WHERE order_id IS NOT NULL AND comment ~*
        'leeds|lagos|basel|guests|contractor|kochi|warehouse|major releases|yarn|41,000|kent|our shop|twelve findings|french|charity'`,
  'work begins when all required answers are in': `
      SELECT o.invoice_number || ': ' || q.question AS fault FROM orders o
      JOIN package_questions q ON q.package_id = o.package_id AND q.required
      JOIN staff_assignments a ON a.order_id = o.id AND a.status <> 'assigned'
      WHERE NOT EXISTS (SELECT FROM order_answers r WHERE r.order_id = o.id AND r.question_id = q.id AND r.answer <> '')`,
  'an answer is to a question of the package': `
      SELECT o.invoice_number || ': ' || a.question AS fault FROM order_answers a JOIN orders o ON o.id = a.order_id
      LEFT JOIN package_questions q ON q.id = a.question_id AND q.package_id = o.package_id AND q.question = a.question
      WHERE q.id IS NULL`,
  'the last line of history about each status is what the order has': `
      SELECT o.invoice_number AS fault FROM orders o
      JOIN LATERAL (SELECT to_value FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status'
        ORDER BY id DESC LIMIT 1) s ON true
      LEFT JOIN LATERAL (SELECT to_value FROM order_events e WHERE e.order_id = o.id AND e.kind = 'payment_status'
        ORDER BY id DESC LIMIT 1) p ON true
      WHERE s.to_value <> o.status OR coalesce(p.to_value, 'unpaid') <> o.payment_status`,
  'each line of history begins where the one before ended, and later': `
      SELECT 'order ' || order_id || ' ' || kind AS fault FROM (
        SELECT order_id, kind, from_value, created_at,
          lag(to_value, 1, CASE kind WHEN 'payment_status' THEN 'unpaid' END) OVER lines AS expected,
          lag(created_at) OVER lines AS before
        FROM order_events WHERE kind <> 'note' WINDOW lines AS (PARTITION BY order_id, kind ORDER BY id)) steps
      WHERE from_value IS DISTINCT FROM expected OR created_at < before`,
  'an assignment has a line for each step, in their order': `
      SELECT 'assignment ' || a.id AS fault FROM staff_assignments a
      JOIN LATERAL (SELECT string_agg(to_status, ' ' ORDER BY e.created_at, e.id) AS steps
        FROM assignment_events e WHERE e.assignment_id = a.id) AS taken ON true
      WHERE taken.steps IS DISTINCT FROM CASE a.status WHEN 'assigned' THEN 'assigned'
        WHEN 'in_progress' THEN 'assigned in_progress' ELSE 'assigned in_progress completed' END`,
  'staff have completed as much as they are said to have': `
      SELECT u.email AS fault FROM users u LEFT JOIN staff_assignments a ON a.staff_id = u.id AND a.status = 'completed'
      GROUP BY u.id HAVING count(a.id) <> u.completed_assignments`,
  'notes of the team are written while the work is done': `
      SELECT n.text AS fault FROM order_messages n LEFT JOIN staff_assignments a USING (order_id)
      WHERE n.is_team_only AND (n.author_id IS DISTINCT FROM a.staff_id OR n.created_at < a.assigned_at OR n.created_at > (
        SELECT max(created_at) FROM assignment_events e WHERE e.assignment_id = a.id AND e.to_status = 'completed'))`,
  'nothing of an order happens before it is placed, and nothing in the future': `
      SELECT source || ' of order ' || order_id AS fault FROM (
        SELECT 'event' AS source, order_id, created_at AS at FROM order_events
        UNION ALL SELECT 'payment', order_id, captured_at FROM payments WHERE order_id IS NOT NULL
        UNION ALL SELECT 'answer', order_id, created_at FROM order_answers
        UNION ALL SELECT 'assignment', order_id, assigned_at FROM staff_assignments
        UNION ALL SELECT 'refund', p.order_id, r.created_at FROM refunds r JOIN payments p ON p.id = r.payment_id
        UNION ALL SELECT 'invoice', order_id, issued_at FROM invoices
        UNION ALL SELECT 'mail', (payload ->> 'orderId')::int, created_at FROM outbox WHERE payload ->> 'orderId' IS NOT NULL) AS things
      JOIN orders o ON o.id = order_id WHERE at < o.created_at OR at > now()`,
  'a paid order has one invoice of its payment, and a refund its credit note': `
      SELECT o.invoice_number AS fault FROM orders o
      LEFT JOIN invoices i ON i.order_id = o.id AND i.kind = 'invoice' AND i.issued_at >= o.paid_at
      GROUP BY o.id HAVING count(i.id) <> CASE o.payment_status WHEN 'unpaid' THEN 0 ELSE 1 END
      UNION ALL SELECT 'refund ' || r.id FROM refunds r LEFT JOIN invoices i ON i.refund_id = r.id AND i.kind = 'credit_note'
      WHERE i.id IS NULL`,
  'serials are in the order of issue': `
      SELECT serial AS fault FROM (SELECT serial, issued_at,
        lag(issued_at) OVER (PARTITION BY kind, series ORDER BY number) AS before FROM invoices) AS issued
      WHERE issued_at < before`,
  'a customer joined with the first payment, by a form': `
      SELECT u.email AS fault FROM users u JOIN orders o ON o.user_id = u.id
      WHERE NOT u.is_staff AND NOT u.is_admin GROUP BY u.id HAVING u.created_at <> min(o.paid_at)
      UNION ALL SELECT email FROM users WHERE NOT is_staff AND NOT is_admin
        AND NOT EXISTS (SELECT FROM registrations r WHERE r.user_id = users.id)`,
  'a paid order is confirmed by mail and told to the admins': `
      SELECT o.invoice_number AS fault FROM orders o WHERE payment_status <> 'unpaid' AND NOT EXISTS (
        SELECT FROM outbox m WHERE m.kind = 'order_confirmation' AND m.payload ->> 'orderId' = o.id::text
          AND m.subject LIKE '%' || o.invoice_number || '%' AND m.to_email = o.buyer ->> 'email')
      OR paid_at > now() - interval '80 days' AND NOT EXISTS (
        SELECT FROM notifications n WHERE n.key = 'order_paid:' || o.id)`,
  'what admins and staff changed is in the audit log': `
      SELECT 'event ' || e.id AS fault FROM order_events e WHERE kind = 'status' AND actor_id IS NOT NULL
        AND from_value IS NOT NULL AND from_value <> to_value AND NOT EXISTS (
        SELECT FROM audit_log l WHERE l.subject = 'order' AND l.subject_id = e.order_id AND l.actor_id = e.actor_id AND l.created_at = e.created_at)
      UNION ALL SELECT 'assignment ' || assignment_id FROM assignment_events e WHERE NOT EXISTS (
        SELECT FROM audit_log l WHERE l.subject = 'assignment' AND l.subject_id = e.assignment_id AND l.created_at = e.created_at)`,
}

test.each(Object.entries(INVARIANTS))('%s', async (_, sql) => {
  const { rows } = await shop.db.raw<{ rows: { fault: string }[] }>(sql)
  expect(rows).toEqual([])
})

test('its texts are spelled as the site’s are', async () => {
  const { rows } = await shop.db.raw<{ rows: { text: string }[] }>(
    `SELECT text FROM order_messages UNION ALL SELECT text FROM saved_replies UNION ALL SELECT note FROM deliveries
     UNION ALL SELECT answer FROM order_answers UNION ALL SELECT comment FROM reviews UNION ALL SELECT question FROM package_questions
     UNION ALL SELECT description || array_to_string(features || what_you_get || what_you_dont_get, ' ') FROM packages`,
  )
  const american =
    /\b(colors?|catalogs?|inquir\w+|aging|behaviors?|licenses?|favorites?|neighbors?|organized|canceled)\b/i
  expect(rows.filter(({ text }) => american.test(text))).toEqual([])
})

test('the books are right', async () => {
  expect(await findBookFaults(shop.db)).toEqual([])
})

test('the overview adds up: its months are all of the revenue', async () => {
  const { totalRevenue, revenue, totalOrders } = await shop.db.transaction(countFigures)
  const months = revenue.month.reduce((sum, { amount }) => sum + Number(amount), 0)
  expect(months).toBeCloseTo(Number(totalRevenue), 2)
  expect(totalOrders).toBe(await Order.query(shop.db).whereNot({ paymentStatus: 'unpaid' }).resultSize())
})

test('the reviews are those of the catalogue, which the first pages are built with, the same one newest', async () => {
  const packages = readPackages()
  const said = packages.flatMap(({ slug, reviews }) =>
    reviews.map(({ customerName, comment }) => `${slug}, ${customerName}: ${comment}`),
  )
  expect(new Set(packages.flatMap(({ reviews }) => reviews.map(({ comment }) => comment))).size).toBe(
    said.length,
  )
  const rows: Record<'slug' | 'customerName' | 'comment', string>[] = await shop
    .db('reviews')
    .join('packages', 'packages.id', 'reviews.packageId')
    .orderBy('reviews.createdAt', 'desc')
    .select('slug', 'customerName', 'comment')
    .where({ state: 'shown' })
  const shown = rows.map(({ slug, customerName, comment }) => `${slug}, ${customerName}: ${comment}`)
  expect(said).toEqual(expect.arrayContaining(shown))
  for (const { slug } of packages) {
    const isOfIt = (line: string) => line.startsWith(`${slug}, `)
    expect(shown.find(isOfIt)).toBe(said.find(isOfIt))
  }
})

test('it is the same at each first start', async () => {
  const read = (db: Knex) =>
    db('orders')
      .join('order_events', 'order_events.orderId', 'orders.id')
      .orderBy('order_events.id')
      .select('receipt', 'buyer', 'amountCents', 'usdInrRate', 'status', 'kind', 'toValue', 'note')
  expect(await read(again.db)).toEqual(await read(shop.db))
})

test('each date is promised by the rule of delivery', async () => {
  const paid = await Order.query(shop.db).whereNot({ paymentStatus: 'unpaid' })
  for (const order of paid) {
    const { invoiceNumber, answersInAt, paidAt, deliveryDays } = order
    const from = answersInAt ?? paidAt ?? new Date()
    expect(getPromisedAt(order), invoiceNumber).toEqual(computePromisedDate(from, deliveryDays))
  }
})

test('its files lie where uploads do, sent by who has part in the order and waiting to be checked', async () => {
  const files = await OrderFile.query(shop.db)
  expect(new Map(files.map(({ id, sizeBytes }) => [id, Number(sizeBytes)]))).toEqual(stored)
  for (const { state, messageId, deliveryId, uploaderId, name } of files) {
    expect([state, messageId ?? deliveryId], name).toEqual(['checking', expect.any(Number)])
    expect(await shop.db('message_reads').where({ userId: uploaderId }), name).not.toEqual([])
  }
  expect(await OrderFile.query(again.db)).toEqual([])
})

test('an order has accepted the version of each policy that was in force on its day, or before all of them the first', async () => {
  const orders = await Order.query(shop.db).select('invoiceNumber', 'acceptedPolicies', 'createdAt')
  const accepted = orders.flatMap(({ invoiceNumber, acceptedPolicies, createdAt }) =>
    (acceptedPolicies ?? []).map(({ policy, version }) => {
      const versions = policyVersions.filter((one) => one.policy === policy).map((one) => one.version)
      const inForce = versions.toSorted().findLast((one) => new Date(one) <= createdAt)
      return { order: `${invoiceNumber}, ${policy}`, version, inForce: inForce ?? versions.toSorted()[0] }
    }),
  )
  expect(new Set(accepted.map(({ version }) => version)).size).toBeGreaterThan(1)
  for (const { order, version, inForce } of accepted) expect(version, order).toBe(inForce)
})

describe('there is something of everything that people look for', () => {
  const open = `payment_status = 'paid' AND status IN ('pending', 'processing')`
  test.each<[what: string, atLeast: number, from: string]>([
    ['orders', 60, 'orders'],
    ['staff', 4, 'users WHERE is_staff'],
    ['refunds, one in part', 2, 'refunds'],
    ['overdue orders', 3, `orders WHERE ${open} AND promised_at < now()`],
    [
      'paid orders of nobody',
      4,
      `orders o WHERE ${open} AND NOT EXISTS (SELECT FROM staff_assignments WHERE order_id = o.id)`,
    ],
    ['orders that wait for answers', 5, `orders WHERE ${open} AND answers_in_at IS NULL`],
    [
      'orders whose work is done',
      2,
      `orders o WHERE ${open} AND EXISTS (SELECT FROM staff_assignments WHERE order_id = o.id AND status = 'completed')`,
    ],
    ['money without order to look at', 1, 'payments WHERE NOT fulfils_order AND looked_at IS NULL'],
    ['files of customers and of a delivery', 4, 'order_files'],
    ['saved replies', 3, 'saved_replies'],
    ['open disputes', 1, `disputes WHERE status = 'open'`],
    ['failed mails', 1, `outbox WHERE state = 'failed'`],
    ['unpaid attempts', 3, `orders WHERE payment_status = 'unpaid'`],
    ['reviews of real orders', 30, `reviews WHERE order_id IS NOT NULL AND state = 'shown'`],
    ['days on which people joined', 25, '(SELECT DISTINCT created_at::date FROM users) AS days'],
    [
      'weeks in which something was sold',
      15,
      `(SELECT DISTINCT date_trunc('week', paid_at) FROM orders WHERE paid_at IS NOT NULL) AS weeks`,
    ],
    [
      'unread notifications',
      3,
      'notifications WHERE NOT EXISTS (SELECT FROM notification_reads WHERE notification_id = id)',
    ],
  ])('%s', async (_, atLeast, from) => {
    const [row] = (await shop.db.raw<{ rows: [{ n: number }] }>(`SELECT count(*)::int AS n FROM ${from}`))
      .rows
    expect(row.n).toBeGreaterThanOrEqual(atLeast)
  })

  test('orders that are due within three working days', async () => {
    const due = await Order.query(shop.db)
      .where({ paymentStatus: 'paid', status: 'processing' })
      .where('promisedAt', '>', new Date())
      .where('promisedAt', '<=', addWorkingDays(new Date(), 3, calendar))
    expect(due.length).toBeGreaterThanOrEqual(2)
  })
})
