/** Starts the whole demo shop on a given database: migrations, data, site, API, payment sandbox, jobs. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AppOptions, buildApp } from '#api/app.ts'
import type { Build } from '#api/catalogue/publishing/build.ts'
import { publish } from '#api/catalogue/publishing/publish.ts'
import { SITE_DIR } from '#api/catalogue/publishing/releases.ts'
import { createJobHandlers } from '#api/handlers.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { serveMetrics } from '#api/operations/metrics/metrics-port.ts'
import type { Env } from '#api/platform/environment/env.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { CannotStart, say } from '#api/platform/logging/terminal.ts'
import { createMailer } from '#api/platform/mail/transport.ts'
import { startWorker } from '#api/start-worker.ts'
import { createDb } from '#db/connection/connection.ts'
import { migrateAndGrant } from '#db/connection/roles.ts'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { seedDemoBasics, seedDemoPast } from '#db/seeds/demo.ts'
import { openDemoBlog } from './blog/demo-blog.ts'
import { registerSandbox } from './sandbox/sandbox.ts'
import { seedRules, withFiles } from './seed-rules.ts'

const SANDBOX_PREFIX = '/sandbox/razorpay'
const SANDBOX_KEY_ID = 'rzp_test_sandbox'

interface Demo {
  env: Env
  /** The database's URL for its owner. */
  ownerUrl: string
  /** The build begun by `beginFirstBuild`, if any. */
  firstBuild: Build | undefined
  /** Receives a closing function for each opened resource, in the order of opening. */
  closers: (() => Promise<void>)[]
}

export async function openDemo({ env, ownerUrl, firstBuild, closers }: Demo): Promise<void> {
  const owner = await openDatabase(env, ownerUrl)
  const databaseUrl = env.databaseUrl ?? (await nameProcessRole(ownerUrl, env.dataDir))
  const applied = await migrateAndGrant(owner, { ownerUrl, processUrl: databaseUrl })
  say(
    applied.length > 0
      ? `✔ Database schema: ${applied.length} migrations applied`
      : '✔ The database schema is up to date',
  )
  const isSeeded = await seedDemoBasics(owner, seedRules)
  say(isSeeded ? '✔ Demo catalogue and accounts made' : '✔ Demo data is already there')

  const db = createDb(databaseUrl)
  closers.push(() => db.destroy())
  const mailer = createMailer(env)
  closers.push(() => mailer.close())
  const jobs = new Jobs({ databaseUrl })
  closers.push(() => jobs.close())
  const services = { ...(await assembleProvider(env)), db, jobs }
  await publishFirst(env, db, firstBuild)
  const app = await buildApp({ ...services, listenUrl: databaseUrl, siteDir: SITE_DIR })
  closers.push(() => app.close())
  await app.listen({ port: env.port, host: env.host })
  await serveMetrics(env, app.metrics)
  if (env.hasDemoHistory) await makePast(env, owner, jobs)
  await owner.destroy()
  const blog = env.hasDemoHistory ? await openDemoBlog(env, db) : undefined
  if (blog) closers.push(() => blog.close())
  announce(env, blog?.origin)
  await jobs.work(createJobHandlers({ ...services, mailer }, app.log))
  if (env.hasWorker) closers.push(startWorker({ ...env, databaseUrl }))
}

/** Seeds the history once the pages are up, which do not show it, and before the jobs start, which must not process it. */
async function makePast(env: Env, owner: Knex, jobs: Jobs): Promise<void> {
  const startedAtMs = performance.now()
  const onStart = () =>
    say(`✔ The home page is at ${env.publicOrigin}\n· Making sixteen weeks of orders and work …`)
  const isMade = await seedDemoPast(owner, withFiles(env, jobs), onStart)
  if (isMade) say(`✔ Orders and work are made (${formatSeconds((performance.now() - startedAtMs) / 1_000)})`)
}

