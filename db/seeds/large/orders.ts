/** The orders of the large seed, with their forms, payments and refunds. */
import type { Knex } from 'knex'
import { listColumns } from '#db/connection/prepared.ts'
import { BUYER_COLUMNS } from '#db/models/people/buyer.ts'
import { DEMO_PROVIDER } from '#db/seeds/provider-id.ts'
import { COUPON_OF_ORDER } from './catalogue.ts'
import { describePerson } from './people.ts'
import { insertCounted, orderedAt } from './sql.ts'

/** SQL: the number of order n's user. Every fifth order is a user's first. Every twentieth was never paid and has a form instead of a user. */
const BUYER = `CASE WHEN n % 20 = 7 THEN NULL WHEN n % 5 = 0 THEN n / 5
  ELSE 1 + (n::bigint * 7919) % greatest(1, n / 5) END`

/** SQL: the number of order n's package. A few packages are bought often, most rarely. */
const PACKAGE = `1 + floor(:packages * power((n::bigint * 7919) % 10007 / 10007.0, 2))::integer`

const STATUS = `CASE WHEN n % 20 = 7 THEN 'cancelled' WHEN n > :orders * 0.994 THEN 'pending'
  WHEN n > :orders * 0.98 THEN 'processing' WHEN n % 97 = 5 OR n % 71 = 9 THEN 'cancelled' ELSE 'completed' END`

/** SQL: an order's `buyer`, from the row of an account or a form. */
const buyerFrom = (table: 'users' | 'registrations') =>
  `jsonb_build_object(${BUYER_COLUMNS.map((name) => `'${name}', ${table}.${listColumns([name])}`).join(', ')})`

/** SQL: the discount, rounded like in api/rules/money/pricing.ts. */
const DISCOUNT = `CASE coupons.discount_type
  WHEN 'percentage' THEN (price_cents::bigint * discount_hundredths * 2 + 10000) / 20000
  WHEN 'fixed' THEN least(discount_hundredths, price_cents) ELSE 0 END`

/**
 * Orders have no provider id, because the provider does not know them, so the reconciliation never asks about them.
 * @returns the id offset, see {@link insertCounted}
 */
export async function insertLargeOrders(
  trx: Knex.Transaction,
  starts: Record<'orders' | 'packages' | 'packagesFrom' | 'usersFrom' | 'couponsFrom', number>,
): Promise<number> {
  await trx.raw(
    `CREATE TEMPORARY TABLE planned ON COMMIT DROP AS
     SELECT n, ${orderedAt('n')} AS ordered_at, :packagesFrom + ${PACKAGE} AS package_id,
       -- Staff and admins buy nothing: their orders go to the user before them.
       :usersFrom + buyer - (buyer % 250 = 0 OR buyer % 4000 = 2)::integer AS user_id,
       :couponsFrom + ${COUPON_OF_ORDER} AS coupon_id, ${STATUS} AS status,
       CASE WHEN buyer IS NULL THEN 'unpaid' WHEN n % 97 = 5 AND n < :orders * 0.98 THEN 'refunded' ELSE 'paid' END AS payment_status,
       CASE WHEN n % 5 = 0 OR buyer IS NULL THEN row_number() OVER (PARTITION BY n % 5 = 0 OR buyer IS NULL ORDER BY n) END AS form
     FROM (SELECT n, ${BUYER} AS buyer FROM generate_series(1, :orders) AS n) AS numbered`,
    starts,
  )
  const guest = describePerson('guest')
  const fields = Object.entries(guest).map(([name, sql]) => `coalesce(users.${listColumns([name])}, ${sql})`)
  const formsFrom = await insertCounted(
    trx,
    `registrations (package_id, user_id, ${listColumns(Object.keys(guest))}, created_at)`,
    `SELECT planned.package_id, users.id, ${fields.join(', ')}, ordered_at
     FROM planned LEFT JOIN users ON users.id = planned.user_id WHERE form IS NOT NULL ORDER BY form`,
  )
  const ordersFrom = await insertCounted(
    trx,
    `orders (package_id, package_name, delivery_days, user_id, registration_id, buyer, original_cents, discount_cents, amount_cents,
       usd_inr_rate, provider, coupon_id, coupon_code, status, payment_status, created_at, paid_at)`,
    `SELECT package_id, name, delivery_days, user_id, :formsFrom + form, buyer, price_cents, discount, price_cents - discount, 84.25,
       :provider, coupon_id, code, status, payment_status, ordered_at, CASE WHEN payment_status <> 'unpaid' THEN ordered_at + interval '90 seconds' END
     FROM (SELECT planned.*, packages.name, packages.delivery_days, packages.price_cents, coupons.code, ${DISCOUNT} AS discount,
         CASE WHEN form IS NULL THEN ${buyerFrom('users')} ELSE ${buyerFrom('registrations')} END AS buyer
       FROM planned JOIN packages ON packages.id = planned.package_id
         LEFT JOIN coupons ON coupons.id = planned.coupon_id LEFT JOIN users ON users.id = planned.user_id
         LEFT JOIN registrations ON registrations.id = :formsFrom + planned.form) AS priced
     ORDER BY n`,
    { formsFrom, provider: DEMO_PROVIDER },
  )
  await trx.raw(
    `INSERT INTO payments (order_id, provider, provider_payment_id, amount_cents, currency, status, fulfils_order, created_at, captured_at)
     SELECT id, :provider, 'pay_large' || id - :ordersFrom, amount_cents, currency,
       CASE payment_status WHEN 'refunded' THEN 'refunded' ELSE 'captured' END, true, paid_at, paid_at
     FROM orders WHERE id > :ordersFrom AND payment_status <> 'unpaid' ORDER BY id`,
    { ordersFrom, provider: DEMO_PROVIDER },
  )
  await trx.raw(
    `INSERT INTO refunds (payment_id, amount_cents, reason, status, provider_refund_id, created_at, processed_at)
     SELECT payments.id, payments.amount_cents, 'Cancelled before the work began', 'processed', 'rfnd_large' || payments.id,
       orders.created_at + interval '1 day', orders.created_at + interval '2 days'
     FROM payments JOIN orders ON orders.id = payments.order_id WHERE orders.id > ? AND payments.status = 'refunded'`,
    [ordersFrom],
  )
  return ordersFrom
}
