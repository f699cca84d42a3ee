import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import type { Package as WirePackage } from '../../contract/catalogue.ts'
import type { Order as WireOrder } from '../../contract/orders.ts'
import { convertToPaise, toDecimal } from '../../contract/pricing.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'

/** The provider's id of the payment that fulfils the order; null for a free one. */
export type OrderRow = Order & { paymentId: string | null; refundedCents: number }

/** What of an order the wire shows; named one by one, so that a column added later breaks no prepared statement. */
const COLUMNS = [
  'id',
  'invoiceNumber',
  'amountCents',
  'originalCents',
  'discountCents',
  'currency',
  'usdInrRate',
  'couponCode',
  'paymentStatus',
  'status',
  'createdAt',
  'paidAt',
  'packageId',
  'packageName',
  'deliveryDays',
] as const satisfies (keyof Order)[]
type OrderFields = Pick<OrderRow, (typeof COLUMNS)[number] | 'paymentId' | 'refundedCents'>

const paidBy = (db: Knex) => [
  db.raw(`(SELECT razorpay_payment_id FROM payments p
    WHERE p.order_id = orders.id AND p.fulfils_order) AS payment_id`),
  db.raw(`(SELECT coalesce(sum(r.amount_cents), 0) FROM payments p JOIN refunds r ON r.payment_id = p.id
    WHERE p.order_id = orders.id AND p.fulfils_order AND r.status = 'processed') AS refunded_cents`),
]

export function selectOrders(db: Knex) {
  return Order.query(db).select('orders.*', ...paidBy(db))
}

export function toWireOrder(row: OrderFields, bought: WirePackage): WireOrder {
  return {
    id: row.id,
    invoiceNumber: row.invoiceNumber,
    amount: toDecimal(row.amountCents),
    originalAmount: toDecimal(row.originalCents),
    discountAmount: toDecimal(row.discountCents),
    refundedAmount: toDecimal(row.refundedCents),
    currency: row.currency,
    amountInr: toDecimal(convertToPaise(row.amountCents, row.usdInrRate)),
    usdInrRate: row.usdInrRate,
    couponCode: row.couponCode,
    paymentId: row.paymentId,
    paymentStatus: row.paymentStatus,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    packageId: row.packageId,
    packageName: row.packageName,
    deliveryDays: row.deliveryDays,
    package: bought,
  }
}

/** A customer's paid orders, newest first, each with its package: one statement, however many orders. */
export async function listCustomerOrders(
  { db, catalogue }: { db: Knex; catalogue: Catalogue },
  userId: number,
): Promise<WireOrder[]> {
  const rows: OrderFields[] = await db('orders')
    .where({ userId })
    .whereNot({ paymentStatus: 'unpaid' })
    .orderBy([
      { column: 'createdAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select(...COLUMNS, ...paidBy(db))
    .options({ name: 'customer-orders' })
  const packages = await catalogue.getPackages(rows.map(({ packageId }) => packageId))
  return rows.map((row, index) => toWireOrder(row, packages[index] as WirePackage))
}
