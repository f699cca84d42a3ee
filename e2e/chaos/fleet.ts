/** The shop as it runs on several machines, here on one: PostgreSQL, two API processes, the payment sandbox, a mail server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { SMTPServer } from 'smtp-server'
import { createDb } from '../../db/connection.ts'
import {
  type EmbeddedPostgres,
  findFreePort,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../db/embedded.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_WITHIN_MS = 30_000

export type ApiName = 'a' | 'b'
export type ProcessName = ApiName | 'sandbox'

export interface Fleet {
  readonly db: Knex
  readonly databaseUrl: string
  readonly postgres: EmbeddedPostgres
  readonly apis: Record<ApiName, string>
  readonly sandboxUrl: string
  readonly stateFile: string
  /** Message-ID of each mail that was taken, with its recipient. */
  readonly mails: { messageId: string; to: string }[]
  readonly credentials: { keyId: string; keySecret: string; webhookSecret: string }
  /** SIGKILL, and a new process in its place. Resolves when that one answers. */
  kill(name: ProcessName, changes?: Changes): Promise<void>
  /** SIGKILL, and nothing in its place until `kill` puts something there. */
  end(name: ProcessName): Promise<void>
  /** @returns whether it ended by itself within the time */
  waitForEnd(name: ProcessName, withinMs: number): Promise<boolean>
  /** What the API processes wrote, for looking into a fault. */
  readLog(): string
  stop(): Promise<void>
}

const open = new Set<Fleet>()

export async function stopFleets(): Promise<void> {
  await Promise.all([...open].map((fleet) => fleet.stop()))
}

/** What a process is started with beside the usual, this once. */
interface Changes {
  /** A module that it loads first. */
  preload?: string
  env?: Record<string, string>
}

/** @param preload a module that every API process loads first, to sabotage it */
export async function startFleet({ preload }: { preload?: string } = {}): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'))
  // Only processes die here, never the machine: what is written is there after a crash without fsync too.
  const postgres = await startEmbeddedPostgres(dataDir, {
    settings: { fsync: 'off', max_connections: '100' },
  })
  const databaseUrl = postgres.urlOf('postgres')
  const db = createDb(databaseUrl, { applicationName: 'chaos' })
  await db.migrate.latest()

  const ports = {
    a: await findFreePort(),
    b: await findFreePort(),
    sandbox: await findFreePort(),
    smtp: await findFreePort(),
  }
  const apis = { a: `http://127.0.0.1:${ports.a}`, b: `http://127.0.0.1:${ports.b}` }
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`
  const stateFile = join(dataDir, 'sandbox.json')
  const credentials = {
    keyId: 'rzp_test_chaos',
    keySecret: randomBytes(16).toString('hex'),
    webhookSecret: randomBytes(16).toString('hex'),
  }
  const keys = {
    RAZORPAY_KEY_ID: credentials.keyId,
    RAZORPAY_KEY_SECRET: credentials.keySecret,
    RAZORPAY_WEBHOOK_SECRET: credentials.webhookSecret,
  }
  const mails: Fleet['mails'] = []
  const smtp = startMailServer(ports.smtp, mails)
  const log: string[] = []

  const api = (port: number): Program => ({
    args: [...(preload ? ['--import', preload] : []), 'api/server.ts'],
    readyUrl: `http://127.0.0.1:${port}/api/healthz`,
    env: {
      ...keys,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      RAZORPAY_API_URL: sandboxUrl,
      SESSION_SECRET: 'chaos-session-secret-0123456789abcdef',
      PUBLIC_ORIGIN: 'http://localhost:4321',
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      SITE_DIR: join(dataDir, 'no-site'),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
  })
  const programs: Record<ProcessName, Program> = {
    a: api(ports.a),
    b: api(ports.b),
    sandbox: {
      args: ['api/sandbox/main.ts'],
      readyUrl: `${sandboxUrl}/v1/checkout.js`,
      // Told to one process: the provider knows one address.
      env: {
        ...keys,
        PORT: String(ports.sandbox),
        WEBHOOK_URL: `${apis.a}/api/webhooks/razorpay`,
        STATE_FILE: stateFile,
      },
    },
  }
  const running = new Map<ProcessName, ChildProcess>()
  let isStopping = false

  async function start(name: ProcessName, changes: Changes = {}): Promise<void> {
    const { args, readyUrl } = programs[name]
    const env = { ...programs[name].env, ...changes.env }
    const first = changes.preload ? ['--import', changes.preload] : []
    const child = spawn(process.execPath, [...first, ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.set(name, child)
    const keep = (chunk: Buffer) => {
      log.push(`${name}: ${chunk.toString().trim()}`)
      if (log.length > 2_000) log.shift()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const giveUpAtMs = Date.now() + READY_WITHIN_MS
    while (!isStopping && running.get(name) === child) {
      if (await isAnswering(readyUrl)) return
      // Ended by itself: the database was away when it began, say. A supervisor would start it again.
      if (child.exitCode !== null) return start(name, changes)
      if (child.signalCode !== null) return
      if (Date.now() > giveUpAtMs) throw new Error(`${name} does not come up:\n${log.slice(-20).join('\n')}`)
      await delay(25)
    }
  }

  async function end(name: ProcessName): Promise<void> {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }

  await start('sandbox')
  await Promise.all([start('a'), start('b')])
  const fleet: Fleet = {
    db,
    databaseUrl,
    postgres,
    apis,
    sandboxUrl,
    stateFile,
    mails,
    credentials,
    async kill(name, changes) {
      await end(name)
      await start(name, changes)
    },
    end,
    async waitForEnd(name, withinMs) {
      const child = running.get(name)
      if (!child || child.signalCode !== null || child.exitCode !== null) return true
      const ended = new Promise<true>((done) => child.once('exit', () => done(true)))
      return Promise.race([ended, delay(withinMs, false as const, { ref: false })])
    },
    readLog: () => log.join('\n'),
    async stop() {
      if (!open.delete(fleet)) return
      isStopping = true
      for (const child of running.values()) child.kill('SIGKILL')
      await db.destroy()
      await new Promise<void>((done) => smtp.close(() => done()))
      await postgres.stop()
      await removeEmbeddedPostgres(dataDir)
    },
  }
  open.add(fleet)
  return fleet
}

interface Program {
  args: string[]
  env: Record<string, string>
  readyUrl: string
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

function startMailServer(port: number, mails: Fleet['mails']): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const messageId = /^message-id:\s*(<[^>]+>)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        const to = session.envelope.rcptTo[0]?.address ?? ''
        mails.push({ messageId, to })
        done()
      })
    },
  })
  // A client that is killed in the middle of a mail.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  return server
}
