/**
 * Finds rows by words. A word of three letters or more is found anywhere in the text, a shorter one only where a word
 * begins, because the trigram indexes hold pieces of three letters. Case, accents and kinds of apostrophes do not matter
 * (`fold_text` of migration 0120), and all words must be found.
 */
import type { Knex } from 'knex'
import type { Model, QueryBuilder } from 'objection'
import { foldText } from '#api/rules/fold-text.ts'
import { LARGEST_TOTAL } from '#api/rules/list-total.ts'
import { Order } from '#db/models/orders/order.ts'
import type { StaffAssignment } from '#db/models/orders/staff-assignment.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { User } from '#db/models/people/user.ts'
import { countMatches } from './list.ts'

/** Further words are ignored: they hardly narrow the list down, and each costs a look-up. */
const MOST_WORDS = 5
const SHORTEST_INSIDE = 3

/** SQL of a pattern. Escaped after it is folded, because folding makes a % of a full-width one. */
const PATTERN = String.raw`'%' || regexp_replace(fold_text(:word), '[\\%_]', '\\\&', 'g') || '%'`

/** @returns SQL: whether an expression holds `:word`, one of {@link toWords}. An index serves only the expression that it is on, to the letter. */
export const holdsWord = (expression: string) => `fold_text(${expression}) LIKE ${PATTERN}`

/**
 * The same where rows are read one by one and no index serves: `fold_text` is called for a text that is not ASCII alone, because a
 * call costs more than all else of the row.
 */
export const rowHoldsWord = (
  expression: string,
) => `CASE WHEN octet_length(${expression}) = length(${expression})
  THEN replace(lower(${expression}), '\`', '''') ELSE fold_text(${expression}) END LIKE ${PATTERN}`

/** Those of migration 0120. */
export const HAS_USER = holdsWord(
  `' ' || users.first_name || ' ' || users.last_name || ' ' || users.email || ' ' || users.company`,
)
const HAS_REGISTRATION =
  holdsWord(`' ' || registrations.first_name || ' ' || registrations.last_name || ' ' ||
  registrations.email || ' ' || registrations.company || ' ' || registrations.phone`)
const HAS_ORDER =
  holdsWord(`' ' || CAST(orders.id AS text) || ' ' || orders.invoice_number || ' ' || orders.package_name || ' ' ||
  coalesce(orders.coupon_code, '') || ' ' || (orders.buyer ->> 'firstName') || ' ' || (orders.buyer ->> 'lastName') ||
  ' ' || (orders.buyer ->> 'email') || ' ' || (orders.buyer ->> 'company') || ' ' || (orders.buyer ->> 'phone')`)
const HAS_REFERENCE = holdsWord(`' ' || orders.reference`)

/** How many accounts of today a word looks up for their orders. */
const MOST_ACCOUNTS = 100

const CONDITIONS = {
  users: HAS_USER,
  registrations: HAS_REGISTRATION,
  coupons: holdsWord(`' ' || coupons.code`),
  packages: holdsWord(`' ' || packages.name || ' ' || packages.category`),
  offers:
    holdsWord(`' OF-' || offers.id || ' ' || offers.email || ' ' || coalesce(offers.content ->> 'firstName', '') ||
    ' ' || coalesce(offers.content ->> 'lastName', '') || ' ' || coalesce(offers.content ->> 'title', '')`),
  // Finds the buyer and the reference as the order has them, and the account as it is today. An array, because the planner then uses both indexes.
  orders: `(${HAS_ORDER} OR ${HAS_REFERENCE} OR orders.user_id = ANY(ARRAY(
    SELECT users.id FROM users WHERE ${HAS_USER} LIMIT ${MOST_ACCOUNTS})))`,
}

/** Narrows a query on the table down to the rows that hold every word of `q`. */
export function whereFound<M extends Model>(
  query: QueryBuilder<M, M[]>,
  table: keyof typeof CONDITIONS,
  q: string | undefined,
): void {
  whereWordsHeld(query, CONDITIONS[table], q)
}

/** @param holds SQL, see {@link holdsWord} */
export function whereWordsHeld(
  query: { whereRaw: (sql: string, bindings: { word: string }) => unknown },
  holds: string,
  q: string | undefined,
): void {
  for (const word of toWords(q)) query.whereRaw(holds, { word })
}

