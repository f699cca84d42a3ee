/** What the measurements run on: one PostgreSQL of their own, and processes started as production starts them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '../../db/connection.ts'
import { type EmbeddedPostgres, findFreePort } from '../../db/embedded.ts'

export const ROOT = resolve(import.meta.dirname, '..', '..')
export const BENCH_DIR = join(ROOT, '.data', 'bench')
export const DATABASE_DIR = join(BENCH_DIR, 'database')
export const SITE_DIR = join(ROOT, '.data', 'bench-site')
const READY_WITHIN_MS = 60_000
const ASK_EVERY_MS = 5

export const CREDENTIALS = {
  RAZORPAY_KEY_ID: 'rzp_test_bench',
  RAZORPAY_KEY_SECRET: 'bench-key-secret-0123456789',
  RAZORPAY_WEBHOOK_SECRET: 'bench-webhook-secret-0123456789',
}
export const SESSION_SECRET = 'a-secret-of-the-measurements-alone-0123456789'
/** What a proxy in front of the process sends along. */
export const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
export const PUBLIC_ORIGIN = 'https://shop.example'

export interface Running {
  origin: string
  port: number
  pid: number
  /** From its start to its first answer. */
  startedInMs: number
  stop(): Promise<void>
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<'serve' | 'start', string>
}

/** What `npm run serve` or `npm start` says between `node` and its file. */
export const flagsOf = (script: 'serve' | 'start') => scripts[script].split(' ').slice(1, -1)
const SERVED = scripts.serve.split(' ').at(-1) ?? ''

interface Script {
  path: string
  /** Node's own. */
  flags?: string[]
  variables?: Record<string, string>
  /** Asked until it answers 200. */
  readyPath: string
}

/** `BENCH_PROFILE=1`: each API process leaves a profile in .data/bench/profiles, and is slower for it. */
const PROFILE_FLAGS = process.env.BENCH_PROFILE
  ? ['--cpu-prof', `--cpu-prof-dir=${join(BENCH_DIR, 'profiles')}`]
  : []

const running = new Set<ChildProcess>()
// Nothing may be left behind by a run that is broken off.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))

/** Runs a script of this project on a free port, its output in a file as a service's is. */
export async function start({ path, flags = [], variables = {}, readyPath }: Script): Promise<Running> {
  await mkdir(BENCH_DIR, { recursive: true })
  const port = await findFreePort()
  const log = await open(join(BENCH_DIR, `${path.replaceAll('/', '-')}.log`), 'a')
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [...flags, join(ROOT, path)], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SITE_DIR,
      DATA_DIR: BENCH_DIR,
      ...variables,
      PORT: String(port),
    },
    stdio: ['ignore', log.fd, log.fd],
  })
  running.add(child)
  await log.close()
  const origin = `http://127.0.0.1:${port}`
  await untilReady(child, `${origin}${readyPath}`)
  return {
    origin,
    port,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - startedAtMs,
    async stop() {
      running.delete(child)
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) break
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(ASK_EVERY_MS)
  }
  throw new Error(`${child.spawnargs.at(-1)} does not answer: see its log in ${BENCH_DIR}`)
}

const NOWHERE = 'http://127.0.0.1:9'

interface ApiOptions {
  /** Of the payment provider; unset: nothing is there. */
  apiUrl?: string
  /** Unset: nothing is there. */
  smtpUrl?: string
  path?: string
}

/** One API process as production runs it: sessions, limits, headers, a line of log a request. */
export function startApi(
  databaseUrl: string,
  { apiUrl = NOWHERE, smtpUrl = 'smtp://127.0.0.1:9', path = SERVED }: ApiOptions = {},
): Promise<Running> {
  return start({
    path,
    flags: [...PROFILE_FLAGS, ...flagsOf('serve')],
    readyPath: '/api/readyz',
    variables: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN,
      TRUST_PROXY: '127.0.0.1',
      SESSION_SECRET,
      ...CREDENTIALS,
      RAZORPAY_API_URL: apiUrl,
      SMTP_URL: smtpUrl,
      USD_INR_RATE: '84.25',
    },
  })
}

export const startReference = (databaseUrl: string) =>
  start({ path: 'e2e/bench/reference.ts', readyPath: '/rows', variables: { DATABASE_URL: databaseUrl } })

/** The payment provider's stand-in, which answers at once: what it holds is in memory alone. */
export const startProvider = () =>
  start({
    path: 'api/sandbox/main.ts',
    readyPath: '/v1/checkout.js',
    variables: { ...CREDENTIALS, STATE_FILE: '' },
  })

export async function startMailSink(): Promise<Running & { url: string }> {
  const smtpPort = await findFreePort()
  const variables = { SMTP_PORT: String(smtpPort) }
  const sink = await start({ path: 'e2e/bench/mail-sink.ts', readyPath: '/', variables })
  return { ...sink, url: `smtp://127.0.0.1:${smtpPort}` }
}

/** A migrated database of this name on the running server, made anew. */
export async function makeDatabase(server: EmbeddedPostgres, name: string): Promise<string> {
  const admin = createDb(server.urlOf('postgres'), { poolMax: 1 })
  await admin.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.raw(`CREATE DATABASE ${name}`)
  await admin.destroy()
  const db = createDb(server.urlOf(name), { poolMax: 1 })
  await db.migrate.latest()
  await db.destroy()
  return server.urlOf(name)
}

/** Resident, in MiB. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
