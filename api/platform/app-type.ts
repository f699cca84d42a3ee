import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import type { Env } from './environment/env.ts'
import type { Jobs } from './jobs/jobs.ts'

/** The Fastify instance, or an encapsulated scope of it. */
export type App = FastifyInstance

/** Dependencies of routes and rules. The process has no other shared state. */
export interface Services {
  env: Env
  db: Knex
  jobs: Jobs
}
