/**
 * The negative control: an API process with five faults, all of which a run must notice. Webhooks are accepted and dropped, a
 * coupon's use is counted without locking its row, and requests leak memory, files and connections to the database.
 */
import { openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Model, QueryBuilder, raw } from 'objection'
import pg from 'pg'
import { buildApp } from '#api/app.ts'
import { createJobHandlers } from '#api/handlers.ts'
import { Coupon } from '#db/models/catalogue/coupon.ts'
import { openServices } from '#e2e/support/api-services.ts'

/** Longer than a busy machine takes between two simultaneous orders. */
const RACE_MS = 500
/** Leaked on each request: 100 kB. */
const LEAKED_NUMBERS = 12_500
const REQUESTS_A_FILE = 10
const REQUESTS_A_CONNECTION = 20
/** PostgreSQL has 100, and the shop still needs some. */
const MOST_CONNECTIONS = 25

class UnlockedQueryBuilder<M extends Model, R = M[]> extends QueryBuilder<M, R> {}
Object.assign(UnlockedQueryBuilder.prototype, {
  forUpdate(this: QueryBuilder<Coupon>) {
    // Waits instead of locking, so that another order reads the coupon meanwhile.
    return this.runAfter(async (found) => {
      await delay(RACE_MS)
      return found
    })
  },
  increment(this: QueryBuilder<Coupon>) {
    // Stays at the limit, above which PostgreSQL's check constraint would refuse it.
    return this.patch({ usedCount: raw('least(used_count + 1, coalesce(usage_limit, used_count + 1))') })
  },
})
Coupon.QueryBuilder = UnlockedQueryBuilder as typeof Coupon.QueryBuilder

const services = openServices()
const { env, jobs } = services
const app = await buildApp(services)
const leaked: number[][] = []
app.server.on('request', () => {
  leaked.push(new Array(LEAKED_NUMBERS).fill(leaked.length))
  if (leaked.length % REQUESTS_A_FILE === 0) openSync('/dev/null', 'r')
  if (leaked.length % REQUESTS_A_CONNECTION > 0) return
  if (leaked.length / REQUESTS_A_CONNECTION > MOST_CONNECTIONS) return
  void new pg.Client({ connectionString: env.databaseUrl, application_name: 'shop' }).connect()
})
await app.listen({ port: env.port, host: env.host })
process.stdout.write(`API listening on port ${env.port}\n`)
await jobs.work({ ...createJobHandlers(services, app.log), 'provider-event': async () => {} })
