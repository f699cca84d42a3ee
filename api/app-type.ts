import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import type { Env } from './base/env.ts'
import type { Gateway } from './features/payments/gateway.ts'
import type { Jobs } from './jobs/jobs.ts'

/** The Fastify instance, or a scope of it, on which routes are registered. */
export type App = FastifyInstance

/** What routes and rules need. The process has no other state. */
export interface Services {
  env: Env
  db: Knex
  /** The provider that takes payments. */
  gateway: Gateway
  /** Providers that took earlier ones, which are refunded and disputed there. */
  earlierGateways?: readonly Gateway[]
  jobs: Jobs
}
