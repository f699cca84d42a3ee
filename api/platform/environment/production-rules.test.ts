import { describe, expect, test } from 'vitest'
import { isLoopback } from '#db/connection/plaintext.ts'
import { InvalidEnv, parseEnv } from './env.ts'

const SOUND = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://shop.example',
  SESSION_SECRET: 'a'.repeat(32),
  TRUST_PROXY: '10.0.0.7, 172.30.0.0/16, 2001:db8::/32, ::1, loopback',
  DATABASE_URL: 'postgres://shop:pw@db.example/shop?sslmode=verify-full',
  REDIS_URL: 'rediss://:pw@redis.example:6379',
  SMTP_URL: 'smtps://shop:pw@mail.example',
  RAZORPAY_KEY_ID: 'rzp_live_key',
  RAZORPAY_KEY_SECRET: 'a-key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'a-webhook-secret',
  RAZORPAY_API_URL: 'https://api.razorpay.com',
  USD_INR_RATE: '84.25',
}

function problemsOf(changes: Record<string, string>): string[] {
  try {
    parseEnv({ ...SOUND, ...changes })
  } catch (error) {
    if (error instanceof InvalidEnv) return error.problems
    throw error
  }
  return []
}

test('a sound production starts', () => {
  expect(problemsOf({})).toEqual([])
})

describe('a listener on the wire reads nothing, because production refuses', () => {
  test.each([
    ['PUBLIC_ORIGIN', 'http://shop.example', 'origin'],
    ['DATABASE_URL', 'postgres://shop:pw@db.example/shop', 'database'],
    ['DATABASE_URL', 'postgres://shop:pw@db.example/shop?sslmode=prefer', 'database'],
    ['DATABASE_URL', 'postgres://shop:pw@localhost/shop?host=db.example', 'database'],
    ['DATABASE_OWNER_URL', 'postgres://owner:pw@db.example/shop', 'database'],
    ['REDIS_URL', 'redis://:pw@redis.example:6379', 'redis'],
    ['REDIS_URL', 'rediss://redis.example:6379', 'redis'],
    ['SMTP_URL', 'smtp://mail.example:25', 'mail'],
    ['RAZORPAY_API_URL', 'http://provider.example', 'provider'],
    ['FILE_STORE', 's3://bucket?endpoint=http://s3.example', 'files'],
  ])('%s=%s, unless ALLOW_PLAINTEXT names it', (variable, value, name) => {
    expect(problemsOf({ [variable]: value })).toEqual([
      expect.stringMatching(`^${variable} .* or name ${name} in ALLOW_PLAINTEXT$`),
    ])
    expect(problemsOf({ [variable]: value, ALLOW_PLAINTEXT: 'origin,database' })).toHaveLength(
      name === 'origin' || name === 'database' ? 0 : 1,
    )
    expect(problemsOf({ [variable]: value, ALLOW_PLAINTEXT: `none, ${name}` })).toEqual([
      'ALLOW_PLAINTEXT must name some of origin, database, redis, mail, provider, files, separated by commas',
    ])
    expect(problemsOf({ [variable]: value, ALLOW_PLAINTEXT: name })).toEqual([])
  })

  test('and accepts connections that stay on the machine or are encrypted', () => {
    const local = {
      PUBLIC_ORIGIN: 'http://localhost:8080',
      DATABASE_URL: 'postgres://shop@[::1]:5432/shop',
      REDIS_URL: 'redis://127.0.0.1:6379',
      SMTP_URL: 'smtp://127.0.0.1:25',
      RAZORPAY_API_URL: 'http://127.0.0.1:9',
    }
    expect(problemsOf(local)).toEqual([])
    for (const url of ['postgres://%2Frun%2Fpostgresql/shop', 'postgres://a@b/shop?host=/run/postgresql']) {
      expect(problemsOf({ DATABASE_URL: url })).toEqual([])
    }
    for (const url of ['smtp://mail.example:587?requireTLS=true', 'smtp://user:pw@mail.example:587']) {
      expect(problemsOf({ SMTP_URL: url })).toEqual([])
    }
  })

  test('and a host whose name only looks like localhost does not count as this machine', () => {
    for (const name of ['localhost', 'api.localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
      expect(isLoopback(name), name).toBe(true)
    }
    for (const name of ['localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]', '']) {
      expect(isLoopback(name), name).toBe(false)
    }
  })
})

test.each(['0.0.0.0/0', '::/0', '10.0.0.1,0.0.0.0/1', '::ffff:0:0/96', '0.0.0.0/0.0.0.0', '2000::/3'])(
  'a caller cannot choose an address to get around the limits by: TRUST_PROXY=%s is refused',
  (range) => {
    expect(problemsOf({ TRUST_PROXY: range })).toEqual([expect.stringContaining('TRUST_PROXY')])
  },
)

test('nobody gets goods for play money: test keys are refused unless ALLOW_TEST_KEYS is on', () => {
  expect(problemsOf({ RAZORPAY_KEY_ID: 'rzp_test_key' })).toEqual([
    expect.stringMatching(/^RAZORPAY_KEY_ID is a test key.*ALLOW_TEST_KEYS=on$/),
  ])
  expect(problemsOf({ RAZORPAY_KEY_ID: 'rzp_test_key', ALLOW_TEST_KEYS: 'on' })).toEqual([])
})

test('no refusal repeats a secret', () => {
  const problems = problemsOf({
    DATABASE_URL: 'postgres://shop:hunter2@db.example/shop',
    REDIS_URL: 'redis://:hunter2@redis.example',
  })
  expect(problems).toHaveLength(2)
  expect(problems.join()).not.toContain('hunter2')
})
