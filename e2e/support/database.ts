/** Reads the stored data of the journeys' shop from its PostgreSQL, never from the API under test. */
import type { Knex } from 'knex'
import { createDb } from '#db/connection/connection.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import { readDatabaseUrl } from './own-api.ts'

export async function openDatabase(): Promise<Knex> {
  return createDb(await readDatabaseUrl(), { poolMax: 2, applicationName: 'journeys' })
}

export async function getPackage(db: Knex, slug: string): Promise<Package> {
  return await Package.query(db).findOne({ slug }).throwIfNotFound()
}

/** @param email in the purchase form or of the account */
export async function findOrders(db: Knex, email: string): Promise<Order[]> {
  return await Order.query(db)
    .leftJoinRelated('[registration, user]')
    .where({ 'registration.email': email })
    .orWhere({ 'user.email': email })
    .select('orders.*')
    .orderBy('orders.id')
}

/** @returns one line for each order of a buyer, with the money captured for it */
export async function describeOrders(db: Knex, email: string): Promise<string[]> {
  const orders = await findOrders(db, email)
  const payments = await Payment.query(db).whereIn(
    'orderId',
    orders.map(({ id }) => id),
  )
  return orders.map(({ id, status, paymentStatus, amountCents, couponCode }) => {
    const captured = payments.filter((payment) => payment.orderId === id).map((each) => each.amountCents)
    return [status, paymentStatus, amountCents, `captured ${captured.join(' + ') || 'nothing'}`, couponCode]
      .filter((part) => part !== null)
      .join(', ')
  })
}

/** Deletes the overview's figures, which are cached for a minute, so that the next request computes new ones. */
export async function dropOverviewFigures(db: Knex): Promise<void> {
  await db('overviewFigures').delete()
}

export async function findUser(db: Knex, email: string): Promise<User | undefined> {
  return await User.query(db).findOne({ email })
}
