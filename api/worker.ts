/**
 * The worker: a separate process for work that needs Astro or sharp, so that the API processes load neither. `npm start`
 * runs one beside the shop; in production each machine that serves pages runs one. `--once` publishes and exits.
 */
import pino from 'pino'
import { createDb } from '#db/connection/connection.ts'
import { publish } from './catalogue/publishing/publish.ts'
import { Publisher } from './catalogue/publishing/publisher.ts'
import { SITE_DIR } from './catalogue/publishing/releases.ts'
import { serveMetrics } from './operations/metrics/metrics-port.ts'
import { createMailReader } from './orders/incoming-mail/mailbox.ts'
import { InvalidEnv, parseEnv } from './platform/environment/env.ts'
import { describeRemovedVariables } from './platform/environment/gone-variables.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { createRegistry } from './platform/plugins/metrics.ts'
import { createWorkerHandlers } from './worker-handlers.ts'

/** Fewer than an API process needs: the worker takes no payments and sends no mails. */
const REQUIRED_IN_PRODUCTION = ['DATABASE_URL', 'PUBLIC_ORIGIN']

async function main(): Promise<void> {
  const env = parseEnv(process.env, REQUIRED_IN_PRODUCTION)
  const { databaseUrl } = env
  if (!databaseUrl) throw new InvalidEnv(['DATABASE_URL must be set'])
  const log = pino({ level: env.logLevel })
  const gone = describeRemovedVariables(process.env)
  if (gone) log.warn(gone)
  const db = createDb(databaseUrl, { applicationName: 'shop worker', poolMax: 4 })
  const publishing = { db, publicOrigin: env.publicOrigin, siteDir: SITE_DIR, hook: env.publishHook }
  if (process.argv.includes('--once')) {
    await publish(publishing)
    process.exit(0)
  }
  const jobs = new Jobs({ databaseUrl })
  jobs.logTo(log)
  const publisher = new Publisher({ ...publishing, databaseUrl, jobs, log })

  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void publisher
      .close()
      .then(() => jobs.close())
      .then(() => db.destroy())
      .then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // The demo's process, which started this one, has ended.
  process.on('disconnect', stop)

  await serveMetrics(env, createRegistry(db))
  const readMails = createMailReader({ env, db, jobs }, (error) =>
    log.error({ err: error }, 'mail not taken'),
  )
  await jobs.work({
    ...createWorkerHandlers({ env, db, jobs }),
    ...(env.replyMailbox && { 'incoming-mail': () => readMails({ isWatching: true }) }),
  })
  log.info('worker works')
}

main().catch((error: unknown) => {
  const lines =
    error instanceof InvalidEnv
      ? error.problems
      : [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
})
