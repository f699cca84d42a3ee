/** Prometheus metrics of one process: its requests, database pool and runtime. */
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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
    /** Called once, when the response has been sent or the caller has disconnected. */
    onClose: ((tookMs: number) => void) | undefined
  }
}

/** Metrics of every process with a database: its runtime and its connections. */
export function createRegistry(db: Knex): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { pool } = db.client as { pool: Pool }
  addGauge(registry, 'db_pool_used', 'Database connections at work', () => pool.numUsed())
  addGauge(registry, 'db_pool_free', 'Database connections that wait for work', () => pool.numFree())
  addGauge(registry, 'db_pool_waiting', 'Queries that wait for a connection', () => pool.numPendingAcquires())
  return registry
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

export function registerMetrics(app: FastifyInstance, db: Knex): void {
  const registry = createRegistry(db)
  app.decorate('metrics', registry)
  app.addHook('onClose', async () => registry.clear())

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route as registered',
    // The route, never the URL: labels need few distinct values.
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    // An event stream lasts as long as its page is open.
    if (reply.raw.getHeader('content-type') === 'text/event-stream') return done()
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })

  let running = 0
  app.decorateRequest('onClose', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    running += 1
    // Also emitted if the caller disconnects before the response.
    reply.raw.on('close', () => {
      running -= 1
      request.onClose?.(reply.elapsedTime)
    })
    done()
  })
  addGauge(
    registry,
    'http_requests_running',
    'Requests that have arrived and have no response yet',
    () => running,
  )
}
