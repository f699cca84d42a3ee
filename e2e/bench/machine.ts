/** Starts the servers that are measured: a PostgreSQL with a database for each section, and processes as in production. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Signer } from '@fastify/cookie'
import type { Knex } from 'knex'
import { seedRules } from '#api/demo/seed-rules.ts'
import { hashToken } from '#api/platform/http/token-hash.ts'
import { sessionCookieName } from '#api/platform/plugins/session.ts'
import { createDb, withDb } from '#db/connection/connection.ts'
import type { EmbeddedPostgres } from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { seedDemo } from '#db/seeds/demo.ts'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'

export const BENCH_DIR = join(ROOT, '.data', 'bench')

const CREDENTIALS = {
  RAZORPAY_KEY_ID: 'rzp_test_bench',
  RAZORPAY_KEY_SECRET: 'bench-key-secret-0123456789',
  RAZORPAY_WEBHOOK_SECRET: 'bench-webhook-secret-0123456789',
}
const SESSION_SECRET = 'a-secret-of-the-measurements-alone-0123456789'
/** Headers that the proxy in front of a process adds. */
export const PROXIED: Record<string, string> = {
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.7',
}
export const PUBLIC_ORIGIN = 'https://shop.example'

export interface Running {
  origin: string
  port: number
  pid: number
  /** Time from the start to the first response. */
  startedInMs: number
  stop(): Promise<void>
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))

/**
 * Runs a script of this project on a free port. Its output goes into a file, as a service's does.
 * @param readyPath requested until the response is 200
 */
async function start(args: string[], readyPath: string, variables: Record<string, string>): Promise<Running> {
  await mkdir(BENCH_DIR, { recursive: true })
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const started = await NodeProcess.start({
    args,
    readyUrl: `${origin}${readyPath}`,
    logFile: join(BENCH_DIR, `${args.at(-1)?.replaceAll('/', '-')}.log`),
    env: { SITE_DIR, DATA_DIR: BENCH_DIR, ...variables, PORT: String(port) },
  })
  const { pid, startedInMs } = started
  return { origin, port, pid, startedInMs, stop: async () => void (await started.terminate()) }
}

interface ApiOptions {
  /** URLs of the payment provider and of the mail server; unset: an address where nothing listens. */
  providerUrl?: string | undefined
  smtpUrl?: string
  /** Runs instead of the script of `npm run serve`. */
  script?: string
}

/** Starts one API process as in production: with sessions, limits, headers, and a line of log for each request. */
export function startApi(
  databaseUrl: string,
  { providerUrl, smtpUrl, script = SERVE_ARGS.at(-1) ?? '' }: ApiOptions = {},
): Promise<Running> {
  return start([...SERVE_ARGS.slice(0, -1), script], '/api/readyz', {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN,
    TRUST_PROXY: '127.0.0.1',
    SESSION_SECRET,
    ...CREDENTIALS,
    ALLOW_TEST_KEYS: 'on',
    RAZORPAY_API_URL: providerUrl ?? 'http://127.0.0.1:9',
    SMTP_URL: smtpUrl ?? 'smtp://127.0.0.1:9',
    USD_INR_RATE: '84.25',
  })
}

/** The server with which figures are compared. */
export const startReference = (databaseUrl: string) =>
  start(['e2e/bench/reference.ts'], '/rows', { DATABASE_URL: databaseUrl })

/** The sandbox in place of the payment provider. It keeps its state only in memory. */
export const startProvider = () =>
  start(['api/demo/sandbox/main.ts'], '/v1/checkout.js', { ...CREDENTIALS, STATE_FILE: '' })

/** Signs a user in without a password, as if just verified. @returns the request headers of the session */
export async function openSession(db: Knex, userId: number): Promise<Record<string, string>> {
  const sessionId = randomBytes(24).toString('base64url')
  const until = db.raw(`now() + interval '12 hours'`)
  await db('sessions').insert({ idHash: hashToken(sessionId), userId, expiresAt: until, provedAt: until })
  const signed = encodeURIComponent(new Signer([SESSION_SECRET]).sign(sessionId))
  return { ...PROXIED, cookie: `${sessionCookieName({ publicOrigin: PUBLIC_ORIGIN })}=${signed}` }
}

/** The name of the template database, made once per run. Sections copy it with its statistics. */
let template: Promise<string> | undefined

/** Creates a database with the demo's data, and drops an older one of this name. */
export async function makeShopDatabase(
  server: EmbeddedPostgres,
  name: string,
): Promise<{ url: string; db: Knex }> {
  template ??= makeTemplate(server)
  await makeDatabase(server, name, await template)
  const url = server.urlOf(name)
  return { url, db: createDb(url, { poolMax: 2, applicationName: 'bench' }) }
}

async function makeTemplate(server: EmbeddedPostgres): Promise<string> {
  const name = 'bench_template'
  await makeDatabase(server, name, 'template1')
  await withDb(server.urlOf(name), 'bench', async (db) => {
    await db.migrate.latest()
    await seedDemo(db, seedRules)
    await db.raw('VACUUM ANALYZE')
  })
  return name
}

async function makeDatabase(server: EmbeddedPostgres, name: string, from: string): Promise<void> {
  await dropDatabase(server, name)
  await operate(server, `CREATE DATABASE ${name} TEMPLATE ${from}`)
}

export const dropDatabase = (server: EmbeddedPostgres, name: string) =>
  operate(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

const operate = (server: EmbeddedPostgres, statement: string) =>
  withDb(server.urlOf('postgres'), 'bench', (operator) => operator.raw(statement))

/** Resident memory in MiB. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
