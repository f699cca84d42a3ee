import type { Knex } from 'knex'
import { computePromisedDate } from '#api/orders/order/delivery.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { insertPaidOrder } from '#db/testing/builders.ts'

/** Adds paid orders of a customer, spread over the active packages. */
export async function insertPaidOrders(
  db: Knex,
  { userId, count }: { userId: number; count: number },
): Promise<void> {
  const packages = await Package.query(db).where({ isActive: true }).orderBy('id')
  for (let number = 0; number < count; number += 1) {
    const item = packages[number % packages.length]
    if (!item) throw new Error('There is no package to buy')
    const promisedAt = computePromisedDate(new Date(), item.deliveryDays)
    await insertPaidOrder(db, { userId, packageId: item.id, promisedAt })
  }
}
