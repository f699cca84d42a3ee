/** Lists and CSV files for bookkeeping (docs/product/back-office.md, Admin area). */
import {
  AccountsInvoice,
  AccountsInvoiceQuery,
  AccountsOrder,
  AccountsOrderQuery,
  AccountsRefund,
  AccountsRefundQuery,
} from '#api/contract/money/accounting.ts'
import {
  filterDocuments,
  findOrderIds,
  nameBuyer,
  readLine,
  selectDocuments,
  whereDocumentsFound,
} from '#api/money/invoices/export.ts'
import { type OrderRow, selectOrders, toWireFields } from '#api/orders/order/order.ts'
import { HAS_ORDER, orderList } from '#api/orders/order/queries.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { PAGE_KEYS } from '#api/platform/lists/csv.ts'
import { defineFile } from '#api/platform/lists/define-file.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { whereGiven } from '#api/platform/lists/list.ts'
import { wherePeriod } from '#api/platform/lists/period.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'

const { createdAt, invoiceNumber, amount } = orderList.sorts

export const accountsOrderList = defineList({
  query: AccountsOrderQuery,
  row: AccountsOrder,
  select: (db) => selectOrders(db).whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid')),
  sorts: { createdAt, invoiceNumber, amount },
  filter: (query, { paymentStatus, ...period }) => {
    whereGiven(query, { paymentStatus })
    wherePeriod(query, 'orders.created_at', period)
  },
  search: HAS_ORDER,
  toRow: toAccountsOrder,
})

export const accountsOrderFile = defineFile({
  query: AccountsOrderQuery.omit(PAGE_KEYS),
  subject: 'order',
  stream: accountsOrderList.stream,
  columns: [
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
  ],
})

function toAccountsOrder(row: OrderRow): AccountsOrder {
  const { firstName, lastName } = row.buyer
  const { company } = omitPlaceholders(row.buyer)
  return toWire(AccountsOrder, { ...toWireFields(row), customer: `${firstName} ${lastName}`.trim(), company })
}

export const accountsInvoiceList = defineList({
  query: AccountsInvoiceQuery,
  row: AccountsInvoice,
  select: selectDocuments,
  sorts: { createdAt: ['invoices.id'] },
  filter: filterDocuments,
  search: whereDocumentsFound,
  toRow: (row) => {
    const line = readLine(row)
    const document = line.isErased ? null : line
    const { id, templateVersion } = row
    return toWire(AccountsInvoice, { ...line, id, templateVersion, buyer: nameBuyer(line), document })
  },
})

export const accountsRefundList = defineList({
  query: AccountsRefundQuery,
  row: AccountsRefund,
  select: (db) => Refund.query(db).withGraphFetched('payment.order'),
  sorts: { createdAt: ['refunds.id'] },
  filter: (query, period) => wherePeriod(query, 'refunds.created_at', period),
  search: (query, q) => {
    const db = query.knex()
    query.whereIn(
      'refunds.paymentId',
      Payment.query(db).select('payments.id').whereIn('payments.orderId', findOrderIds(db, q)),
    )
  },
  toRow: toAccountsRefund,
})

export const accountsRefundFile = defineFile({
  query: AccountsRefundQuery.omit(PAGE_KEYS),
  subject: 'refund',
  stream: accountsRefundList.stream,
  columns: [
    ['Refund', ({ id }) => id],
    ['Invoice number', ({ order }) => order?.invoiceNumber ?? ''],
    ['Amount', (refund) => refund.amount],
    ['Currency', ({ currency }) => currency],
    ['Status', ({ status }) => status],
    ['Refund ID', ({ providerRefundId }) => providerRefundId],
    ['Asked for', (refund) => refund.createdAt],
    ['Processed', ({ processedAt }) => processedAt],
  ],
})

function toAccountsRefund(refund: Refund): AccountsRefund {
  const { payment, amountCents, currency } = refund
  const { order = null } = payment ?? {}
  return toWire(AccountsRefund, { ...refund, amount: toDecimal(money(amountCents, currency)), order })
}
