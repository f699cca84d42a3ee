/** A shop of some years, made by the database itself in a few seconds: for tests of plans and of load. */
import type { Knex } from 'knex'

interface Size {
  users: number
  orders: number
  packages: number
}

/**
 * Fills an empty database. Every twentieth order is unpaid and has only a form; orders are two minutes apart.
 * Names, companies and packages repeat as in life; e-mails and forms do not. There are no payments and no events.
 */
export async function insertManyOrders(
  db: Knex,
  { users = 20_000, orders = 100_000, packages = 12 }: Partial<Size> = {},
): Promise<void> {
  await db.raw(
    `INSERT INTO packages (slug, name, description, price_cents, category, image_url)
     SELECT 'package-' || n, 'Package ' || chr(64 + n) || ' for business', 'A package.', n * 10000 + 9900,
       'Web Development', '/illustrations/web-development.svg'
     FROM generate_series(1, ?) n`,
    [packages],
  )
  await db.raw(
    `INSERT INTO users (first_name, last_name, email, password_hash, company, is_staff, is_admin, created_at)
     SELECT 'Given' || n % 211, 'Surname' || n % 997, 'person' || n || '@company' || n % 3000 || '.example', 'unusable', 'Company ' || n % 3000,
       n % 1000 = 0, n % 5000 = 0, now() - make_interval(mins => n)
     FROM generate_series(1, ?) n`,
    [users],
  )
  await db.raw(
    `INSERT INTO registrations (package_id, first_name, last_name, email, phone, company, job_title, address, city,
       state, country, zip_code, created_at)
     SELECT 1 + n % :packages, 'Guest', 'Formname' || n % 499, 'guest' || n || '@example.com', '+1 602 555 ' || n,
       'Form Company ' || n % 700, 'Owner', '1 Road', 'Phoenix', 'Arizona', 'US', '85016',
       now() - make_interval(mins => n * 40)
     FROM generate_series(1, :forms) n`,
    { packages, forms: Math.floor(orders / 20) },
  )
  await db.raw(
    `INSERT INTO orders (package_id, package_name, delivery_days, user_id, registration_id, original_cents,
       amount_cents, usd_inr_rate, status, payment_status, created_at, paid_at)
     SELECT 1 + n % :packages, 'Package ' || chr(65 + n % :packages) || ' for business', 7,
       CASE WHEN n % 20 > 0 THEN 1 + n % :users END, CASE WHEN n % 20 = 0 THEN n / 20 END,
       (1 + n % :packages) * 10000 + 9900, (1 + n % :packages) * 10000 + 9900, 84.25,
       CASE WHEN n % 20 = 0 THEN 'cancelled' WHEN n % 50 = 1 THEN 'pending' WHEN n % 50 = 2 THEN 'processing'
         ELSE 'completed' END,
       CASE WHEN n % 20 = 0 THEN 'unpaid' ELSE 'paid' END,
       now() - make_interval(mins => n * 2), CASE WHEN n % 20 > 0 THEN now() - make_interval(mins => n * 2 - 1) END
     FROM generate_series(1, :orders) n`,
    { packages, users, orders },
  )
  await settle(db)
}

/**
 * What the database does by itself after a while: statistics, and which pages need no visit. The latter it notes only
 * where nobody looks on, and its own autovacuum may, so this is done until it has worked.
 */
async function settle(db: Knex): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await db.raw('VACUUM (ANALYZE) packages, users, registrations, orders')
    const unsettled = await db.raw<{ rows: unknown[] }>(
      `SELECT 1 FROM pg_class WHERE relname IN ('users', 'registrations', 'orders') AND relallvisible < relpages`,
    )
    if (unsettled.rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The tables are still being looked at by something else')
}
