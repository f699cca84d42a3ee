import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import {
  CouponListQuery,
  OrderListQuery,
  RegistrationListQuery,
  UserListQuery,
} from '../../contract/admin.ts'
import { type CsvColumn, toCsv } from '../../lists/csv.ts'
import { streamCoupons } from '../coupons/coupon-list.ts'
import { streamOrders } from '../orders/order-list.ts'
import { streamRegistrations } from '../registrations/registration-list.ts'
import { streamUsers } from '../users/users.ts'
import { COUPON_COLUMNS, ORDER_COLUMNS, REGISTRATION_COLUMNS, USER_COLUMNS } from './export-columns.ts'

const PAGE = { limit: true, offset: true } as const
const CsvFile = { description: 'A file of the rows', content: { 'text/csv': { schema: z.string() } } }

/** The lists as files, searched, filtered and sorted like them, but whole. */
export function exportRoutes(app: App, { db }: Services): void {
  // A HEAD would read the list to its end and throw it away.
  const shared = { config: { access: 'admin' }, exposeHeadRoute: false } as const

  app.get(
    '/admin/users.csv',
    {
      ...shared,
      schema: {
        summary: 'The users as a CSV file',
        querystring: UserListQuery.omit(PAGE),
        response: { 200: CsvFile },
      },
    },
    (request, reply) => sendCsv(reply, 'users', USER_COLUMNS, streamUsers(db, request.query)),
  )

  app.get(
    '/admin/orders.csv',
    {
      ...shared,
      schema: {
        summary: 'The orders as a CSV file',
        querystring: OrderListQuery.omit(PAGE),
        response: { 200: CsvFile },
      },
    },
    (request, reply) => sendCsv(reply, 'orders', ORDER_COLUMNS, streamOrders(db, request.query)),
  )

  app.get(
    '/admin/registrations.csv',
    {
      ...shared,
      schema: {
        summary: 'The registrations as a CSV file',
        querystring: RegistrationListQuery.omit(PAGE),
        response: { 200: CsvFile },
      },
    },
    (request, reply) =>
      sendCsv(reply, 'registrations', REGISTRATION_COLUMNS, streamRegistrations(db, request.query)),
  )

  app.get(
    '/admin/coupons.csv',
    {
      ...shared,
      schema: {
        summary: 'The coupons as a CSV file',
        querystring: CouponListQuery.omit(PAGE),
        response: { 200: CsvFile },
      },
    },
    (request, reply) => sendCsv(reply, 'coupons', COUPON_COLUMNS, streamCoupons(db, request.query)),
  )
}

/** A fault before the first piece is answered as one; a later one breaks the file off, so that it is not taken for whole. */
async function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: readonly CsvColumn<Row>[],
  pieces: AsyncGenerator<Row[]>,
): Promise<string> {
  const lines = toCsv(columns, pieces)
  const first = await lines.next()
  async function* all() {
    yield first.value ?? ''
    yield* lines
  }
  const day = new Date().toISOString().slice(0, 10)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
    .send(Readable.from(all()))
  // The reply itself says that it is on its way; the schema's type knows only the text.
  return reply as unknown as string
}
