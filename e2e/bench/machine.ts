/** Starts the servers that are measured: a PostgreSQL and processes as in production. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDb } from '#db/connection/connection.ts'
import type { EmbeddedPostgres } from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'

export const BENCH_DIR = join(ROOT, '.data', 'bench')
export const DATABASE_DIR = join(BENCH_DIR, 'database')

export const CREDENTIALS = {
  RAZORPAY_KEY_ID: 'rzp_test_bench',
  RAZORPAY_KEY_SECRET: 'bench-key-secret-0123456789',
  RAZORPAY_WEBHOOK_SECRET: 'bench-webhook-secret-0123456789',
}
export const SESSION_SECRET = 'a-secret-of-the-measurements-alone-0123456789'
/** Headers that the proxy in front of a process adds. */
export const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
export const PUBLIC_ORIGIN = 'https://shop.example'

export interface Running {
  origin: string
  port: number
  pid: number
  /** Time from the start to the first response. */
  startedInMs: number
  stop(): Promise<void>
}

interface Script {
  /** Node's own flags and the script. */
  args: string[]
  variables?: Record<string, string>
  /** Requested until the response is 200. */
  readyPath: string
}

/** `BENCH_PROFILE=1`: each API process writes a profile to .data/bench/profiles, which makes it slower. */
const PROFILE_FLAGS = process.env.BENCH_PROFILE
  ? ['--cpu-prof', `--cpu-prof-dir=${join(BENCH_DIR, 'profiles')}`]
  : []

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))

/** Runs a script of this project on a free port. Its output goes into a file, as a service's does. */
export async function start({ args, variables = {}, readyPath }: Script): Promise<Running> {
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

const NOWHERE = 'http://127.0.0.1:9'

interface ApiOptions {
  /** URL of the payment provider; unset: an address where nothing listens. */
  apiUrl?: string
  /** URL of the mail server; unset: an address where nothing listens. */
  smtpUrl?: string
  /** Runs instead of the script of `npm run serve`. */
  script?: string
}

/** Starts one API process as in production: with sessions, limits, headers, and a line of log for each request. */
export function startApi(
  databaseUrl: string,
  { apiUrl = NOWHERE, smtpUrl = 'smtp://127.0.0.1:9', script = SERVE_ARGS.at(-1) ?? '' }: ApiOptions = {},
): Promise<Running> {
  return start({
    args: [...PROFILE_FLAGS, ...SERVE_ARGS.slice(0, -1), script],
    readyPath: '/api/readyz',
    variables: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN,
      TRUST_PROXY: '127.0.0.1',
      SESSION_SECRET,
      ...CREDENTIALS,
      ALLOW_TEST_KEYS: 'on',
      RAZORPAY_API_URL: apiUrl,
      SMTP_URL: smtpUrl,
      USD_INR_RATE: '84.25',
    },
  })
}

/** The reference server's request, with which figures are compared. */
export const toReference = (reference: Running) => ({ name: 'R', url: `${reference.origin}/rows` })

export const startReference = (databaseUrl: string) =>
  start({ args: ['e2e/bench/reference.ts'], readyPath: '/rows', variables: { DATABASE_URL: databaseUrl } })

/** The sandbox in place of the payment provider. It keeps its state only in memory. */
export const startProvider = () =>
  start({
    args: ['api/demo/sandbox/main.ts'],
    readyPath: '/v1/checkout.js',
    variables: { ...CREDENTIALS, STATE_FILE: '' },
  })

export async function startMailSink(): Promise<Running & { url: string }> {
  const smtpPort = await findFreePort()
  const variables = { SMTP_PORT: String(smtpPort) }
  const sink = await start({ args: ['e2e/bench/mail-sink.ts'], readyPath: '/', variables })
  return { ...sink, url: `smtp://127.0.0.1:${smtpPort}` }
}

/** Creates a database with this name on the running server, and drops an older one. @param template unset: an empty database */
export async function makeDatabase(
  server: EmbeddedPostgres,
  name: string,
  template = 'template1',
): Promise<string> {
  await dropDatabase(server, name)
  const admin = createDb(server.urlOf('postgres'), { poolMax: 1 })
  await admin.raw(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  await admin.destroy()
  return server.urlOf(name)
}

export async function dropDatabase(server: EmbeddedPostgres, name: string): Promise<void> {
  const admin = createDb(server.urlOf('postgres'), { poolMax: 1 })
  await admin.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.destroy()
}

/** Resident memory in MiB. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
