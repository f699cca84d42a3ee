/**
 * Finds rows by words. A word of three letters or more is found anywhere in the text, a shorter one at the beginning
 * of a word after a blank: the trigram indexes know no shorter pieces. Case does not count, all words must be there.
 */
import type { Model, QueryBuilder } from 'objection'

/** More words narrow nothing down any further, and each costs a look-up. */
const MOST_WORDS = 5
const SHORTEST_INSIDE = 3

/** As in migrations 0007 and 0020, to the letter: an index on an expression serves only that expression. */
export const USER = `(' ' || users.first_name || ' ' || users.last_name || ' ' || users.email || ' ' || users.company)`
const REGISTRATION = `(' ' || registrations.first_name || ' ' || registrations.last_name || ' ' ||
  registrations.email || ' ' || registrations.company || ' ' || registrations.phone)`
const ORDER = `(' ' || CAST(orders.id AS text) || ' ' || orders.invoice_number || ' ' || orders.package_name || ' ' ||
  coalesce(orders.coupon_code, '') || ' ' || (orders.buyer ->> 'firstName') || ' ' || (orders.buyer ->> 'lastName') ||
  ' ' || (orders.buyer ->> 'email') || ' ' || (orders.buyer ->> 'company') || ' ' || (orders.buyer ->> 'phone'))`

/** Names of bindings, one a word. */
type Words = string[]

const everyWord = (text: string) => (words: Words) =>
  words.map((word) => `${text} ILIKE :${word}`).join(' AND ')

/** An order is also found by its account as it is today. Apart and joined by UNION, so that each part uses its own index. */
const ordersWith = (word: string) => `
  SELECT orders.id FROM orders WHERE ${ORDER} ILIKE :${word}
  UNION
  SELECT orders.id FROM orders JOIN users ON users.id = orders.user_id WHERE ${USER} ILIKE :${word}`

const CONDITIONS = {
  users: everyWord(USER),
  registrations: everyWord(REGISTRATION),
  coupons: everyWord(`(' ' || coupons.code)`),
  packages: everyWord(`(' ' || packages.name || ' ' || packages.category)`),
  // One word may be the package's, the next the buyer's.
  orders: (words: Words) =>
    `orders.id IN (${words.map((word) => `(${ordersWith(word)})`).join(' INTERSECT ')})`,
  assignments: (words: Words) =>
    words
      .map(
        (word) => `(staff_assignments.order_id IN (${ordersWith(word)})
          OR staff_assignments.staff_id IN (SELECT users.id FROM users WHERE ${USER} ILIKE :${word}))`,
      )
      .join(' AND '),
}

/** Narrows a query on the table down to the rows that hold every word of `q`. */
export function whereFound<M extends Model>(
  query: QueryBuilder<M, M[]>,
  table: keyof typeof CONDITIONS,
  q: string | undefined,
): void {
  const patterns = toPatterns(q)
  if (patterns.length === 0) return
  const bindings = Object.fromEntries(patterns.map((pattern, index) => [`word${index}`, pattern]))
  query.whereRaw(CONDITIONS[table](Object.keys(bindings)), bindings)
}

/** A pattern for ILIKE a word. */
export function toPatterns(q: string | undefined): string[] {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  return words.slice(0, MOST_WORDS).map((word) => {
    const literal = word.replaceAll(/[\\%_]/g, '\\$&')
    return word.length < SHORTEST_INSIDE ? `% ${literal}%` : `%${literal}%`
  })
}
