import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import type { Package as WirePackage } from '../../contract/catalogue.ts'
import type { Order as WireOrder } from '../../contract/orders.ts'
import { convertToPaise, toDecimal } from '../../contract/pricing.ts'
import { type PackageRow, selectPackages, toWirePackage } from '../catalogue/package.ts'

/** The provider's id of the payment that fulfils the order; null for a free one. */
export type OrderRow = Order & { paymentId: string | null }

export function selectOrders(db: Knex) {
  return Order.query(db).select(
    'orders.*',
    db.raw(`(SELECT razorpay_payment_id FROM payments p
      WHERE p.order_id = orders.id AND p.fulfils_order) AS payment_id`),
  )
}

export function toWireOrder(row: OrderRow, bought: WirePackage): WireOrder {
  return {
    id: row.id,
    invoiceNumber: row.invoiceNumber,
    amount: toDecimal(row.amountCents),
    originalAmount: toDecimal(row.originalCents),
    discountAmount: toDecimal(row.discountCents),
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
    package: bought,
  }
}

/** A customer's paid orders, newest first, with their packages: two statements, however many orders. */
export async function listCustomerOrders(db: Knex, userId: number): Promise<WireOrder[]> {
  const rows = (await selectOrders(db)
    .where({ userId })
    .whereNot({ paymentStatus: 'unpaid' })
    .orderBy([
      { column: 'createdAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])) as OrderRow[]
  const packages = await findPackages(db, rows)
  return rows.map((row) => toWireOrder(row, getPackage(packages, row.packageId)))
}

async function findPackages(db: Knex, orders: OrderRow[]): Promise<Map<number, WirePackage>> {
  const ids = [...new Set(orders.map((order) => order.packageId))]
  // Inactive ones too: an old order stays readable.
  const rows = ids.length > 0 ? ((await selectPackages(db).findByIds(ids)) as PackageRow[]) : []
  return new Map(rows.map((row) => [row.id, toWirePackage(row)]))
}

function getPackage(packages: Map<number, WirePackage>, id: number): WirePackage {
  const found = packages.get(id)
  if (!found) throw new Error(`Package ${id} of an order is missing`)
  return found
}
