import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import {
  ListedOrder,
  OrderExportQuery,
  OrderHistoryEvent,
  OrderListQuery,
} from '#api/contract/orders/admin-orders.ts'
import { HAS_USER } from '#api/people/auth/account.ts'
import { findOrThrow, NotFound } from '#api/platform/errors.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import type { CsvColumn } from '#api/platform/lists/csv.ts'
import { defineFile } from '#api/platform/lists/define-file.ts'
import { defineList } from '#api/platform/lists/define-list.ts'
import { alphabeticalOrder, orderRows, type Unpaged, whereGiven } from '#api/platform/lists/list.ts'
import { containsWord } from '#api/platform/lists/search.ts'
import { streamRows } from '#api/platform/lists/stream-rows.ts'
import { nextDay, startOfDay } from '#api/rules/business-calendar.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { listStatuses, statusesThat } from '#api/rules/statuses.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Order, OrderEvent } from '#db/models/orders/order.ts'
import { ATTENTION, attentionCutoffs, DUE_STATE } from './attention.ts'
import { HAS_PAYMENT, NEXT_STEP } from './delivery.ts'
import { type OrderRow, selectOrders, toWireFields } from './order.ts'

type ExportedOrder = ReturnType<typeof toWireFields> & Pick<Order, 'embedOrigin'> & TaxInvoices
/** Serials of the tax invoices, oldest first: several after a correction or for an order in instalments. */
interface TaxInvoices {
  taxInvoices: string | null
}
const TAX_INVOICES = `(SELECT string_agg(i.serial, ', ' ORDER BY i.id) FROM invoices i
  WHERE i.order_id = orders.id AND i.kind = 'invoice')`

const COLUMNS: readonly CsvColumn<ExportedOrder>[] = [
  ['Invoice number', (order) => (PAYMENT_STATUS[order.paymentStatus].isUnpaid ? '' : order.invoiceNumber)],
  ['Tax invoice', (order) => order.taxInvoices],
  ['Customer', ({ buyer }) => `${buyer.firstName} ${buyer.lastName}`],
  ['Email', ({ buyer }) => buyer.email],
  ['Company', ({ buyer }) => omitPlaceholders(buyer).company],
  ['Package', (order) => order.packageName],
  ['Amount', (order) => order.amount],
  ['Discount', (order) => order.discountAmount],
  ['Refunded', (order) => order.refundedAmount],
  ['Coupon', (order) => order.couponCode],
  ['Status', (order) => order.status],
  ['Payment status', (order) => order.paymentStatus],
  ['Provider payment ID', (order) => order.paymentId],
  ['Ordered', (order) => order.createdAt],
  ['Paid', (order) => order.paidAt],
  ['Promised by', (order) => order.promisedBy],
  ['Bought at (claimed)', (order) => order.embedOrigin],
  ['Customer reference', (order) => order.reference],
  ['Currency', (order) => order.currency],
]
const PAID_AMOUNT: CsvColumn<ExportedOrder> = [
  'Paid amount',
  ({ paymentStatus, paidAmount, amount }) =>
    PAYMENT_STATUS[paymentStatus].isUnpaid ? null : (paidAmount ?? amount),
]

/** @returns the CSV columns. Includes the paid amount only in a shop that has sold orders in instalments. */
async function readColumns(db: Knex): Promise<readonly CsvColumn<ExportedOrder>[]> {
  return (await OrderInstalment.query(db).first()) ? [...COLUMNS, PAID_AMOUNT] : COLUMNS
}

/** SQL: counts the questions asked, including answered retired ones, and the answered ones. */
const ANSWERS = `(SELECT json_build_object('answered', count(*) FILTER (WHERE btrim(a.answer) <> ''), 'asked', count(*))
  FROM package_questions q LEFT JOIN order_answers a ON a.order_id = orders.id AND a.question_id = q.id
  WHERE q.package_id = orders.package_id AND (q.retired_at IS NULL OR q.only_order_id = orders.id OR btrim(a.answer) <> ''))`
const STAFF = `(SELECT coalesce(json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
    ORDER BY s.id), '[]')
  FROM staff_assignments s JOIN users u ON u.id = s.staff_id WHERE s.order_id = orders.id)`
const ACCOUNT = `(SELECT json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
  'company', u.company) FROM users u WHERE u.id = orders.user_id)`
const REFUND_DUE = `(SELECT q.due_at FROM refund_requests q WHERE q.order_id = orders.id AND q.state IN (${listStatuses(REFUND_REQUEST_STATE, 'awaitsTeam')}))`

/** SQL: since when the order's oldest unfinished refund is under way. */
const REFUND_PENDING = `(SELECT min(r.created_at) FROM payments p JOIN refunds r ON r.payment_id = p.id
  WHERE p.order_id = orders.id AND r.status IN (${listStatuses(REFUND_STATUS, 'isUnderWay')}))`

type ListedRow = OrderRow &
  Pick<ListedOrder, 'due' | 'readyTo' | 'answers' | 'staff'> & {
    refundDueBy: Date | null
    refundPendingSince: Date | null
    account: ListedOrder['user']
  }

