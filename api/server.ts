/** `npm run serve`: one API process, as in production. Needs a migrated database; has none of the demo's parts. */

import { existsSync } from 'node:fs'
import { doBroadcastsArrive } from '#db/connection/broadcasts.ts'
import { createDb } from '#db/connection/connection.ts'
import { buildApp } from './app.ts'
import { SITE_DIR } from './catalogue/publishing/releases.ts'
import { createJobHandlers } from './handlers.ts'
import { createGateway } from './money/payments/provider.ts'
import { serveMetrics } from './operations/metrics/metrics-port.ts'
import { listOpenDemoAccounts } from './people/auth/demo-accounts.ts'
import { InvalidEnv, parseEnv } from './platform/environment/env.ts'
import { describeRemovedVariables } from './platform/environment/gone-variables.ts'
import { isTestKey, PAYMENT_CREDENTIALS } from './platform/environment/payment-variables.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { createMailer } from './platform/mail/transport.ts'

const fail = (lines: string[]) => {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const env = parseEnv(process.env)
  const gone = describeRemovedVariables(process.env)
  if (gone) process.stdout.write(`${gone}\n`)
  const missing = [
    ...(env.databaseUrl ? [] : ['DATABASE_URL']),
    ...(env.paymentCredentials ? [] : [PAYMENT_CREDENTIALS.join(', ')]),
    ...(env.sessionSecrets.length > 0 ? [] : ['SESSION_SECRET']),
  ]
  if (!env.databaseUrl || !env.paymentCredentials || missing.length > 0) {
    return fail(missing.map((name) => `${name} must be set: this is the server without the demo's own`))
  }
  const db = createDb(env.databaseUrl)
  // If the database cannot be reached, the process starts all the same and waits for it.
  if (!(await doBroadcastsArrive(db, env.databaseUrl).catch(() => true))) {
    return fail([
      'DATABASE_URL leads to a pooler that shares connections between transactions: use its session mode, or the database itself',
    ])
  }
  // An unreachable database is waited for, as above.
  const isLive = env.isProduction && !isTestKey(env.paymentCredentials.keyId)
  const demo = isLive ? await listOpenDemoAccounts(db).catch(() => []) : []
  if (demo.length > 0) {
    return fail([
      `DATABASE_URL is the demo's database: everybody knows the passwords of ${demo.join(', ')}. Disable these accounts or use another database.`,
    ])
  }
  const gateway = createGateway({
    ...env.paymentCredentials,
    ...(env.paymentApiUrl && { apiUrl: env.paymentApiUrl }),
  })
  const jobs = new Jobs({ databaseUrl: env.databaseUrl })
  const mailer = createMailer(env)
  const services = { env, db, gateway, jobs }
  const siteDir = existsSync(SITE_DIR) ? SITE_DIR : undefined
  const app = await buildApp({ ...services, listenUrl: env.databaseUrl, siteDir })

  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      // Refuses new requests, waits for running ones, then closes the pool.
      void app
        .close()
        .then(() => jobs.close())
        .then(() => mailer.close())
        .then(() => db.destroy())
        .then(() => process.exit(0))
    })
  }
  await app.listen({ port: env.port, host: env.host })
  await serveMetrics(env, app.metrics)
  process.stdout.write(`API listening on port ${env.port}\n`)
  await jobs.work(createJobHandlers({ ...services, mailer }, app.log))
  // Frees memory that only the start needed and that would otherwise stay until there is load. Last, because it takes time.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
}

main().catch((error: unknown) => {
  fail(
    error instanceof InvalidEnv
      ? error.problems
      : [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  )
})
