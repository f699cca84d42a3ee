import { expect, test } from 'vitest'
import { InvalidEnv, parseEnv } from './env.ts'
import { describeRemovedVariables } from './gone-variables.ts'

function problemsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof InvalidEnv) return error.problems
    throw error
  }
  return []
}

test('nothing set is the demo on port 4321', () => {
  const env = parseEnv({})
  expect(env).toMatchObject({
    isProduction: false,
    port: 4321,
    dataDir: '.data',
    publicOrigin: 'http://localhost:4321',
    paymentCredentials: undefined,
    isRateLimited: true,
    isShedding: true,
    hasDemoHistory: true,
  })
})

test('the demo runs no worker where WORKER is off', () => {
  expect(parseEnv({}).hasWorker).toBe(true)
  expect(parseEnv({ WORKER: 'off' }).hasWorker).toBe(false)
})

test('a neighbour in the network does not reach the printed admin password, unless HOST opens the shop', () => {
  expect(parseEnv({}).host).toBe('127.0.0.1')
  expect(parseEnv({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

test('every bad variable is named at once', () => {
  const problems = problemsOf({
    PORT: '70000',
    DATABASE_URL: 'mysql://x',
    RATE_LIMIT: 'maybe',
    USD_INR_RATE: '0',
  })
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'USD_INR_RATE',
    'RATE_LIMIT',
  ])
})

test('production names every missing secret at once, and refuses to run without limits', () => {
  const problems = problemsOf({ NODE_ENV: 'production', RATE_LIMIT: 'off', SHEDDING: 'off' })
  for (const name of [
    ...['DATABASE_URL', 'PUBLIC_ORIGIN', 'SESSION_SECRET', 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
    ...['RAZORPAY_WEBHOOK_SECRET', 'SMTP_URL', 'USD_INR_RATE'],
  ]) {
    expect(problems).toContain(`${name} is required in production`)
  }
  expect(problems).toContain('RATE_LIMIT cannot be off in production')
  expect(problems).toContain('SHEDDING cannot be off in production')
})

test('a half-configured payment provider is refused, never replaced by the sandbox', () => {
  expect(problemsOf({ RAZORPAY_KEY_ID: 'rzp_live_x' })).toEqual([
    'RAZORPAY_KEY_SECRET is missing beside the other variables of the payment provider',
    'RAZORPAY_WEBHOOK_SECRET is missing beside the other variables of the payment provider',
  ])
})

test('a webhook secret that could be guessed is refused, an empty one too', () => {
  const beside = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 'a-key-secret' }
  for (const secret of ['', ' ', 'x', 'fifteen-letters']) {
    const problems = problemsOf({ ...beside, RAZORPAY_WEBHOOK_SECRET: secret })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['RAZORPAY_WEBHOOK_SECRET'])
  }
  expect(problemsOf({ ...beside, RAZORPAY_WEBHOOK_SECRET: 'sixteen-letters!' })).toEqual([])
})

test('session secrets rotate: each secret of the list is kept in its order, and must be long', () => {
  const long = 'a'.repeat(32)
  expect(parseEnv({ SESSION_SECRET: `${long}, ${'b'.repeat(32)}` }).sessionSecrets).toEqual([
    long,
    'b'.repeat(32),
  ])
  expect(problemsOf({ SESSION_SECRET: `${long},short` })).toHaveLength(1)
})

test('no problem repeats the value it complains about', () => {
  const problems = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db', SESSION_SECRET: 'hunter2' })
  expect(problems.join(' ')).not.toContain('hunter2')
})

test('variables of earlier releases stop no start, and are named in one line', () => {
  const source = { STAFF_POOL: 'maybe', DATABASE_DIRECT_URL: 'postgres://db/shop', PORT: '80' }
  expect(parseEnv(source)).toEqual(parseEnv({ PORT: '80' }))
  expect(describeRemovedVariables(source)).toMatch(
    /^DATABASE_DIRECT_URL, STAFF_POOL: gone, and without effect/,
  )
  expect(describeRemovedVariables({ PORT: '80', STAFF_POOL: '' })).toBeUndefined()
})
