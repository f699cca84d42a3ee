import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import * as z from 'zod'
import { ProviderEvent } from '#api/contract/money/payments.ts'
import { Job, Operations, QUEUES } from '#api/contract/operations/jobs.ts'
import { Attention } from '#api/contract/operations/overview.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import { disputeList } from '#api/money/disputes/queries.ts'
import { providerEventList, resendProviderEvent } from '#api/money/provider-events/queries.ts'
import { strayMoneyList } from '#api/money/stray-money/queries.ts'
import { orderList } from '#api/orders/order/queries.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { NotFound, Unavailable } from '#api/platform/errors.ts'
import { call } from '#api/platform/http/call.ts'
import type { List, ListSchema } from '#api/platform/lists/define-list.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { mailList } from '#api/platform/mail/mail-log.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { ORDER_ATTENTION, ORDER_ATTENTIONS } from '#api/rules/orders.ts'
import { countPendingMigrations } from '#db/connection/migrate.ts'
import { countOperations, jobList, retryJob } from './queries.ts'

const FORWARDED_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

async function readDatabase(db: Knex): Promise<{ pending: number; isReadOnly: boolean }> {
  const pending = await countPendingMigrations(db)
  // A standby is read-only until it is promoted.
  const { rows } = await db.raw<{ rows: [{ isReadOnly: boolean }] }>(
    `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
  )
  return { pending, isReadOnly: rows[0].isReadOnly }
}

export function operationRoutes(app: App, { db }: Services): void {
  call(app, 'GET /healthz', {
    access: 'public',
    tag: 'Operation',
    operationId: 'checkHealth',
    summary: 'The process is alive',
    description: 'A process that waits for the database is alive.',
    response: z.object({ status: z.literal('ok') }),
    handler: () => ({ status: 'ok' as const }),
  })

  call(app, 'GET /readyz', {
    access: 'public',
    tag: 'Operation',
    operationId: 'checkReadiness',
    summary: 'The database is reachable, takes changes, and its migrations are current',
    description: 'A balancer sends calls only where this is 200.',
    response: z.object({ status: z.literal('ready') }),
    handler: async () => {
      const database = await readDatabase(db).catch(() => undefined)
      if (!database) throw new Unavailable('database_down', 'The database is not reachable')
      if (database.isReadOnly) throw new Unavailable('database_down', 'The database is read-only')
      if (database.pending > 0) throw new Unavailable('migrations_pending', 'The database is not up to date')
      return { status: 'ready' as const }
    },
  })

  call(app, 'GET /metrics', {
    access: 'public',
    tag: 'Operation',
    operationId: 'readMetrics',
    summary: 'Figures for Prometheus; answers only on the machine itself',
    produces: ['text/plain'],
    refusals: { 404: 'Asked from elsewhere' },
    response: z.string(),
    handler: async (request, reply) => {
      if (!isLocal(request)) throw new NotFound('Page')
      return reply.type(app.metrics.contentType).send(await app.metrics.metrics())
    },
  })

  call(app, 'GET /openapi.json', {
    access: 'public',
    tag: 'Operation',
    operationId: 'getOpenapiDocument',
    summary: 'This document',
    response: z.record(z.string(), z.unknown()).meta({ description: 'OpenAPI 3.1' }),
    handler: async () => ({ ...app.swagger() }),
  })
}

/** Whether the caller is a program on this machine rather than a proxy. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (FORWARDED_HEADERS.some((name) => headers[name] !== undefined)) return false
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

const JobParams = z.object({
  queue: z.enum(QUEUES).meta({ description: 'the queue that the job is in' }),
  id: z.uuid().meta({ description: 'the id of the job' }),
})

export function operationAdminRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /admin/operations', {
    access: 'admin',
    operationId: 'getOperations',
    summary: 'What the shop is doing by itself, and what of it waits for somebody',
    response: Operations,
    handler: (request) => countOperations(db, getUser(request).id),
  })

  call(app, 'GET /admin/attention', {
    access: 'admin',
    operationId: 'getAttention',
    summary: 'What waits for an admin now',
    description: 'The number of each kind, and its first three.',
    response: Attention,
    handler: (request) => findAttention(db, getUser(request).id),
  })

  listCall(app, db, 'GET /admin/jobs', jobList, {
    operationId: 'listJobs',
    summary: 'Jobs that have failed or are under way, by queue',
    description: 'Failed jobs, unless another state is asked for.',
  })

  call(app, 'POST /admin/jobs/:queue/:id/retry', {
    access: 'admin',
    operationId: 'retryJob',
    summary: 'Try a failed job again',
    description: 'Jobs that come again by themselves are refused.',
    refusals: { 409: 'job_not_failed or job_not_retryable' },
    params: JobParams,
    response: Job,
    handler: (request) => retryJob(services, { ...request.params, adminId: getUser(request).id }),
  })

  listCall(app, db, 'GET /admin/provider-events', providerEventList, {
    operationId: 'listProviderEvents',
    summary: 'Events of the payment provider and what became of them',
  })

  call(app, 'POST /admin/provider-events/:id/resend', {
    access: 'admin',
    operationId: 'resendProviderEvent',
    summary: 'Handle an event of the payment provider again',
    description: 'Handling an event twice changes nothing more.',
    params: IdParams,
    response: ProviderEvent,
    handler: (request) =>
      resendProviderEvent(services, { id: request.params.id, adminId: getUser(request).id }),
  })
}

/** Queries the lists themselves, so that counts and first rows always agree with them. */
async function findAttention(db: Knex, adminId: number): Promise<Attention> {
  const firstOf = async <Query extends ListSchema, Wire extends z.ZodType>(
    list: List<Query, Wire>,
    filter: Partial<z.output<Query>>,
  ) => {
    const { total, rows } = await list.page(db, list.query.parse({ limit: '3', ...filter }), adminId)
    return { total, first: rows }
  }
  const orders = ORDER_ATTENTIONS.map(async (attention) => {
    const { sort } = ORDER_ATTENTION[attention]
    return { attention, ...(await firstOf(orderList, { attention, sort })) }
  })
  return {
    orders: await Promise.all(orders),
    disputes: await firstOf(disputeList, { state: 'unanswered' }),
    money: await firstOf(strayMoneyList, { looked: 'open' }),
    jobs: await firstOf(jobList, { state: 'failed' }),
    mails: await firstOf(mailList, { state: 'unresolved' }),
  }
}
