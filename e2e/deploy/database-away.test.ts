import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { queueMails } from '#api/platform/mail/outbox.ts'
import { ApiProcess } from '#api/testing/api-process.ts'
import { createDb } from '#db/connection/connection.ts'
import {
  type EmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { PACE } from './pace.ts'

const KNOWN = 'known@example.com'
/** The limit in db/connection/connection.ts, on an idle machine. */
const REFUSED_WITHIN_MS = 3_000
/** On a busy machine a refusal may take as much longer as this many pages take. */
const PAGES_A_REFUSAL = 10
const ORIGIN = 'https://shop.example'

let dir = ''
let port = 0
let server: EmbeddedPostgres
let db: Knex
let jobs: Jobs
let api: ApiProcess
/** Uses the same port at every start, as a restarted database server does. */
const startPostgres = async () => {
  server = await startEmbeddedPostgres(join(dir, 'data'), { settings: { port: String(port), fsync: 'off' } })
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shop-away-'))
  for (const [name, text] of [
    ['index.html', '<!doctype html><title>Home</title>'],
    ['about.html', '<!doctype html><title>About</title>'],
    ['404.html', '<!doctype html><title>Not found</title>'],
  ] as const) {
    await mkdir(join(dir, 'site', 'client'), { recursive: true })
    await writeFile(join(dir, 'site', 'client', name), text)
  }
  port = await findFreePort()
  await startPostgres()
  const url = new URL(server.urlOf('postgres'))
  url.port = String(port)
  db = createDb(url.href)
  await db.migrate.latest()
  jobs = new Jobs({ databaseUrl: url.href, isWorking: false })
  api = await ApiProcess.create({
    args: SERVE_ARGS,
    databaseUrl: url.href,
    providerUrl: 'http://127.0.0.1:9',
    credentials: { keyId: 'rzp_test_away', keySecret: 'secret', webhookSecret: 'webhook-secret-0123' },
    sessionSecret: 'a-secret-of-these-tests-alone-0123456789',
    siteDir: join(dir, 'site'),
    variables: { DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'silent', PUBLIC_ORIGIN: ORIGIN },
  })
  await api.start()
})
afterAll(async () => {
  await api?.kill()
  await jobs?.close()
  await db?.destroy()
  await removeEmbeddedPostgres(join(dir, 'data'))
  await rm(dir, { recursive: true, force: true })
})

interface Timed {
  status: number
  afterMs: number
  retryAfter: string | null
}

async function ask(path: string, body?: object): Promise<Timed> {
  const startedAtMs = performance.now()
  const response = await fetch(`${api.url}${path}`, {
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: ORIGIN },
    }),
  })
  await response.arrayBuffer()
  return {
    status: response.status,
    afterMs: performance.now() - startedAtMs,
    retryAfter: response.headers.get('retry-after'),
  }
}

const countMails = async () => (await readdir(join(dir, 'data', 'mail')).catch(() => [])).length
const askForReset = () => ask('/api/auth/forgot-password', { email: KNOWN })

test('while PostgreSQL is down pages are served and calls refused at once; afterwards everything works again', async () => {
  await insertPackage(db)
  await insertUser(db, { email: KNOWN })
  expect((await ask('/api/readyz')).status).toBe(200)
  const { status } = await askForReset()
  expect(status).toBeLessThan(300)
  await expect.poll(countMails, { timeout: 20_000 }).toBe(1)
  const pid = api.pid
  // This mail is due while the database is away.
  const mail = { kind: 'password_reset', payload: { email: KNOWN }, afterSeconds: 2 } as const
  await db.transaction((trx) => queueMails(jobs, trx, [mail]))

  await server.stop()
  const awayUntilMs = performance.now() + PACE.databaseAwayMs
  let rounds = 0
  while (performance.now() < awayUntilMs) {
    const pages = Promise.all([ask('/'), ask('/about'), ask('/api/healthz')])
    const calls = await Promise.all([
      ask('/api/readyz'),
      // Not requested before, so not in the cache.
      ask('/api/packages/1/questions'),
      ask('/api/coupons/validate', { code: 'ANY' }),
      ask('/api/auth/login', { email: KNOWN, password: 'a-fine-secret' }),
      askForReset(),
    ])
    expect((await pages).map((page) => page.status)).toEqual([200, 200, 200])
    const pageMs = Math.max(...(await pages).map(({ afterMs }) => afterMs))
    for (const call of calls) {
      expect(call).toMatchObject({ status: 503, retryAfter: expect.any(String) })
      expect(call.afterMs).toBeLessThan(REFUSED_WITHIN_MS + PAGES_A_REFUSAL * pageMs)
    }
    expect([200, 503]).toContain((await ask('/api/packages')).status)
    rounds += 1
    await sleep(250)
  }
  expect(rounds).toBeGreaterThan(3)

  await startPostgres()
  await expect.poll(async () => (await ask('/api/readyz')).status, { timeout: 30_000 }).toBe(200)
  expect((await ask('/api/packages')).status).toBe(200)
  await expect.poll(countMails, { timeout: 30_000 }).toBe(2)
  expect((await askForReset()).status).toBe(status)
  await expect.poll(countMails, { timeout: 30_000 }).toBe(3)
  expect([api.isRunning, api.pid]).toEqual([true, pid])
  expect(await api.terminate()).toBe(0)
})
