import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { OrderEvent } from '../../../db/models/order-event.ts'
import { User } from '../../../db/models/user.ts'
import type {
  Customer,
  ListedOrder,
  ORDER_SORTS,
  OrderHistoryEvent,
  OrderListQuery,
} from '../../contract/admin.ts'
import type { ReadyTo } from '../../contract/orders.ts'
import { omitPlaceholders } from '../../contract/placeholders.ts'
import { NotFound } from '../../errors.ts'
import type { CsvColumn } from '../../lists/csv.ts'
import { fetchPage, type Narrowed, orderRows, type Page, type SortExpressions } from '../../lists/list.ts'
import { whereFound } from '../../lists/search.ts'
import { streamRows } from '../../lists/stream-rows.ts'
import { toWireUser } from '../auth/account.ts'
import { type PackageRow, selectPackages, toWirePackage } from '../catalogue/package.ts'
import { type OrderRow, selectOrders, toWireOrder } from './order.ts'
import { READY_TO } from './ready.ts'

const SORTS: SortExpressions<(typeof ORDER_SORTS)[number]> = {
  createdAt: ['orders.created_at', 'orders.id'],
  // By id, so that 'INV-10' comes after 'INV-9'.
  invoiceNumber: ['orders.id'],
  packageName: ['orders.package_name', 'orders.id'],
  amount: ['orders.amount_cents', 'orders.id'],
  status: ['orders.status', 'orders.created_at', 'orders.id'],
  paymentStatus: ['orders.payment_status', 'orders.created_at', 'orders.id'],
}

export const ORDER_COLUMNS: readonly CsvColumn<ListedOrder>[] = [
  ['Invoice number', (order) => (order.paymentStatus === 'unpaid' ? '' : order.invoiceNumber)],
  ['Customer', ({ customer }) => `${customer.firstName} ${customer.lastName}`],
  ['Email', ({ customer }) => customer.email],
  ['Company', ({ customer }) => omitPlaceholders(customer).company],
  ['Package', (order) => order.packageName],
  ['Amount (USD)', (order) => order.amount],
  ['Discount (USD)', (order) => order.discountAmount],
  ['Refunded (USD)', (order) => order.refundedAmount],
  ['Coupon', (order) => order.couponCode],
  ['Status', (order) => order.status],
  ['Payment status', (order) => order.paymentStatus],
  ['Payment ID', (order) => order.paymentId],
  ['Ordered', (order) => order.createdAt],
  ['Paid', (order) => order.paidAt],
  ['Promised by', (order) => order.promisedBy],
]

type ListedRow = OrderRow & { readyTo: ReadyTo }

function selectListedOrders(db: Knex) {
  return selectOrders(db).select(db.raw(`${READY_TO} AS ready_to`))
}

/** Filtered, neither sorted nor limited. */
function findOrders(db: Knex, list: Narrowed<OrderListQuery>) {
  const query = selectListedOrders(db)
  const { status, paymentStatus, packageId } = list
  if (status) query.where({ status })
  if (paymentStatus) query.where({ paymentStatus })
  if (packageId !== undefined) query.where({ packageId })
  whereFound(query, 'orders', list.q)
  return query
}

/** Unpaid orders too: their buyers may need help. */
export async function listOrders(db: Knex, list: OrderListQuery): Promise<Page<ListedOrder>> {
  const { rows, total } = await fetchPage(findOrders(db, list), list, SORTS)
  return { rows: await toListedOrders(db, rows as ListedRow[]), total }
}

/** Without unpaid attempts, which are no orders, unless they are what is asked for. */
export function streamOrders(db: Knex, list: Narrowed<OrderListQuery>): AsyncGenerator<ListedOrder[]> {
  return streamRows(db, {
    find: (trx) => {
      const orders = findOrders(trx, list)
      if (!list.paymentStatus) orders.whereNot({ paymentStatus: 'unpaid' })
      return orderRows(orders, list.sort, SORTS)
    },
    toWire: (trx, rows) => toListedOrders(trx, rows as ListedRow[]),
  })
}

/** @throws NotFound */
export async function getOrder(db: Knex, id: number): Promise<ListedOrder> {
  const rows = (await selectListedOrders(db).where({ id })) as ListedRow[]
  const [order] = await toListedOrders(db, rows)
  if (!order) throw new NotFound('Order')
  return order
}

/** Two statements more, however many orders. */
async function toListedOrders(db: Knex, rows: ListedRow[]): Promise<ListedOrder[]> {
  // Inactive packages too, for old orders.
  const packages = byId(
    (await selectPackages(db).findByIds(idsOf(rows, (row) => row.packageId))) as PackageRow[],
  )
  const users = byId(await User.query(db).findByIds(idsOf(rows, (row) => row.userId)))
  return rows.map((row) => {
    const pkg = packages.get(row.packageId)
    if (!pkg) throw new Error(`Order ${row.id} lacks its package`)
    const user = users.get(row.userId ?? 0)
    return {
      ...toWireOrder(row, toWirePackage(pkg)),
      readyTo: row.readyTo,
      user: user ? toWireUser(user) : null,
      customer: toCustomer(row.buyer),
      acceptedPolicies: row.acceptedPolicies,
    }
  })
}

function idsOf<Row>(rows: Row[], idOf: (row: Row) => number | null): number[] {
  return [...new Set(rows.map(idOf).filter((id) => id !== null))]
}

function byId<Row extends { id: number }>(rows: Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

function toCustomer({ firstName, lastName, email, phone, company }: Order['buyer']): Customer {
  return { firstName, lastName, email, phone, company }
}

/** Every change of either status, oldest first. @throws NotFound */
export async function listHistory(db: Knex, orderId: number): Promise<OrderHistoryEvent[]> {
  const order = await Order.query(db).findById(orderId).select('id')
  if (!order) throw new NotFound('Order')
  const events = await OrderEvent.query(db).where({ orderId }).orderBy('id').withGraphFetched('actor')
  return events.map((event) => ({
    id: event.id,
    kind: event.kind,
    from: event.fromValue,
    to: event.toValue,
    note: event.note,
    actorKind: event.actorKind,
    actor: event.actor
      ? { id: event.actor.id, firstName: event.actor.firstName, lastName: event.actor.lastName }
      : null,
    createdAt: event.createdAt.toISOString(),
  }))
}
