import type { Knex } from 'knex'
import { insertCounted, momentOf, pickText } from './insert.ts'

/** Coupons for everybody, each valid after the one before. */
const CAMPAIGNS = 300
/** Coupons for one package each, not used so far. */
const PARTNERS = 200
/** Every hundredth order used an exit-offer coupon, and one in four such coupons was used. */
const ORDERS_A_TAKEN_OFFER = 100
const OFFERS_A_TAKEN_ONE = 4

const SEASONS = ['SPRING', 'SUMMER', 'AUTUMN', 'WINTER', 'LAUNCH', 'THANKS']

/** When order n was placed: orders are spread evenly over the three years, up to the last hour. */
export const ORDERED_AT = (n: string) => momentOf(`(${n}) / :orders::float8`)

/** Inserts coupons that are not used yet. @returns the id offset, see {@link insertCounted} */
export async function insertLargeCoupons(
  trx: Knex.Transaction,
  { orders, packages, packagesFrom }: { orders: number; packages: number; packagesFrom: number },
): Promise<number> {
  const offers = Math.ceil(orders / ORDERS_A_TAKEN_OFFER) * OFFERS_A_TAKEN_ONE
  const from = await insertCounted(trx, {
    table: 'coupons',
    columns: `code, discount_type, discount_hundredths, expires_at, created_at`,
    select: `
      SELECT ${pickText(SEASONS, 'n')} || '-' || n, CASE n % 3 WHEN 0 THEN 'fixed' ELSE 'percentage' END,
        CASE n % 3 WHEN 0 THEN 1000 + n % 7 * 500 ELSE 500 + n % 5 * 500 END,
        CASE WHEN n % 4 > 0 OR n < ${CAMPAIGNS} - 20 THEN ends_at + interval '30 days' END, starts_at
      FROM (SELECT n, ${ORDERED_AT(`(n - 1) * :orders / ${CAMPAIGNS}`)} AS starts_at,
          ${ORDERED_AT(`n * :orders / ${CAMPAIGNS}`)} AS ends_at
        FROM generate_series(1, ${CAMPAIGNS}) AS n) AS campaigns
      ORDER BY n`,
    bindings: { orders },
  })
  await trx.raw(
    `INSERT INTO coupons (code, discount_type, discount_hundredths, usage_limit, status, package_id, created_at)
     SELECT 'PARTNER-' || n, 'percentage', 1500, 50, CASE n % 5 WHEN 0 THEN 'inactive' ELSE 'active' END,
       :packagesFrom + 1 + n % :packages, now() - make_interval(days => n)
     FROM generate_series(1, ${PARTNERS}) AS n`,
    { packages, packagesFrom },
  )
  await trx.raw(
    `INSERT INTO coupons (code, discount_type, discount_hundredths, usage_limit, expires_at, new_customers_only,
       is_exit_offer, created_at)
     SELECT 'SAVE20-' || upper(substr(md5('offer ' || n), 1, 10)), 'percentage', 2000, 1,
       made_at + interval '30 minutes', true, true, made_at
     FROM (SELECT n, ${ORDERED_AT(`n * ${ORDERS_A_TAKEN_OFFER / OFFERS_A_TAKEN_ONE}`)} - interval '5 minutes' AS made_at
       FROM generate_series(1, :offers) AS n) AS offers
     ORDER BY n`,
    { orders, offers },
  )
  return from
}

/**
 * SQL: the number of order n's coupon, or null. Every eighth order has the coupon of that time's campaign, and some first orders
 * have one of the exit offer, except every 1,250th, whose user is staff.
 */
export const COUPON_OF_ORDER = `CASE
  WHEN n % 8 = 3 THEN 1 + (n - 1)::bigint * ${CAMPAIGNS} / :orders
  WHEN n % ${ORDERS_A_TAKEN_OFFER} = 0 AND n % 1250 > 0
    THEN ${CAMPAIGNS + PARTNERS} + n / ${ORDERS_A_TAKEN_OFFER} * ${OFFERS_A_TAKEN_ONE} END`

/** Inserts a redemption for each order with a coupon; a cancelled order has released its own. Every fifth campaign is used up. */
export async function redeemLargeCoupons(
  trx: Knex.Transaction,
  { ordersFrom, couponsFrom }: { ordersFrom: number; couponsFrom: number },
): Promise<void> {
  await trx.raw(
    `INSERT INTO coupon_redemptions (coupon_id, order_id, email_key, status, created_at, updated_at)
     SELECT orders.coupon_id, orders.id, lower(coalesce(users.email, registrations.email)),
       CASE orders.status WHEN 'cancelled' THEN 'released' ELSE 'redeemed' END, orders.created_at, orders.created_at
     FROM orders LEFT JOIN users ON users.id = orders.user_id
       LEFT JOIN registrations ON registrations.id = orders.registration_id
     WHERE orders.id > ? AND orders.coupon_id IS NOT NULL`,
    [ordersFrom],
  )
  await trx.raw(
    `UPDATE coupons SET used_count = uses.count,
       usage_limit = CASE WHEN coupons.usage_limit IS NOT NULL THEN coupons.usage_limit
         WHEN coupons.id % 5 = 0 THEN uses.count WHEN coupons.id % 3 = 0 THEN uses.count + 20 END
     FROM (SELECT coupon_id, count(*) AS count FROM coupon_redemptions WHERE status <> 'released' GROUP BY 1) AS uses
     WHERE coupons.id = uses.coupon_id AND coupons.id > ?`,
    [couponsFrom],
  )
}
