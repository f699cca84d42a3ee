import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { money } from '#api/rules/money/money.ts'
import { quotePrice, toColumns } from '#api/rules/money/pricing.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { seedLarge } from '#db/seeds/large.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)

/** Each statement returns one row per fault. */
const FAULTS = [
  `SELECT 'order ' || orders.id || ' is ' || status || ', its history says ' || coalesce(last.to_value, 'nothing') AS fault
   FROM orders LEFT JOIN (SELECT DISTINCT ON (order_id) order_id, to_value FROM order_events WHERE kind = 'status'
     ORDER BY order_id, id DESC) AS last ON last.order_id = orders.id
   WHERE last.to_value IS DISTINCT FROM status`,
  `SELECT 'order ' || orders.id || ' is ' || payment_status FROM orders WHERE payment_status <> coalesce(
     (SELECT to_value FROM order_events WHERE order_id = orders.id AND kind = 'payment_status' ORDER BY id DESC LIMIT 1),
     'unpaid')`,
  `SELECT 'event ' || id || ' follows none' FROM (SELECT *, lag(to_value) OVER (PARTITION BY order_id, kind ORDER BY id)
     AS before FROM order_events WHERE kind = 'status') AS events WHERE from_value IS DISTINCT FROM before`,
  `SELECT 'event ' || id || ' is of the future' FROM order_events WHERE created_at > now()`,
  `SELECT 'assignment ' || id || ' is ' || status FROM staff_assignments WHERE status <>
     (SELECT to_status FROM assignment_events WHERE assignment_id = staff_assignments.id ORDER BY id DESC LIMIT 1)`,
  `SELECT 'assignment ' || staff_assignments.id || ' is of an unpaid order' FROM staff_assignments
   JOIN orders ON orders.id = order_id WHERE payment_status = 'unpaid'`,
  `SELECT 'assignment ' || staff_assignments.id || ' is with somebody else' FROM staff_assignments
   JOIN users ON users.id = staff_id WHERE NOT is_staff`,
  `SELECT 'order ' || orders.id || ' was made when its coupon was not valid' FROM orders
   JOIN coupons ON coupons.id = coupon_id
   WHERE orders.created_at < coupons.created_at OR orders.created_at > coupons.expires_at`,
  `SELECT 'order ' || orders.id || ' has ' || count(invoices.id) || ' invoices' FROM orders
   LEFT JOIN invoices ON invoices.order_id = orders.id
   GROUP BY orders.id HAVING count(invoices.id) <> CASE orders.payment_status WHEN 'unpaid' THEN 0 ELSE 1 END`,
  `SELECT 'invoice ' || serial || ' is not what was hashed' FROM invoices
   WHERE sha256 <> encode(sha256(convert_to(document, 'UTF8')), 'hex')`,
  `SELECT 'order ' || orders.id || ' is older than its account' FROM orders JOIN users ON users.id = user_id
   WHERE orders.created_at < users.created_at`,
]

/** Reads the definitions of all indexes and foreign keys. */
async function readSchema(): Promise<string[]> {
  const { rows } = await shop.db.raw<{ rows: { definition: string }[] }>(
    `SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     ORDER BY 1`,
  )
  return rows.map(({ definition }) => definition)
}

test('large data is made once, is consistent, and leaves every index and foreign key as it was', async () => {
  const schema = await readSchema()
  expect(await seedLarge(shop.db, { orders: 3000, packages: 60 })).toBe(true)
  expect(await seedLarge(shop.db, { orders: 3000, packages: 60 })).toBe(false)
  expect(await Order.query(shop.db).resultSize()).toBe(3000)
  expect(await readSchema()).toEqual(schema)
  // Histories match statuses, coupons were valid, prices follow the rule.
  const { rows: faults } = await shop.db.raw<{ rows: { fault: string }[] }>(FAULTS.join(' UNION ALL '))
  expect(faults).toEqual([])
  const orders = (await Order.query(shop.db)
    .join('coupons', 'coupons.id', 'orders.couponId')
    .select('orders.*', 'coupons.discountType', 'coupons.discountHundredths')) as (Order & {
    discountType: 'percentage' | 'fixed'
    discountHundredths: number
  })[]
  expect(orders.length).toBeGreaterThan(300)
  for (const {
    originalCents,
    discountCents,
    amountCents,
    currency,
    discountType,
    discountHundredths,
  } of orders) {
    const discount = { discountType, discount: discountHundredths / 100 }
    const quote = quotePrice(money(originalCents, currency), discount)
    expect({ originalCents, discountCents, amountCents, currency }).toEqual(toColumns(quote))
  }
})

test('production refuses large data before it looks for a database', async () => {
  const script = join(import.meta.dirname, '..', 'shop.ts')
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: shop.dbUrl }
  const [code, said] = await new Promise<[unknown, string]>((done) => {
    execFile(process.execPath, [script, 'seed-large'], { env }, (error, _out, stderr) =>
      done([error?.code, stderr]),
    )
  })
  expect(code).toBe(1)
  expect(said).toBe('✘ NODE_ENV is production: made-up orders do not belong there\n')
  expect(await Order.query(shop.db).resultSize()).toBe(0)
})
