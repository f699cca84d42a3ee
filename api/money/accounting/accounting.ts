/** The lists and files for bookkeeping (docs/product/back-office.md, Admin area). */
import type { Knex } from 'knex'
import {
  type ACCOUNTS_ORDER_SORTS,
  AccountsInvoice,
  type AccountsInvoiceQuery,
  AccountsOrder,
  type AccountsOrderQuery,
  AccountsRefund,
  type AccountsRefundQuery,
} from '#api/contract/money/accounting.ts'
import { findDocuments, findOrderIds, nameBuyer, readLine } from '#api/money/invoices/export.ts'
import { type OrderRow, selectOrders, toWireFields } from '#api/orders/order/order.ts'
import { ORDER_SORT_SQL } from '#api/orders/order/queries.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { CsvColumn } from '#api/platform/lists/csv.ts'
import {
  fetchPage,
  orderRows,
  type Page,
  type SortExpressions,
  type Unpaged,
  whereGiven,
} from '#api/platform/lists/list.ts'
import { wherePeriod } from '#api/platform/lists/period.ts'
import { whereFound } from '#api/platform/lists/search.ts'
import { streamRows } from '#api/platform/lists/stream-rows.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'

const { createdAt, invoiceNumber, amount } = ORDER_SORT_SQL
const ORDERS: SortExpressions<(typeof ACCOUNTS_ORDER_SORTS)[number]> = { createdAt, invoiceNumber, amount }
const INVOICES = { createdAt: ['invoices.id'] }
const REFUNDS = { createdAt: ['refunds.id'] }

export const ORDER_COLUMNS: readonly CsvColumn<AccountsOrder>[] = [
  ['Invoice number', (order) => order.invoiceNumber],
  ['Customer', ({ customer }) => customer],
  ['Company', ({ company }) => company],
  ['Package', (order) => order.packageName],
  ['Amount', (order) => order.amount],
  ['Discount', (order) => order.discountAmount],
  ['Refunded', (order) => order.refundedAmount],
  ['Currency', ({ currency }) => currency],
  ['Amount (INR)', (order) => order.amountInr],
  ['Payment status', (order) => order.paymentStatus],
  ['Payment ID', (order) => order.paymentId],
  ['Ordered', (order) => order.createdAt],
  ['Paid', (order) => order.paidAt],
]

export const REFUND_COLUMNS: readonly CsvColumn<AccountsRefund>[] = [
  ['Refund', ({ id }) => id],
  ['Invoice number', ({ order }) => order?.invoiceNumber ?? ''],
  ['Amount', (refund) => refund.amount],
  ['Currency', ({ currency }) => currency],
  ['Status', ({ status }) => status],
  ['Refund ID', ({ providerRefundId }) => providerRefundId],
  ['Asked for', (refund) => refund.createdAt],
  ['Processed', ({ processedAt }) => processedAt],
]

function findPaid(db: Knex, list: Unpaged<AccountsOrderQuery>) {
  const query = selectOrders(db).whereNot({ paymentStatus: 'unpaid' })
  whereGiven(query, { paymentStatus: list.paymentStatus })
  wherePeriod(query, 'orders.created_at', list)
  whereFound(query, 'orders', list.q)
  return query
}

export async function listOrders(db: Knex, list: AccountsOrderQuery): Promise<Page<AccountsOrder>> {
  const { rows, total } = await fetchPage(findPaid(db, list), list, ORDERS)
  return { rows: (rows as OrderRow[]).map(toAccountsOrder), total }
}

export function streamOrders(db: Knex, list: Unpaged<AccountsOrderQuery>): AsyncGenerator<AccountsOrder[]> {
  return streamRows(db, {
    find: (trx) => orderRows(findPaid(trx, list), list.sort, ORDERS),
    toWire: async (_trx, rows) => (rows as OrderRow[]).map(toAccountsOrder),
  })
}

function toAccountsOrder(row: OrderRow): AccountsOrder {
  const { firstName, lastName } = row.buyer
  const { company } = omitPlaceholders(row.buyer)
  return toWire(AccountsOrder, { ...toWireFields(row), customer: `${firstName} ${lastName}`.trim(), company })
}

export async function listInvoices(db: Knex, list: AccountsInvoiceQuery): Promise<Page<AccountsInvoice>> {
  const { rows, total } = await fetchPage(findDocuments(db, list), list, INVOICES)
  return {
    rows: rows.map((row) => {
      const line = readLine(row)
      const document = line.isErased ? null : line
      const { id, templateVersion } = row
      return toWire(AccountsInvoice, { ...line, id, templateVersion, buyer: nameBuyer(line), document })
    }),
    total,
  }
}

function findRefunds(db: Knex, list: Unpaged<AccountsRefundQuery>) {
  const query = Refund.query(db).withGraphFetched('payment.order')
  wherePeriod(query, 'refunds.created_at', list)
  if (list.q) {
    query.whereIn(
      'refunds.paymentId',
      Payment.query(db).select('payments.id').whereIn('payments.orderId', findOrderIds(db, list.q)),
    )
  }
  return query
}

export async function listRefunds(db: Knex, list: AccountsRefundQuery): Promise<Page<AccountsRefund>> {
  const { rows, total } = await fetchPage(findRefunds(db, list), list, REFUNDS)
  return { rows: rows.map(toAccountsRefund), total }
}

export function streamRefunds(
  db: Knex,
  list: Unpaged<AccountsRefundQuery>,
): AsyncGenerator<AccountsRefund[]> {
  return streamRows(db, {
    find: (trx) => orderRows(findRefunds(trx, list).clearWithGraph(), list.sort, REFUNDS),
    toWire: async (trx, rows) =>
      (await Refund.fetchGraph(rows, 'payment.order', { transaction: trx })).map(toAccountsRefund),
  })
}

function toAccountsRefund(refund: Refund): AccountsRefund {
  const { payment, amountCents, currency } = refund
  const { order = null } = payment ?? {}
  return toWire(AccountsRefund, { ...refund, amount: toDecimal(money(amountCents, currency)), order })
}
