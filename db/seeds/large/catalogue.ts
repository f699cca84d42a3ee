/** The packages and coupons of the large seed. */
import type { Knex } from 'knex'
import { insertCounted, momentOf, orderedAt, pickText } from './sql.ts'

/** Five topics for each category, in the order of the categories. */
const TOPICS = [
  'Brochure Website,Booking System,Customer Portal,Membership Site,Multilingual Website',
  'iPhone App,Android App,Field Service App,Loyalty App,App Maintenance',
  'Cloud Hosting,Backup and Recovery,Server Hardening,Kubernetes Starter,Cost Review',
  'Local Search,Content Plan,Newsletter Setup,Conversion Review,Analytics Setup',
  'Process Review,Security Assessment,Vendor Selection,Data Protection Audit,IT Roadmap',
].flatMap((topics) => topics.split(','))
const CATEGORIES = 'Web Development,Mobile Apps,Cloud Services,SEO & Marketing,Business Consulting'.split(',')
const SECTORS =
  'Clinics,Hotels,Law Firms,Schools,Restaurants,Wholesalers,Architects,Museums,Car Dealers,Estate Agents,Charities,Manufacturers,Farms,Tour Operators,Dentists,Publishers,Gyms,Breweries,Logistics Firms,Accountants'.split(
    ',',
  )
export const LARGE_CATALOGUE_SLUG = 'brochure-website-for-clinics'

/** Every tenth package is inactive. @returns the id offset, see {@link insertCounted} */
export const insertLargeCatalogue = (trx: Knex.Transaction, packages: number): Promise<number> =>
  insertCounted(
    trx,
    `packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days, features,
       what_you_get, what_you_dont_get, is_active, created_at)`,
    `SELECT replace(lower(name), ' ', '-'), name, name || ', planned and carried out.',
       'We begin with a conversation, agree on what is to be reached, and report every week until it is.',
       9900 + topic * 14000 + sector * 2500, category, '/illustrations/' || regexp_replace(lower(category), '[^a-z]+', '-', 'g') || '.svg',
       2 + n % 43, ARRAY['A fixed price', 'One person to talk to', 'A report every week'],
       ARRAY['The finished work', 'Its documentation'], ARRAY['Running it afterwards'], n % 10 > 0, ${momentOf('0')}
     FROM (SELECT *, ${pickText(TOPICS, 'topic')} || ' for ' || ${pickText(SECTORS, 'sector')} AS name,
         ${pickText(CATEGORIES, 'topic / 5')} AS category
       FROM (SELECT n, (n - 1) % ${TOPICS.length} AS topic, (n - 1) / ${TOPICS.length} AS sector
         FROM generate_series(1, :packages) AS n) AS numbered) AS named
     ORDER BY n`,
    { packages },
  )

/** A coupon is for everybody, valid during so many orders, and then followed by the next. */
const ORDERS_A_COUPON = 100
const SEASONS = ['SPRING', 'SUMMER', 'AUTUMN', 'WINTER', 'LAUNCH', 'THANKS']

/** Inserts coupons that are not used yet. @returns the id offset, see {@link insertCounted} */
export const insertLargeCoupons = (trx: Knex.Transaction, orders: number): Promise<number> =>
  insertCounted(
    trx,
    'coupons (code, discount_type, discount_hundredths, expires_at, created_at)',
    `SELECT ${pickText(SEASONS, 'n')} || '-' || n, CASE n % 3 WHEN 0 THEN 'fixed' ELSE 'percentage' END,
       CASE n % 3 WHEN 0 THEN 1000 + n % 7 * 500 ELSE 500 + n % 5 * 500 END,
       CASE WHEN n % 4 > 0 THEN ${orderedAt(`n * ${ORDERS_A_COUPON}`)} + interval '30 days' END, ${orderedAt(`(n - 1) * ${ORDERS_A_COUPON}`)}
     FROM generate_series(1, :orders / ${ORDERS_A_COUPON}) AS n ORDER BY n`,
    { orders },
  )

/** SQL: the number of order n's coupon, or null. Every eighth order has the coupon of its time. */
export const COUPON_OF_ORDER = `CASE WHEN n % 8 = 3 THEN 1 + (n - 1) / ${ORDERS_A_COUPON} END`

/** Inserts a redemption for each order with a coupon; a cancelled order has released its own. Every fifth coupon is used up. */
export async function redeemLargeCoupons(
  trx: Knex.Transaction,
  starts: { ordersFrom: number; couponsFrom: number },
): Promise<void> {
  await trx.raw(
    `INSERT INTO coupon_redemptions (coupon_id, order_id, email_key, status, created_at, updated_at)
     SELECT coupon_id, id, lower(buyer ->> 'email'), CASE status WHEN 'cancelled' THEN 'released' ELSE 'redeemed' END, created_at, created_at
     FROM orders WHERE id > :ordersFrom AND coupon_id IS NOT NULL`,
    starts,
  )
  await trx.raw(
    `UPDATE coupons SET used_count = uses.count, usage_limit = CASE WHEN id % 5 = 0 THEN uses.count WHEN id % 3 = 0 THEN uses.count + 20 END
     FROM (SELECT coupon_id, count(*) AS count FROM coupon_redemptions WHERE status <> 'released' GROUP BY 1) AS uses
     WHERE id = uses.coupon_id AND id > :couponsFrom`,
    starts,
  )
}
