/**
 * A shop of three years: 100,000 orders of 20,000 users, each whole, made by the database itself. Beside what is there
 * already, so that the demo's accounts sign in to it.
 */
import type { Knex } from 'knex'
import { insertLargeCatalogue, LARGE_CATALOGUE_SLUG, MOST_PACKAGES } from './large/catalogue.ts'
import { insertLargeCoupons, redeemLargeCoupons } from './large/coupons.ts'
import { insertLargeOrders } from './large/orders.ts'
import { insertLargeUsers } from './large/people.ts'
import { insertLargeWork } from './large/work.ts'

export interface LargeSize {
  orders: number
  packages: number
  /** Whether they have histories, answers, assignments and a log: two thirds of the rows. */
  hasWork: boolean
}

const FULL: LargeSize = { orders: 100_000, packages: MOST_PACKAGES, hasWork: true }
/** Every user's first order has a form; the others are spread over all. */
const ORDERS_A_USER = 5

/** What is made here, in the order of its making. */
const TABLES = [
  ...['packages', 'package_questions', 'reviews', 'users', 'coupons', 'registrations', 'orders', 'payments'],
  ...['refunds'],
  ...['coupon_redemptions', 'order_events', 'order_answers', 'staff_assignments', 'assignment_events'],
  ...['assignment_notes', 'audit_log'],
]

/**
 * Adds all of it or nothing; a database that has it is left as it is. Nobody can sign in as one of its people.
 * @param size less, for tests; orders in multiples of 2,500, so that some are staff
 * @returns whether anything was made
 */
export async function seedLarge(db: Knex, size: Partial<LargeSize> = {}): Promise<boolean> {
  const isMade = await db.transaction(async (trx) => {
    // Ids are counted on from the first, so nobody else may take one meanwhile.
    await trx.raw(`LOCK TABLE ${TABLES.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
    if ((await trx('packages').where({ slug: LARGE_CATALOGUE_SLUG })).length > 0) return false
    const counts = { ...FULL, ...size }
    const packagesFrom = await insertLargeCatalogue(trx, counts)
    const usersFrom = await insertLargeUsers(trx, counts.orders / ORDERS_A_USER)
    const couponsFrom = await insertLargeCoupons(trx, { ...counts, packagesFrom })
    const ordersFrom = await insertLargeOrders(trx, { ...counts, packagesFrom, usersFrom, couponsFrom })
    await redeemLargeCoupons(trx, { ordersFrom, couponsFrom })
    if (counts.hasWork) await insertLargeWork(trx, { ordersFrom, packagesFrom, couponsFrom })
    return true
  })
  if (isMade) await settle(db)
  return isMade
}

/**
 * What the database does by itself after a while: statistics, and which pages need no visit. The latter it notes only
 * where nobody looks on, and its own autovacuum may, so this is done until it has worked.
 */
async function settle(db: Knex): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await db.raw(`VACUUM (ANALYZE) ${TABLES.join(', ')}`)
    const unsettled = await db.raw<{ rows: unknown[] }>(
      `SELECT 1 FROM pg_class WHERE relname IN ('users', 'registrations', 'orders') AND relallvisible < relpages`,
    )
    if (unsettled.rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
