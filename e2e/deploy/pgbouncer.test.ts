/** A pooler in transaction mode loses notices without an error (docs/deployment.md, Poolers). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDb } from '#db/connection/connection.ts'
import { NodeProcess } from '#db/testing/node-process.ts'
import { ensurePostgres, type OwnPostgres, startOwnPostgres } from '#e2e/servers/own-postgres.ts'
import { ensurePgbouncer, Pgbouncer } from '#e2e/servers/pgbouncer.ts'

const ROLE = { name: 'postgres', password: 'the-owner-of-these-tests' }

let postgres: OwnPostgres
let pgbouncer: Pgbouncer
beforeAll(async () => {
  ensurePgbouncer()
  postgres = await startOwnPostgres(ensurePostgres())
  await withDb(postgres.urlOf('postgres'), 'tests', (server) => server.raw('CREATE DATABASE shop'))
  pgbouncer = await Pgbouncer.start({ databasePort: postgres.port, roles: [ROLE], isTransactionMode: true })
})
afterAll(async () => {
  await pgbouncer?.stop()
  await postgres?.stop()
})

test.each([
  ['a process does not start', ['api/server.ts'], 'DATABASE_URL leads to a pooler that shares connections'],
  ['the doctor finds a fault', ['api/shop.ts', 'doctor'], 'Not received: a pooler shares connections'],
])('behind a pooler in transaction mode %s, and says why', async (_what, args, reason) => {
  const started = NodeProcess.spawn({
    args,
    env: {
      DATABASE_URL: pgbouncer.urlOf(ROLE),
      SESSION_SECRET: 'a-secret-of-these-tests-alone-0123456789',
      RAZORPAY_KEY_ID: 'rzp_test_0000000000000001',
      RAZORPAY_KEY_SECRET: 'a-key-secret-of-these-tests',
      RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret-of-these-tests',
    },
  })
  await started.untilExit()
  expect(started.exitCode).toBe(1)
  expect(started.output).toContain(reason)
})
