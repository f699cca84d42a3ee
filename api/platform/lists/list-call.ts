/** Registers the calls of a list, for admins only: a page as JSON, or the whole list as CSV. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as z from 'zod'
import type { App } from '#api/platform/app-type.ts'
import { call, type Tag } from '#api/platform/http/call.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import type { Scope } from '#api/rules/api-keys.ts'
import { TOTAL_COUNT_HEADER, writeTotal } from '#api/rules/list-total.ts'
import type { CsvFile } from './define-file.ts'
import type { List, ListSchema } from './define-list.ts'
import { sendNextCursor } from './follow.ts'

type Path = `GET ${string}`
interface Described {
  operationId: string
  summary: string
  description?: string
  tag?: Tag
}

/** Sends a page as a plain array. A header holds the total or, when following, the next cursor. */
export function listCall<Query extends ListSchema, Wire extends z.ZodType>(
  app: App,
  db: Knex,
  at: Path,
  list: List<Query, Wire>,
  described: Described & { scope?: Scope },
): void {
  call(app, at, {
    access: 'admin',
    ...described,
    querystring: list.query,
    response: z.array(list.row),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { rows, total, nextCursor } = await list.page(
        db,
        request.query as z.output<Query>,
        getUser(request).id,
      )
      if (nextCursor === undefined) reply.header(TOTAL_COUNT_HEADER, writeTotal(total))
      else sendNextCursor(reply, nextCursor)
      return rows
    },
  })
}

/** Registers a CSV download. No HEAD route, which would read the whole list for nothing. */
export function fileCall<Query extends z.ZodType>(
  app: App,
  db: Knex,
  at: Path,
  file: CsvFile<Query>,
  described: Described,
): void {
  call(app, at, {
    access: 'admin',
    proof: 'with_factor',
    exposeHeadRoute: false,
    description: 'All that the filters of the list leave. The export is recorded in the audit log.',
    ...described,
    querystring: file.query,
    response: { description: 'A file of the rows', content: { 'text/csv': { schema: z.string() } } },
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      file.send(db, { request, reply }, request.query as z.output<Query>),
  })
}