function selectListedOrders(db: Knex) {
  return selectOrders(db).select(
    db.raw(
      `${NEXT_STEP} AS ready_to, ${ANSWERS} AS answers, ${STAFF} AS staff, ${REFUND_DUE} AS refund_due_by, ${REFUND_PENDING} AS refund_pending_since, ${ACCOUNT} AS account`,
    ),
    db.raw(`${DUE_STATE} AS due`, attentionCutoffs()),
  )
}

const HOLDS_BUYER =
  containsWord(`' ' || CAST(orders.id AS text) || ' ' || orders.invoice_number || ' ' || orders.package_name || ' ' ||
  coalesce(orders.coupon_code, '') || ' ' || (orders.buyer ->> 'firstName') || ' ' || (orders.buyer ->> 'lastName') ||
  ' ' || (orders.buyer ->> 'email') || ' ' || (orders.buyer ->> 'company') || ' ' || (orders.buyer ->> 'phone')`)
const HOLDS_REFERENCE = containsWord(`' ' || orders.reference`)
/** How many accounts that match a word are searched for orders. */
const MOST_ACCOUNTS = 100
/**
 * Matches buyer and reference as stored with the order, and the account as it is today. Must match the expressions of
 * orders_folded_idx, orders_folded_reference_idx and users_folded_idx exactly. ARRAY makes the planner use both indexes.
 */
export const HAS_ORDER = `(${HOLDS_BUYER} OR ${HOLDS_REFERENCE} OR orders.user_id = ANY(ARRAY(
    SELECT users.id FROM users WHERE ${HAS_USER} LIMIT ${MOST_ACCOUNTS})))`

/** Includes unpaid orders, because their buyers may need help. */
export const orderList = defineList({
  query: OrderListQuery,
  row: ListedOrder,
  select: selectListedOrders,
  sorts: {
    createdAt: ['orders.created_at', 'orders.id'],
    // Sorts by id, so that 'INV-10' follows 'INV-9'.
    invoiceNumber: ['orders.id'],
    packageName: [alphabeticalOrder('orders.package_name'), 'orders.id'],
    amount: ['orders.amount_cents', 'orders.id'],
    status: ['orders.status', 'orders.created_at', 'orders.id'],
    paymentStatus: ['orders.payment_status', 'orders.created_at', 'orders.id'],
    promisedBy: ['orders.promised_at', 'orders.id'],
  },
  filter: (query, { status, paymentStatus, packageId, userId, attention, hasPayment, from, to }) => {
    whereGiven(query, { status, paymentStatus, packageId, userId })
    if (hasPayment) query.whereRaw(HAS_PAYMENT)
    if (attention) query.whereRaw(ATTENTION[attention], attentionCutoffs())
    // Compares with times instead of days, so that both can use the index of created_at.
    if (from) query.where('orders.createdAt', '>=', startOfDay(from, calendar))
    if (to) query.where('orders.createdAt', '<', startOfDay(nextDay(to), calendar))
  },
  search: HAS_ORDER,
  toRow: toListedOrder,
})

/** Omits unpaid orders, unless filtered by payment status. */
export const orderFile = defineFile({
  query: OrderExportQuery,
  subject: 'order',
  columns: readColumns,
  stream: streamOrders,
})

function streamOrders(db: Knex, list: Unpaged<OrderListQuery>): AsyncGenerator<ExportedOrder[]> {
  return streamRows(db, {
    select: (trx) => selectOrders(trx).select(trx.raw(`${TAX_INVOICES} AS tax_invoices`)),
    narrow: async (orders) => {
      await orderList.narrow(orders, list)
      if (!list.paymentStatus) orders.whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
      orderRows(orders, list.sort, orderList.sorts)
    },
    toRows: (rows) =>
      (rows as (OrderRow & TaxInvoices)[]).map((row) => {
        const { embedOrigin, taxInvoices } = row
        return { ...toWireFields(row), embedOrigin, taxInvoices }
      }),
  })
}

/** @throws NotFound */
export async function getOrder(db: Knex, id: number): Promise<ListedOrder> {
  const [order] = (await selectListedOrders(db).where({ id })) as ListedRow[]
  if (!order) throw new NotFound('Order')
  return toListedOrder(order)
}

function toListedOrder(row: ListedRow): ListedOrder {
  return toWire(ListedOrder, { ...row, ...toWireFields(row), customer: row.buyer, user: row.account })
}

/** Lists the order's history, oldest first: changes of both statuses, and notes. @throws NotFound */
export async function listHistory(db: Knex, orderId: number): Promise<OrderHistoryEvent[]> {
  await findOrThrow(Order.query(db).findById(orderId).select('id'), 'Order')
  const events = await OrderEvent.query(db)
    .where({ orderId })
    .orderBy(['createdAt', 'id'])
    .withGraphFetched('actor')
  return events.map((event) => {
    const { fromValue: from, toValue: to, actor = null } = event
    return toWire(OrderHistoryEvent, { ...event, from, to, actor })
  })
}
