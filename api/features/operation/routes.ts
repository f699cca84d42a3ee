import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { NotFound, Unavailable } from '../../errors.ts'

const FORWARDED_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export function operationRoutes(app: App, { db }: Services): void {
  app.get(
    '/healthz',
    {
      config: { access: 'public' },
      schema: { summary: 'The process is alive', response: { 200: z.object({ status: z.literal('ok') }) } },
    },
    () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The database is reachable and its migrations are current',
        response: { 200: z.object({ status: z.literal('ready') }) },
      },
    },
    async () => {
      const pending = await db.migrate.list().then(
        ([, notRun]: [unknown[], unknown[]]) => notRun.length,
        () => undefined,
      )
      if (pending === undefined) throw new Unavailable('database_down', 'The database is not reachable')
      if (pending > 0) throw new Unavailable('migrations_pending', 'The database is not up to date')
      return { status: 'ready' as const }
    },
  )

  app.get(
    '/metrics',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Figures for Prometheus; answers only on the machine itself',
        produces: ['text/plain'],
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      if (!isLocal(request)) throw new NotFound('Page')
      return reply.type(app.metrics.contentType).send(await app.metrics.metrics())
    },
  )

  app.get(
    '/openapi.json',
    {
      config: { access: 'public' },
      schema: {
        summary: 'This document',
        response: { 200: z.record(z.string(), z.unknown()).meta({ description: 'OpenAPI 3.1' }) },
      },
    },
    async () => ({ ...app.swagger() }),
  )
}

/** Called by a program on this machine, and not through a proxy on it. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (FORWARDED_HEADERS.some((name) => headers[name] !== undefined)) return false
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}
