import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { insertCoupon, insertPackage } from '../../db/testing/builders.ts'
import { openTestApp, TEST_CREDENTIALS } from '../testing/test-app.ts'

/** Only for its database and sandbox: the server under test is a process of its own. */
const shop = openTestApp()
const SERVER = join(import.meta.dirname, '..', 'server.ts')

let port = 0
beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  port = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
})

const running: ChildProcess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** @returns when it listens */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMIT: 'off',
      DATABASE_URL: shop.dbUrl,
      SESSION_SECRET: 'a-secret-of-these-tests-alone-0123456789',
      RAZORPAY_KEY_ID: TEST_CREDENTIALS.keyId,
      RAZORPAY_KEY_SECRET: TEST_CREDENTIALS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: TEST_CREDENTIALS.webhookSecret,
      RAZORPAY_API_URL: shop.sandboxUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  const listening = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('API listening')) listening.resolve()
    })
  }
  child.once('exit', () => listening.reject(new Error(`The server ended:\n${output}`)))
  await listening.promise
  return child
}

async function terminate(child: ChildProcess): Promise<{ code: number | null; afterMs: number }> {
  const startedAt = performance.now()
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await exited) as [number | null]
  return { code, afterMs: performance.now() - startedAt }
}

/** One request over the agent's connections; a broken answer is an error. */
function call(
  agent: Agent,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>()
  const headers = body ? { 'content-type': 'application/json' } : {}
  const sent = request({ host: '127.0.0.1', port, path: `/api${path}`, method, agent, headers }, (answer) => {
    let text = ''
    answer.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as unknown }))
    answer.once('error', reject)
  })
  sent.once('error', reject)
  sent.end(body && JSON.stringify(body))
  return promise
}

/** How many requests the server has taken and not answered, this one left out. */
async function countRunning(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text()
  return Number(/^http_requests_running (\d+)$/m.exec(metrics)?.[1]) - 1
}

test('SIGTERM lets every request that runs finish, then ends with 0', async () => {
  const server = await start()
  const agent = new Agent({ keepAlive: true })
  const credentials = { email: 'nobody@example.com', password: 'wrong-guess' }
  // Sixty sockets: four hashes at once, and the others wait.
  const inFlight = Array.from({ length: 60 }, () => call(agent, 'POST', '/auth/login', credentials))
  let answered = 0
  for (const one of inFlight)
    one.then(
      () => (answered += 1),
      () => {},
    )
  await expect.poll(async () => answered + (await countRunning()), { timeout: 10_000, interval: 5 }).toBe(60)
  expect(answered).toBeLessThan(60)
  const { code, afterMs } = await terminate(server)
  const answers = await Promise.all(inFlight)
  // A machine that is busy with other things may shed some; each is answered whole all the same.
  const wholeAnswers = [401, 503].map((status) => answers.filter((answer) => answer.status === status).length)
  expect(wholeAnswers[0]).toBeGreaterThan(0)
  expect((wholeAnswers[0] ?? 0) + (wholeAnswers[1] ?? 0)).toBe(60)
  for (const { body } of answers) expect(body).toMatchObject({ code: expect.any(String) })
  expect(code).toBe(0)
  expect(afterMs).toBeLessThan(10_000)
  await expect(call(new Agent(), 'GET', '/healthz')).rejects.toThrow('ECONNREFUSED')
}, 60_000)

test('an open connection on which nothing happens does not hold up the end', async () => {
  const server = await start()
  const agent = new Agent({ keepAlive: true })
  await Promise.all(Array.from({ length: 5 }, () => call(agent, 'GET', '/healthz')))
  const { code, afterMs } = await terminate(server)
  expect(code).toBe(0)
  expect(afterMs).toBeLessThan(3_000)
}, 60_000)

test('over a restart a caller that tries again sees no failure', async () => {
  await insertPackage(shop.db)
  await insertCoupon(shop.db, { code: 'RESTART' })
  let isOver = false
  let answered = 0
  const wrong: unknown[] = []

  async function persist(): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    while (!isOver) {
      const deadline = performance.now() + 20_000
      for (;;) {
        const outcome = await call(agent, 'POST', '/coupons/validate', { code: 'RESTART' }).catch(
          () => undefined,
        )
        if (outcome && outcome.status !== 503) {
          if (outcome.status === 200) answered += 1
          else wrong.push(outcome)
          break
        }
        if (performance.now() > deadline) {
          wrong.push('no answer for 20 seconds')
          break
        }
        await sleep(50)
      }
    }
    agent.destroy()
  }

  const first = await start()
  const callers = Array.from({ length: 6 }, persist)
  await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(50)
  const before = answered
  expect((await terminate(first)).code).toBe(0)
  const second = await start()
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(before + 50)
  isOver = true
  await Promise.all(callers)
  expect(wrong).toEqual([])
  expect((await terminate(second)).code).toBe(0)
}, 90_000)
