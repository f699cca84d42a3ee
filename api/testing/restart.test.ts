import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { insertCoupon, insertPackage } from '#db/testing/builders.ts'
import { ApiProcess } from './api-process.ts'
import { openTestApp, TEST_CREDENTIALS } from './test-app.ts'
import { waitUntil } from './wait-until.ts'

/** A process starts in a second, but takes much longer on a busy machine. */
const PATIENT = { timeout: 120_000 }
/** Used only for its database and sandbox: the tested server is a process of its own. */
const shop = openTestApp()
let server: ApiProcess
beforeAll(async () => {
  server = await ApiProcess.create({
    databaseUrl: shop.dbUrl,
    providerUrl: shop.sandboxUrl,
    credentials: TEST_CREDENTIALS,
    sessionSecret: 'a-secret-of-these-tests-alone-0123456789',
    // On a busy machine, load shedding would admit fewer concurrent requests than these tests wait for.
    variables: { NODE_ENV: 'development', LOG_LEVEL: 'silent', SHEDDING: 'off', STAFF_POOL: 'on' },
  })
})
afterEach(() => server.kill())

/** Sends a request over the agent's connections. An incomplete response is an error. */
function call(
  agent: Agent,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>()
  const headers = body ? { 'content-type': 'application/json' } : {}
  const sent = request(
    { host: '127.0.0.1', port: server.port, path: `/api${path}`, method, agent, headers },
    (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown }),
      )
      response.once('error', reject)
    },
  )
  sent.once('error', reject)
  sent.end(body && JSON.stringify(body))
  return promise
}

/** Counts the statements that wait for a lock on `users`. */
async function countWaiting(): Promise<number> {
  const { rows } = await shop.db.raw<{ rows: { n: number }[] }>(
    `SELECT count(*) AS n FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass`,
  )
  return rows[0]?.n ?? 0
}

const isRefusingConnections = () =>
  call(new Agent(), 'GET', '/healthz').then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  )

test('SIGTERM lets every request that runs finish, then ends with 0', async () => {
  await server.start()
  const agent = new Agent({ keepAlive: true })
  const credentials = { email: 'nobody@example.com', password: 'wrong-guess' }
  // A sign-in reads its user first, so it waits while the table is locked.
  const lock = await shop.db.transaction()
  // A lock that outlived a failure would block the following tests.
  onTestFinished(async () => {
    await lock.rollback()
  })
  await lock.raw('LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
  const inFlight = Array.from({ length: 8 }, () => call(agent, 'POST', '/auth/login', credentials))
  await waitUntil(async () => (await countWaiting()) === 8)
  const ending = server.terminate()
  await waitUntil(isRefusingConnections)
  expect(server.isRunning).toBe(true)
  await lock.rollback()
  for (const { status, body } of await Promise.all(inFlight)) {
    expect([status, body]).toEqual([401, expect.objectContaining({ code: expect.any(String) })])
  }
  expect(await ending).toBe(0)
})

test('a process with a variable of an earlier release starts, and names it', async () => {
  await server.start()
  expect(server.output).toMatch(/^STAFF_POOL: gone, and without effect/m)
  expect(await server.terminate()).toBe(0)
})

test('an idle open connection does not delay the exit', async () => {
  await server.start()
  const agent = new Agent({ keepAlive: true })
  await Promise.all(Array.from({ length: 5 }, () => call(agent, 'GET', '/healthz')))
  const startedAtMs = performance.now()
  expect(await server.terminate()).toBe(0)
  // After ten seconds, connections that are still open would be cut.
  expect(performance.now() - startedAtMs).toBeLessThan(9_000)
})

test('a caller that retries sees no failure during a restart', async () => {
  await insertPackage(shop.db)
  await insertCoupon(shop.db, { code: 'RESTART' })
  let isOver = false
  let succeeded = 0
  const wrong: unknown[] = []

  async function persist(): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    while (!isOver) {
      const deadline = performance.now() + PATIENT.timeout
      for (;;) {
        const outcome = await call(agent, 'POST', '/coupons/validate', { code: 'RESTART' }).catch(
          () => undefined,
        )
        if (outcome && outcome.status !== 503) {
          if (outcome.status === 200) succeeded += 1
          else wrong.push(outcome)
          break
        }
        if (performance.now() > deadline) {
          wrong.push('no response')
          break
        }
        await sleep(50)
      }
    }
    agent.destroy()
  }

  await server.start()
  const callers = Array.from({ length: 6 }, persist)
  await expect.poll(() => succeeded, PATIENT).toBeGreaterThan(50)
  const before = succeeded
  expect(await server.terminate()).toBe(0)
  await server.start()
  await expect.poll(() => succeeded, PATIENT).toBeGreaterThan(before + 50)
  isOver = true
  await Promise.all(callers)
  expect(wrong).toEqual([])
  expect(await server.terminate()).toBe(0)
})
