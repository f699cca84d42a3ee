import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Knex } from 'knex'
import type { Env } from './env.ts'
import type { Gateway } from './features/payments/gateway.ts'
import type { Jobs } from './jobs/jobs.ts'

/** Fastify with zod schemas: what routes are registered on. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** What routes and rules work with. No state lives in the process beside these. */
export interface Services {
  env: Env
  db: Knex
  gateway: Gateway
  jobs: Jobs
}
