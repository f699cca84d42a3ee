/** One search over orders, people and packages, for who looks for something and not for a list. */
import type { Knex } from 'knex'
import { Order } from '../../../db/models/order.ts'
import { Package } from '../../../db/models/package.ts'
import { User } from '../../../db/models/user.ts'
import { MOST_FOUND, type SearchResults } from '../../contract/search.ts'
import { whereFound } from '../../lists/search.ts'

/** 'INV-12', '#12' as an unpaid attempt is called, or '12'. */
const NUMBER = /^(?:inv-|#)?(\d{1,9})$/i

export async function search(db: Knex, q: string): Promise<SearchResults> {
  if (q === '') return { orders: [], people: [], packages: [] }
  const people = User.query(db).orderBy([
    { column: 'createdAt', order: 'desc' },
    { column: 'id', order: 'desc' },
  ])
  const packages = Package.query(db).orderBy('id')
  whereFound(people, 'users', q)
  whereFound(packages, 'packages', q)
  return {
    orders: await findOrders(db, q),
    people: (await people.limit(MOST_FOUND)).map(({ id, firstName, lastName, email, isAdmin, isStaff }) => ({
      ...{ id, firstName, lastName, email, isAdmin, isStaff },
    })),
    packages: (await packages.limit(MOST_FOUND)).map(({ id, name, category, isActive }) => ({
      ...{ id, name, category, isActive },
    })),
  }
}

/** The one that is meant stands before those whose number only begins like it. */
async function findOrders(db: Knex, q: string): Promise<SearchResults['orders']> {
  const exact = selectOrders(db)
  const number = NUMBER.exec(q)?.[1]
  if (number) exact.where({ id: Number(number) })
  else exact.whereIn('id', db('payments').where({ providerPaymentId: q }).select('orderId'))
  const found = selectOrders(db)
  whereFound(found, 'orders', q)
  const orders = new Map([...(await exact), ...(await found)].map((order) => [order.id, order]))
  return [...orders.values()].slice(0, MOST_FOUND).map((order) => {
    const { id, invoiceNumber, paymentStatus, status, packageName, createdAt, buyer } = order
    const { firstName, lastName, email } = buyer
    return {
      ...{ id, invoiceNumber, paymentStatus, status, packageName, createdAt: createdAt.toISOString() },
      customer: { firstName, lastName, email },
    }
  })
}

function selectOrders(db: Knex) {
  return Order.query(db)
    .orderBy([
      { column: 'createdAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(MOST_FOUND)
}
