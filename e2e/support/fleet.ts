/** The shop as it runs on several machines: PostgreSQL, two API processes, the payment sandbox, a mail server. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { ApiProcess, type StartChanges } from '#api/testing/api-process.ts'
import { createDb } from '#db/connection/connection.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { NodeProcess } from '#db/testing/node-process.ts'
import { type Mail, startMailServer } from './mail-server.ts'

export type ApiName = 'a' | 'b'
export type ProcessName = ApiName | 'sandbox'

export interface Fleet {
  readonly db: Knex
  readonly apis: Record<ApiName, string>
  readonly sandboxUrl: string
  readonly stateFile: string
  /** Message-ID and recipient of each mail that the mail server has received. */
  readonly mails: Mail[]
  readonly credentials: { keyId: string; keySecret: string; webhookSecret: string }
  /** Kills the process with SIGKILL and starts a new one. Resolves when the new one is ready. */
  kill(name: ProcessName, changes?: StartChanges): Promise<void>
  /** Kills the process with SIGKILL. The next `kill` starts a new one. */
  end(name: ProcessName): Promise<void>
  /** @returns whether the process exited on its own within the time */
  waitForEnd(name: ApiName, withinMs: number): Promise<boolean>
  pidOf(name: ApiName): number
  /** The latest output of all processes, to explain a failure. */
  readLog(): string
  stop(): Promise<void>
}

/** The database server of the fleet's processes. */
export interface Database {
  url: string
  db: Knex
  stop(): Promise<void>
}

const open = new Set<Fleet>()

export async function stopFleets(): Promise<void> {
  await Promise.all([...open].map((fleet) => fleet.stop()))
}
// An interrupted run stops its processes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stopFleets().then(() => process.exit(130)))

export interface EmbeddedDatabase extends Database {
  /** Crashes PostgreSQL and starts it again. */
  crash(): Promise<void>
}

export async function openEmbeddedDatabase(): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-postgres-'))
  // Only processes crash here, never the machine, so writes survive without fsync.
  const postgres = await startEmbeddedPostgres(dataDir, {
    settings: { fsync: 'off', max_connections: '100' },
  })
  const url = postgres.urlOf('postgres')
  const db = createDb(url, { applicationName: 'chaos', acquiredWithinMs: 30_000 })
  await db.migrate.latest()
  return {
    url,
    db,
    crash: () => postgres.crash(),
    stop: async () => {
      await db.destroy()
      await postgres.stop()
      await removeEmbeddedPostgres(dataDir)
    },
  }
}

interface FleetOptions {
  /** The script of the API processes, and Node's flags before it. */
  server?: string
  flags?: string[]
  /** Environment variables of the API processes, which override those of the fleet. */
  variables?: Record<string, string>
  /** The fleet stops this database at its end. Unset: a new embedded PostgreSQL. */
  database?: Database
}

export async function startFleet(options: FleetOptions = {}): Promise<Fleet> {
  const { server = 'api/server.ts', flags = [], variables } = options
  const { database = await openEmbeddedDatabase() } = options
  const { db } = database
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'))
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
  const mails: Mail[] = []
  const smtp = startMailServer(ports.smtp, mails)
  const log: string[] = []
  const logAs = (name: ProcessName) => ({
    onOutput: (text: string) => {
      log.push(`${name}: ${text.trim()}`)
      if (log.length > 2_000) log.shift()
    },
  })
  const createApi = (name: ApiName) =>
    ApiProcess.create(
      {
        args: [...flags, server],
        databaseUrl: database.url,
        providerUrl: sandboxUrl,
        credentials,
        sessionSecret: 'chaos-session-secret-0123456789abcdef',
        variables: {
          PUBLIC_ORIGIN: 'http://localhost:4321',
          SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
          ...variables,
        },
        ...logAs(name),
      },
      ports[name],
    )
  const processes: Record<ApiName, ApiProcess> = { a: await createApi('a'), b: await createApi('b') }
  const sandboxProgram = {
    args: ['api/demo/sandbox/main.ts'],
    readyUrl: `${sandboxUrl}/v1/checkout.js`,
    env: {
      RAZORPAY_KEY_ID: credentials.keyId,
      RAZORPAY_KEY_SECRET: credentials.keySecret,
      RAZORPAY_WEBHOOK_SECRET: credentials.webhookSecret,
      PORT: String(ports.sandbox),
      // As in production, the provider knows only one address for its webhooks.
      WEBHOOK_URL: `${apis.a}/api/webhooks/razorpay`,
      STATE_FILE: stateFile,
    },
    ...logAs('sandbox'),
  }
  let sandbox: NodeProcess | undefined
  const find = (name: ProcessName) => (name === 'sandbox' ? sandbox : processes[name])
  /** How often each process was started, so that a start notices when a later one has replaced it. */
  const starts = { a: 0, b: 0, sandbox: 0 }
  let isStopping = false

  async function start(name: ProcessName, changes: StartChanges = {}): Promise<void> {
    starts[name] += 1
    const nth = starts[name]
    try {
      if (name !== 'sandbox') return await processes[name].start(changes)
      sandbox = NodeProcess.spawn(sandboxProgram)
      await sandbox.untilReady()
    } catch (error) {
      if (isStopping || nth !== starts[name]) return
      // It exited on its own, for example because the database was down. A supervisor would restart it.
      if (find(name)?.exitCode !== null) return start(name, changes)
      if (find(name)?.isRunning) throw error
      // It was killed during its start.
    }
  }

  const end = async (name: ProcessName) => find(name)?.kill()

  await start('sandbox')
  await Promise.all([start('a'), start('b')])
  const fleet: Fleet = {
    db,
    apis,
    sandboxUrl,
    stateFile,
    mails,
    credentials,
    async kill(name, changes) {
      // Another `kill` may have started a new process meanwhile, which would occupy the port.
      do await end(name)
      while (find(name)?.isRunning)
      await start(name, changes)
    },
    end,
    async waitForEnd(name, withinMs) {
      const ended = processes[name].untilExit().then(() => true)
      return Promise.race([ended, delay(withinMs, false, { ref: false })])
    },
    pidOf: (name) => processes[name].pid,
    readLog: () => log.join('\n'),
    async stop() {
      if (!open.delete(fleet)) return
      isStopping = true
      await Promise.all((['a', 'b', 'sandbox'] as const).map(end))
      await new Promise<void>((done) => smtp.close(() => done()))
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  open.add(fleet)
  return fleet
}
