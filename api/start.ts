/** `npm start`: the whole shop on one machine and one origin: database, migrations, demo data, site, API, payment sandbox. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { createDb } from '../db/connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded.ts'
import { DEMO_ACCOUNTS } from '../db/seeds/accounts.ts'
import { seedDemo } from '../db/seeds/demo.ts'
import { type AppOptions, buildApp } from './app.ts'
import { quotePrice } from './contract/pricing.ts'
import { type Env, InvalidEnv, parseEnv } from './env.ts'
import { hashPassword } from './features/auth/passwords.ts'
import { createMailer } from './features/mail/transport.ts'
import { createGateway } from './features/payments/gateway.ts'
import { createJobHandlers } from './jobs/handlers.ts'
import { Jobs } from './jobs/jobs.ts'
import { registerSandbox } from './sandbox/sandbox.ts'
import { buildSite, SITE_DIR } from './site-build.ts'

const SANDBOX_PREFIX = '/sandbox/razorpay'
const SANDBOX_KEY_ID = 'rzp_test_sandbox'

/** A reason to stop that the person at the terminal can act on: one line, no stack. */
class CannotStart extends Error {}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What must be put away again, last opened first. */
const closers: (() => Promise<void>)[] = []
let isStopping = false

async function stop(exitCode: number): Promise<never> {
  if (isStopping) return new Promise<never>(() => {})
  isStopping = true
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => say(`Could not stop cleanly: ${String(error)}`))
  }
  process.exit(exitCode)
}

async function main(): Promise<void> {
  process.on('SIGINT', () => {
    say('\nStopping …')
    void stop(0)
  })
  process.on('SIGTERM', () => void stop(0))

  // A person reads this terminal: what is not a warning would bury the lines meant for them.
  const env = parseEnv({ LOG_LEVEL: 'warn', ...process.env })
  if (env.isProduction) {
    throw new CannotStart(
      '`npm start` is the demo, with its sandbox and accounts. In production run `npm run serve`.',
    )
  }
  await assertPortFree(env.port)
  await mkdir(env.dataDir, { recursive: true })

  const databaseUrl = env.databaseUrl ?? (await startOwnPostgres(env))
  const db = await openDatabase(env, databaseUrl)
  const [, applied] = (await db.migrate.latest()) as [number, string[]]
  say(
    applied.length > 0
      ? `✔ Database schema: ${applied.length} migrations applied`
      : '✔ Database schema is current',
  )
  const isSeeded = await seedDemo(db, { hashPassword, quotePrice })
  say(isSeeded ? '✔ Demo catalogue, accounts and orders made' : '✔ Demo data is there')

  const mailer = createMailer(env)
  closers.push(() => mailer.close())
  const jobs = new Jobs({ databaseUrl })
  closers.push(() => jobs.close())
  const services = { ...(await assembleProvider(env)), db, jobs }
  await buildSite({ services, say })
  const app = await buildApp({ ...services, catalogueUrl: databaseUrl, siteDir: SITE_DIR })
  closers.push(() => app.close())
  await app.listen({ port: env.port, host: env.host })
  await jobs.work(createJobHandlers({ ...services, mailer }, app.log))
  announce(env)
}

async function openDatabase(env: Env, url: string): Promise<Knex> {
  const db = createDb(url)
  closers.push(() => db.destroy())
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

async function startOwnPostgres(env: Env): Promise<string> {
  say('· Starting PostgreSQL …')
  const starting = startEmbeddedPostgres(env.dataDir)
  // Before it is up, so that a Ctrl-C meanwhile stops it too.
  closers.push(() => starting.then((server) => server.stop()))
  let server: EmbeddedPostgres
  try {
    server = await starting
  } catch (error) {
    closers.pop()
    throw new CannotStart(error instanceof Error ? error.message : String(error))
  }
  say(`✔ PostgreSQL is running, its data in ${resolve(env.dataDir)}`)
  return server.urlOf('postgres')
}

/** The payment provider, or its stand-in with what this needs. */
async function assembleProvider(env: Env): Promise<Omit<AppOptions, 'db' | 'jobs'>> {
  const origin = `http://127.0.0.1:${env.port}`
  const sessionSecrets =
    env.sessionSecrets.length > 0 ? env.sessionSecrets : [await keepSecret(env.dataDir, 'session-secret')]
  const withSecrets = { ...env, sessionSecrets }
  if (env.razorpay) {
    const gateway = createGateway({
      ...env.razorpay,
      ...(env.razorpayApiUrl && { apiUrl: env.razorpayApiUrl }),
      checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
    })
    return { env: withSecrets, gateway }
  }
  const credentials = {
    keyId: SANDBOX_KEY_ID,
    keySecret: await keepSecret(env.dataDir, 'sandbox-key-secret'),
    webhookSecret: await keepSecret(env.dataDir, 'sandbox-webhook-secret'),
  }
  const gateway = createGateway({
    ...credentials,
    apiUrl: env.razorpayApiUrl ?? `${origin}${SANDBOX_PREFIX}`,
    checkoutScript: `${SANDBOX_PREFIX}/v1/checkout.js`,
  })
  const mountSandbox = async (app: FastifyInstance) => {
    await app.register(
      (scope) =>
        registerSandbox(scope, {
          ...credentials,
          webhookUrl: `${origin}/api/webhooks/razorpay`,
          stateFile: join(env.dataDir, 'sandbox.json'),
        }),
      { prefix: SANDBOX_PREFIX },
    )
  }
  return { env: withSecrets, gateway, mountSandbox }
}

/** A random secret that stays the same from start to start. */
async function keepSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name)
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim()
  const secret = randomBytes(32).toString('hex')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  return secret
}

async function assertPortFree(port: number): Promise<void> {
  const probe = createServer()
  await new Promise<void>((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`
      fail(new CannotStart(`Port ${port} ${reason}. Set another: PORT=4400 npm start`))
    })
    probe.listen(port, () => probe.close(() => done()))
  })
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '***'
  return shown.href
}

function announce(env: Env): void {
  say('')
  say(`  The shop is open: ${env.publicOrigin}`)
  say('')
  for (const [role, { email, password }] of Object.entries(DEMO_ACCOUNTS)) {
    say(`  ${role.padEnd(10)}${email.padEnd(24)}${password}`)
  }
  say('')
  say('  Payments go to the sandbox: no money moves.')
  say(env.smtpUrl ? '  Mails go out over SMTP.' : `  Mails are written to ${resolve(env.dataDir, 'mail')}`)
  say('  Ctrl-C stops everything.')
}

main().catch((error: unknown) => {
  if (error instanceof InvalidEnv) for (const problem of error.problems) say(`✘ ${problem}`)
  else if (error instanceof CannotStart) say(`✘ ${error.message}`)
  else say(`✘ ${error instanceof Error ? error.stack : String(error)}`)
  void stop(1)
})