const ASSIGNEES = `EXISTS (SELECT FROM staff_assignments WHERE staff_assignments.staff_id = users.id)`
/** For a word that many orders hold: assignments are read in the list's order, and each one's order checked, until a page is full. */
const ORDER_IS_FOUND = `(SELECT ${CONDITIONS.orders} FROM orders WHERE orders.id = staff_assignments.order_id)`

/**
 * Narrows assignments down to those whose order or staff member holds each word of `q`. Who and which orders hold a word is
 * looked up once, for the rows and for their count.
 */
export async function whereAssignmentsFound(
  query: QueryBuilder<StaffAssignment, StaffAssignment[]>,
  q: string | undefined,
): Promise<void> {
  const db = query.knex()
  for (const word of toWords(q)) {
    const staff = await User.query(db).whereRaw(`${HAS_USER} AND ${ASSIGNEES}`, { word }).select('users.id')
    const orders = await Order.query(db)
      .whereRaw(CONDITIONS.orders, { word })
      .select('orders.id')
      .limit(LARGEST_TOTAL + 1)
    const isOfFew = orders.length <= LARGEST_TOTAL
    query.whereRaw(
      `(staff_assignments.staff_id = ANY(:staffIds)
        OR ${isOfFew ? 'staff_assignments.order_id = ANY(:orderIds)' : ORDER_IS_FOUND})`,
      { word, staffIds: staff.map(({ id }) => id), orderIds: isOfFew ? orders.map(({ id }) => id) : [] },
    )
  }
}

/** If more people hold a word, only entries of the oldest of their accounts are found. */
const MOST_PEOPLE = 1_000
/** Up to this many entries are looked up and then sorted. Of five million that takes 0.1 s; reading them in order until a page is full takes seconds. */
export const FEW_ENTRIES = 30_000
const isEntryOf = (holds: string, ids: string) => `(${holds} OR audit_log.actor_id = ANY(${ids})
  OR (audit_log.subject = 'user' AND audit_log.subject_id = ANY(${ids})))`
/** For people with few entries. The planner uses the indexes if it cannot see the ids; if it saw them, it would read the whole log. */
const IS_LOOKED_UP = isEntryOf(
  holdsWord('audit_log.search_text'),
  'ARRAY(SELECT unnest(CAST(:ids AS integer[])))',
)
/** For people with many entries: the log is read in the list's order, and each entry checked, until a page is full. */
const IS_COMPARED = isEntryOf(rowHoldsWord('audit_log.search_text'), 'CAST(:ids AS integer[])')

/** Narrows the log down to entries whose subject, actor or account holds each word of `q`. Pass `FEW_ENTRIES` to fetchPage as `few`. */
export async function whereEntriesFound(
  query: QueryBuilder<AuditEntry, AuditEntry[]>,
  q: string | undefined,
): Promise<void> {
  for (const word of toWords(q)) {
    const ids = await findPeople(query.knex(), word)
    const lookedUp = AuditEntry.query(query.knex()).whereRaw(IS_LOOKED_UP, { word, ids })
    const isOfFew = (await countMatches(lookedUp.select('audit_log.id'), FEW_ENTRIES)) <= FEW_ENTRIES
    query.whereRaw(isOfFew ? IS_LOOKED_UP : IS_COMPARED, { word, ids })
  }
}

async function findPeople(db: Knex, word: string): Promise<number[]> {
  const people = User.query(db).whereRaw(HAS_USER, { word }).select('users.id')
  let found = await people.clone().limit(MOST_PEOPLE + 1)
  // Sorted only for a common word: for a rare one, PostgreSQL would read all accounts in this order.
  if (found.length > MOST_PEOPLE) found = await people.orderBy('users.id').limit(MOST_PEOPLE)
  return found.map(({ id }) => id)
}

/** A short word has a blank before it, and so stands where a word begins. */
export function toWords(q: string | undefined): string[] {
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  return words
    .slice(0, MOST_WORDS)
    .map((word) => (foldText(word).length < SHORTEST_INSIDE ? ` ${word}` : word))
}