/** Builds the pages before the shop opens. The worker later adds sharing pictures and compressed files, and publishes changes. */
async function publishFirst(
  { publicOrigin, hasWorker }: Env,
  db: Knex,
  begun: Build | undefined,
): Promise<void> {
  const onStart = () => begun ?? say('· Building the pages …')
  const published = await publish({
    db,
    publicOrigin,
    siteDir: SITE_DIR,
    onStart,
    onFault: (fault) => say(`✘ ${fault}`),
    isQuick: hasWorker,
    begun,
  })
  if (!published) {
    // Another process has published already.
    await begun?.discard()
    say('✔ The pages are built already')
    return
  }
  const rest = hasWorker ? '; pictures for sharing and compressed files follow' : ''
  say(`✔ The pages are built (${formatSeconds(published.seconds)})${rest}`)
}

/** @example '4.2 s' */
const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`

async function openDatabase(env: Env, url: string): Promise<Knex> {
  const db = createDb(url)
  try {
    await db.raw('SELECT 1')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotStart(
      `The database at ${withoutPassword(url)} is not reachable: ${reason || 'connection refused'}`,
    )
  }
  if (env.databaseUrl) say(`✔ Database at ${withoutPassword(url)}`)
  return db
}

/** @returns the embedded database's URL for the shop's processes, with a role that does not own it */
async function nameProcessRole(ownerUrl: string, dataDir: string): Promise<string> {
  const url = new URL(ownerUrl)
  url.username = 'shop_process'
  url.password = await ensureSecret(dataDir, 'process-password')
  return url.href
}

/** @returns the options for the configured payment provider or, without one, for the sandbox */
async function assembleProvider(env: Env): Promise<Omit<AppOptions, 'db' | 'jobs'>> {
  const origin = `http://127.0.0.1:${env.port}`
  const sessionSecrets =
    env.sessionSecrets.length > 0 ? env.sessionSecrets : [await ensureSecret(env.dataDir, 'session-secret')]
  const withSecrets = { ...env, sessionSecrets }
  if (env.paymentCredentials) {
    const gateway = createGateway({
      ...env.paymentCredentials,
      ...(env.paymentApiUrl && { apiUrl: env.paymentApiUrl }),
    })
    return { env: withSecrets, gateway }
  }
  const credentials = {
    keyId: SANDBOX_KEY_ID,
    keySecret: await ensureSecret(env.dataDir, 'sandbox-key-secret'),
    webhookSecret: await ensureSecret(env.dataDir, 'sandbox-webhook-secret'),
  }
  const gateway = createGateway({
    ...credentials,
    apiUrl: env.paymentApiUrl ?? `${origin}${SANDBOX_PREFIX}`,
    checkoutScript: `${SANDBOX_PREFIX}/v1/checkout.js`,
  })
  const mountSandbox = async (app: FastifyInstance) => {
    await app.register(
      (scope) =>
        registerSandbox(scope, {
          ...credentials,
          webhookUrl: `${origin}/api${gateway.eventPath}`,
          stateFile: join(env.dataDir, 'sandbox.json'),
        }),
      { prefix: SANDBOX_PREFIX },
    )
  }
  return { env: withSecrets, gateway, mountSandbox }
}

/** @returns a random secret, which is created and stored at the first start */
async function ensureSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name)
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim()
  const secret = randomBytes(32).toString('hex')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  return secret
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  return shown.href
}

function announce(env: Env, blogOrigin: string | undefined): void {
  say('')
  say(`  The shop is open: ${env.publicOrigin}`)
  if (blogOrigin) say(`  A blog that sells its packages: ${blogOrigin}`)
  say('')
  for (const [role, { email, password }] of Object.entries(DEMO_ACCOUNTS)) {
    say(`  ${role.padEnd(10)}${email.padEnd(24)}${password}`)
  }
  say('')
  say('  Payments go to the sandbox: no money moves.')
  say(env.smtpUrl ? '  Mails go out over SMTP.' : `  Mails are written to ${resolve(env.dataDir, 'mail')}`)
  say('  Ctrl-C stops everything.')
}
