import type { Knex } from 'knex'
import type { Model, QueryBuilder } from 'objection'
import { HAS_PACKAGE } from '#api/catalogue/packages/queries.ts'
import { MOST_FOUND, SearchQuery, SearchResults } from '#api/contract/operations/search.ts'
import { HAS_ORDER } from '#api/orders/order/queries.ts'
import { HAS_USER } from '#api/people/auth/account.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { toWire } from '#api/platform/http/to-wire.ts'
import { fetchPage } from '#api/platform/lists/list.ts'
import { whereContainsWords } from '#api/platform/lists/search.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'

export function searchAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/search', {
    access: 'admin',
    operationId: 'searchShop',
    summary: 'Orders, people and packages that a few words find',
    description: 'The first five of each kind. Without words nothing is found.',
    querystring: SearchQuery,
    response: SearchResults,
    handler: (request) => search(db, request.query.q),
  })
}

/** Matches 'INV-12', '12', and '#12', which names an unpaid order. */
const NUMBER = /^(?:inv-|#)?(\d{1,9})$/i

export async function search(db: Knex, q: string): Promise<SearchResults> {
  if (q === '') return { orders: [], people: [], packages: [] }
  const people = await fetchNewest(User.query(db), HAS_USER, q)
  const packages = Package.query(db).orderBy('id')
  whereContainsWords(packages, HAS_PACKAGE, q)
  return toWire(SearchResults, {
    orders: await findOrders(db, q),
    people,
    packages: await packages.limit(MOST_FOUND),
  })
}

async function fetchNewest<M extends Model>(
  query: QueryBuilder<M, M[]>,
  holds: string,
  q: string,
): Promise<M[]> {
  const { tableName: table } = query.modelClass()
  whereContainsWords(query, holds, q)
  const newest = { createdAt: [`${table}.created_at`, `${table}.id`] }
  const first = { limit: MOST_FOUND, offset: 0, sort: '-createdAt', q } as const
  const { rows } = await fetchPage(query, first, newest)
  return rows
}

/** Lists an exact match before orders whose number only starts with the same digits. */
async function findOrders(db: Knex, q: string) {
  const exact = Order.query(db)
  const number = NUMBER.exec(q)?.[1]
  if (number) exact.where({ id: Number(number) })
  else exact.whereIn('id', db('payments').where({ providerPaymentId: q }).select('orderId'))
  const found = await fetchNewest(Order.query(db), HAS_ORDER, q)
  const orders = new Map([...(await exact), ...found].map((order) => [order.id, order]))
  return [...orders.values()].slice(0, MOST_FOUND).map((order) => ({ ...order, customer: order.buyer }))
}
