import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import type { Env } from './environment/env.ts'
import type { Jobs } from './jobs/jobs.ts'

/** The Fastify instance, or a scope of it, on which routes are registered. */
export type App = FastifyInstance

/** What routes and rules need. The process has no other state. */
export interface Services {
  env: Env
  db: Knex
  jobs: Jobs
}
