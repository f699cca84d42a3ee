import type { Knex } from 'knex'
import { PastOrder } from '../../../db/models/import.ts'
import type { User } from '../../../db/models/user.ts'
import {
  type AdminPastOrder,
  type PAST_ORDER_SORTS,
  type PastOrderListQuery,
  PastOrder as WirePastOrder,
} from '../../contract/imports.ts'
import { toWire } from '../../http/to-wire.ts'
import type { CsvColumn } from '../../lists/csv.ts'
import { fetchPage, orderRows, type Page, type SortExpressions, type Unpaged } from '../../lists/list.ts'
import { toPatterns, USER } from '../../lists/search.ts'
import { streamRows } from '../../lists/stream-rows.ts'
import { money, toDecimal } from '../../rules/money/money.ts'

const SORTS: SortExpressions<(typeof PAST_ORDER_SORTS)[number]> = {
  orderedOn: ['past_orders.ordered_on', 'past_orders.id'],
  amount: ['past_orders.amount_cents', 'past_orders.id'],
}

export const PAST_ORDER_COLUMNS: readonly CsvColumn<AdminPastOrder>[] = [
  ['Source', (order) => order.source],
  ['Reference', (order) => order.reference],
  ['Customer', ({ customer }) => `${customer.firstName} ${customer.lastName}`],
  ['Email', ({ customer }) => customer.email],
  ['Package', (order) => order.packageName],
  ['Amount', (order) => order.amount],
  ['Status', (order) => order.status],
  ['Ordered', (order) => order.orderedOn],
  ['Currency', (order) => order.currency],
]

/** To the letter as in migration 0072: an index on an expression serves that expression alone. */
const SEARCHED = `(' ' || past_orders.source || ' ' || past_orders.reference || ' ' || past_orders.package_name)`

/** Selects the day as text, because a Date would shift it in other time zones. */
const selectPastOrders = (db: Knex) =>
  PastOrder.query(db).select('past_orders.*', db.raw('ordered_on::text AS ordered_on'))

const IS_FOUND = `(${SEARCHED} ILIKE :word
  OR user_id = ANY (ARRAY(SELECT users.id FROM users WHERE ${USER} ILIKE :word)))`

function findPastOrders(db: Knex, list: Unpaged<PastOrderListQuery>) {
  const query = selectPastOrders(db)
  for (const word of toPatterns(list.q)) query.whereRaw(IS_FOUND, { word })
  return query
}

export async function listPastOrders(db: Knex, list: PastOrderListQuery): Promise<Page<AdminPastOrder>> {
  const query = findPastOrders(db, list).withGraphFetched('user')
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toAdminPastOrder), total }
}

export function streamPastOrders(db: Knex, list: Unpaged<PastOrderListQuery>) {
  return streamRows(db, {
    find: (trx) => orderRows(findPastOrders(trx, list), list.sort, SORTS),
    toWire: async (trx, rows) =>
      (await PastOrder.fetchGraph(rows, 'user', { transaction: trx })).map(toAdminPastOrder),
  })
}

/**
 * Newest first. Empty until the address is verified, because a stranger may have made the account
 * (docs/decisions/021-verified-addresses.md).
 */
export async function listOwnPastOrders(db: Knex, user: User): Promise<WirePastOrder[]> {
  if (!user.emailVerifiedAt) return []
  const rows = await selectPastOrders(db)
    .where({ userId: user.id })
    .orderByRaw('past_orders.ordered_on DESC, id DESC')
  return rows.map(toWirePastOrder)
}

const toWirePastOrder = (order: PastOrder): WirePastOrder =>
  toWire(WirePastOrder, { ...order, amount: toDecimal(money(order.amountCents, order.currency)) })

function toAdminPastOrder(order: PastOrder): AdminPastOrder {
  const { id = 0, firstName = '', lastName = '', email = '' } = order.user ?? {}
  return { ...toWirePastOrder(order), importId: order.importId, customer: { id, firstName, lastName, email } }
}
