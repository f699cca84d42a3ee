/**
 * Finds rows by words. A word of three letters or more is found anywhere in the text, a shorter one at the beginning
 * of a word after a blank: the trigram indexes know no shorter pieces. Case does not count, all words must be there.
 */
import type { Model, QueryBuilder } from 'objection'

/** More words narrow nothing down any further, and each costs a look-up. */
const MOST_WORDS = 5
const SHORTEST_INSIDE = 3

/** As in migration 0007, to the letter: an index on an expression serves only that expression. */
const USER = `(' ' || users.first_name || ' ' || users.last_name || ' ' || users.email || ' ' || users.company)`
const REGISTRATION = `(' ' || registrations.first_name || ' ' || registrations.last_name || ' ' ||
  registrations.email || ' ' || registrations.company || ' ' || registrations.phone)`
const ORDER = `(' ' || CAST(orders.id AS text) || ' ' || orders.invoice_number || ' ' || orders.package_name || ' ' ||
  coalesce(orders.coupon_code, ''))`

/** An order is also found by who bought it. Apart and joined by UNION, so that each part uses its own index. */
const FOUND_ORDERS = `
  SELECT orders.id FROM orders WHERE ${ORDER} ILIKE :pattern
  UNION
  SELECT orders.id FROM orders JOIN users ON users.id = orders.user_id WHERE ${USER} ILIKE :pattern
  UNION
  SELECT orders.id FROM orders JOIN registrations ON registrations.id = orders.registration_id
  WHERE orders.user_id IS NULL AND ${REGISTRATION} ILIKE :pattern`

const CONDITIONS = {
  users: `${USER} ILIKE :pattern`,
  registrations: `${REGISTRATION} ILIKE :pattern`,
  orders: `orders.id IN (${FOUND_ORDERS})`,
  coupons: `(' ' || coupons.code) ILIKE :pattern`,
  packages: `(' ' || packages.name || ' ' || packages.category) ILIKE :pattern`,
  assignments: `(staff_assignments.staff_id IN (SELECT users.id FROM users WHERE ${USER} ILIKE :pattern)
    OR staff_assignments.order_id IN (${FOUND_ORDERS}))`,
}

/** Narrows a query on the table down to the rows that hold every word of `q`. */
export function whereFound<M extends Model>(
  query: QueryBuilder<M, M[]>,
  table: keyof typeof CONDITIONS,
  q: string | undefined,
): void {
  for (const pattern of toPatterns(q ?? '')) query.whereRaw(CONDITIONS[table], { pattern })
}

function toPatterns(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, MOST_WORDS).map((word) => {
    const literal = word.replaceAll(/[\\%_]/g, '\\$&')
    return word.length < SHORTEST_INSIDE ? `% ${literal}%` : `%${literal}%`
  })
}
