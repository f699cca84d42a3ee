/** All calls of a process share one limit of how many run at once. */
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openTestApp, type TestApp, Visitor } from '#api/testing/test-app.ts'
import { insertUser } from '#db/testing/builders.ts'

/** Only the calls count, however late the event loop is on a busy machine. */
const overload = { maxEventLoopDelayMs: 600_000, maxEventLoopUtilization: 1 }
/** An app for each test, because the limit depends on earlier calls. */
const [shop, slowing] = [0, 1].map(() =>
  openTestApp({ overload, variables: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } }),
) as [TestApp, TestApp]

/** Each is below the first limit of 64; both together exceed it. */
const CALLS = 60
const SLOWED = 40

type Call = Parameters<Visitor['call']>

let host = 0
/** Sends each call from its own address, so that no rate limit is reached. */
function send(app: TestApp, [method, url, body]: Call): Promise<LightMyRequestResponse> {
  host += 1
  return new Visitor(app).call(method, url, body, { 'x-forwarded-for': `10.9.0.${host}` })
}
const sendMany = (app: TestApp, call: Call) => Array.from({ length: CALLS }, () => send(app, call))
const READ_REVIEW: Call = ['GET', '/api/packages/1/reviews/random']
const CHECK_COUPON: Call = ['POST', '/api/coupons/validate', { code: 'NONE' }]

const statusesOf = async (calls: Promise<LightMyRequestResponse>[]) =>
  (await Promise.all(calls)).map(({ statusCode }) => statusCode)

/** Holds all calls that read the tables until the work is done. */
const whileLocked = <Result>({ db }: TestApp, tables: string, work: () => Promise<Result>) =>
  db.transaction(async (trx) => {
    await trx.raw(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
    return work()
  })

/** Call this while the other calls are held. */
async function expectRefusals(calls: Promise<LightMyRequestResponse>[]): Promise<void> {
  let refused = 0
  for (const call of calls) {
    void call.then(({ statusCode }) => {
      if (statusCode === 503) refused += 1
    })
  }
  await expect.poll(() => refused).toBeGreaterThan(0)
}

test('public calls and those with a session count together', async () => {
  const held = await whileLocked(shop, 'reviews, coupons', async () => {
    const calls = [READ_REVIEW, CHECK_COUPON].flatMap((call) => sendMany(shop, call))
    await expectRefusals(calls)
    return calls
  })
  expect(new Set(await statusesOf(held))).toEqual(new Set([404, 503]))
})

test('a slowed sign-in takes no place while it waits, and one when it goes on', async () => {
  const email = 'owner@example.com'
  const password = 'the-right-password'
  await insertUser(slowing.db, { email, passwordHash: await hashCheaply(password) })
  const signIn = (tried: string) => send(slowing, ['POST', '/api/auth/login', { email, password: tried }])
  for (let nth = 0; nth < 10; nth += 1) expect((await signIn('wrong-guess')).statusCode).toBe(401)

  const held = await whileLocked(slowing, 'users, reviews', async () => {
    const slowed = Array.from({ length: SLOWED }, () => signIn(password))
    await expect.poll(countQueries).toBeGreaterThan(SLOWED)
    const others = sendMany(slowing, READ_REVIEW)
    await expectRefusals(others)
    return { slowed, others }
  })
  expect(new Set(await statusesOf(held.slowed))).toEqual(new Set([200]))
  expect(new Set(await statusesOf(held.others))).toEqual(new Set([404, 503]))
})

/** Counts the calls that have a database connection or wait for one. */
async function countQueries(): Promise<number> {
  const figures = await Promise.all(
    ['db_pool_used', 'db_pool_waiting'].map((name) => slowing.app.metrics.getSingleMetric(name)?.get()),
  )
  return figures.reduce((sum, figure) => sum + (figure?.values[0]?.value ?? Number.NaN), 0)
}
