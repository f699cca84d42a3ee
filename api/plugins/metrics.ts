/** Figures for Prometheus, of one app: its requests, its database pool, its process. */
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { RequestDurations } from './request-durations.ts'

interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
  interface FastifyRequest {
    /** Called once, when the answer has gone out or the caller has hung up; at most one, because each listener costs. */
    onOver: ((tookMs: number) => void) | undefined
    /** As registered, `/api/packages/:id`; unset where no route was found. Kept, because Fastify puts it together anew at each asking. */
    routePath: string | undefined
  }
}

/** Measures every request of the app it is given. */
export function registerMetrics(app: FastifyInstance, db: Knex): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.decorate('metrics', registry)
  app.addHook('onClose', async () => registry.clear())

  const durations = new RequestDurations(registry)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routePath: route = 'none' } = request
    durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  let running = 0
  app.decorateRequest('onOver', undefined)
  app.decorateRequest('routePath', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    running += 1
    request.routePath = request.routeOptions.url
    // Also where the caller hangs up before the answer.
    reply.raw.on('close', () => {
      running -= 1
      request.onOver?.(reply.elapsedTime)
    })
    done()
  })

  const { pool } = db.client as { pool: Pool }
  const gauges: [name: string, help: string, read: () => number][] = [
    ['http_requests_running', 'Requests that have come and are not answered yet', () => running],
    ['db_pool_used', 'Database connections at work', () => pool.numUsed()],
    ['db_pool_free', 'Database connections that wait for work', () => pool.numFree()],
    ['db_pool_waiting', 'Requests that wait for a database connection', () => pool.numPendingAcquires()],
  ]
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}
