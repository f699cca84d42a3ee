import type { Knex } from 'knex'
import { Import, ImportFault, PastOrder } from '../../../db/models/import.ts'
import type { User } from '../../../db/models/user.ts'
import { getFound } from '../../base/errors.ts'
import {
  type AdminPastOrder,
  type ImportDetail,
  type ImportListQuery,
  type PAST_ORDER_SORTS,
  type PastOrderListQuery,
  type ImportFault as WireFault,
  Import as WireImport,
  PastOrder as WirePastOrder,
} from '../../contract/imports.ts'
import { toWire } from '../../http/to-wire.ts'
import type { CsvColumn } from '../../lists/csv.ts'
import { fetchPage, orderRows, type Page, type SortExpressions, type Unpaged } from '../../lists/list.ts'
import { HAS_USER, holdsWord, whereWordsHeld } from '../../lists/search.ts'
import { streamRows } from '../../lists/stream-rows.ts'
import { IMPORT_COLUMNS, type ImportKind } from '../../rules/import-columns.ts'
import { money, toDecimal } from '../../rules/money/money.ts'
import { countLinks } from './links.ts'

const SHOWN_FAULTS = 200
const SORTS: SortExpressions<'createdAt'> = { createdAt: ['imports.created_at', 'imports.id'] }

export const FAULT_COLUMNS: readonly CsvColumn<WireFault>[] = [
  ['Row', (fault) => fault.row],
  ['Column', (fault) => fault.column],
  ['Value', (fault) => fault.value],
  ['What is wrong', (fault) => fault.message],
  ['Example', (fault) => fault.example],
]

const selectImports = (db: Knex) => Import.query(db).withGraphFetched('admin')

export async function listImports(db: Knex, list: ImportListQuery): Promise<Page<WireImport>> {
  const query = selectImports(db)
  whereWordsHeld(query, holdsWord(`' ' || file_name`), list.q)
  const { rows, total } = await fetchPage(query, list, SORTS)
  return { rows: rows.map(toWireImport), total }
}

/** @throws NotFound */
export async function getImport(db: Knex, id: number): Promise<ImportDetail> {
  const found = await getFound(selectImports(db).findById(id), 'Import')
  const faults = await selectFaults(db, id).limit(SHOWN_FAULTS)
  return {
    ...toWireImport(found),
    faults: faults.map((fault) => toWireFault(found.kind, fault)),
    links: await countLinks(db, id),
  }
}

/** @throws NotFound */
export async function streamFaults(db: Knex, id: number): Promise<AsyncGenerator<WireFault[]>> {
  const { kind } = await getFound(Import.query(db).findById(id), 'Import')
  return streamRows(db, {
    find: (trx) => selectFaults(trx, id),
    toWire: async (_trx, rows) => rows.map((fault) => toWireFault(kind, fault)),
  })
}

const selectFaults = (db: Knex, importId: number) =>
  ImportFault.query(db).where({ importId }).orderByRaw('row_number, id')

function toWireFault(kind: ImportKind, { rowNumber, columnName, value, message }: ImportFault): WireFault {
  const columns = IMPORT_COLUMNS[kind]
  const example = columns.find(({ name }) => name === columnName)?.example ?? ''
  return { row: rowNumber, column: columnName, value, message, example }
}

const toWireImport = (found: Import): WireImport =>
  toWire(WireImport, { ...found, createdBy: found.admin ?? null })

const PAST_ORDER_SORT_SQL: SortExpressions<(typeof PAST_ORDER_SORTS)[number]> = {
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

/** To the letter as in migration 0120. */
const HAS_PAST_ORDER = holdsWord(
  `' ' || past_orders.source || ' ' || past_orders.reference || ' ' || past_orders.package_name`,
)

/** Selects the day as text, because a Date would shift it in other time zones. */
const selectPastOrders = (db: Knex) =>
  PastOrder.query(db).select('past_orders.*', db.raw('ordered_on::text AS ordered_on'))

const IS_FOUND = `(${HAS_PAST_ORDER}
  OR user_id = ANY (ARRAY(SELECT users.id FROM users WHERE ${HAS_USER})))`

function findPastOrders(db: Knex, list: Unpaged<PastOrderListQuery>) {
  const query = selectPastOrders(db)
  whereWordsHeld(query, IS_FOUND, list.q)
  return query
}

export async function listPastOrders(db: Knex, list: PastOrderListQuery): Promise<Page<AdminPastOrder>> {
  const query = findPastOrders(db, list).withGraphFetched('user')
  const { rows, total } = await fetchPage(query, list, PAST_ORDER_SORT_SQL)
  return { rows: rows.map(toAdminPastOrder), total }
}

export function streamPastOrders(db: Knex, list: Unpaged<PastOrderListQuery>) {
  return streamRows(db, {
    find: (trx) => orderRows(findPastOrders(trx, list), list.sort, PAST_ORDER_SORT_SQL),
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
