/** Two processes behind a PgBouncer in transaction mode with five connections (docs/deployment.md, Poolers). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenapiDocument } from '../../api/testing/openapi-document.ts'
import { Package } from '../../db/models/package.ts'
import { NodeProcess } from '../../db/testing/node-process.ts'
import { FORM, type Shop } from '../chaos/buyers.ts'
import { check } from '../chaos/check.ts'
import { recover, seedShop, startBuying } from '../chaos/course.ts'
import { openPooledPostgres, type PooledPostgres } from '../servers/pooled-postgres.ts'
import { type Fleet, startFleet } from '../support/fleet.ts'
import { isLong } from './pace.ts'

const CALLS_POOL_SIZE = 5
const BUYERS = 50
const VISITS = 200
/** Enough rounds that a statement prepared on one connection would be used on another, where it fails. */
const ROUNDS = 8
/** Shorter than a process caches the catalogue where it gets no NOTIFY. */
const AT_ONCE = { timeout: 3_000, interval: 5 }

describe.runIf(isLong)('behind PgBouncer in transaction mode', () => {
  let pooled: PooledPostgres
  let fleet: Fleet
  let shop: Shop
  beforeAll(async () => {
    pooled = await openPooledPostgres({ callsPoolSize: CALLS_POOL_SIZE })
    fleet = await startFleet({ database: pooled.database })
    shop = await seedShop(fleet)
  })
  afterAll(async () => {
    await fleet?.stop()
    await pooled?.primary.stop()
  })

  const countBackends = async (applicationName: string) => {
    const found = await fleet.db('pg_stat_activity').where({ applicationName }).count({ n: '*' }).first()
    return Number(found?.n)
  }

  test('fifty buyers at once share five connections, and the books are right: orders, mails, webhooks, refunds', async () => {
    const crowd = startBuying(fleet, shop, { seed: 20_261_123, buyers: BUYERS })
    // PgBouncer keeps the connections that it has opened, so they are counted at the end.
    await crowd.untilVisits(VISITS)
    const backends = await countBackends('shop')
    await crowd.stop()
    await recover(fleet)
    const { violations, counts } = await check(fleet)
    expect(violations).toEqual([])
    expect(counts['paid orders']).toBeGreaterThan(VISITS / 4)
    expect(backends).toBe(CALLS_POOL_SIZE)
    expect(fleet.readLog()).not.toMatch(/prepared statement|"statusCode":5/)
  })

  test('sign-in and every list of the admin area respond as they do without it, time after time', async () => {
    const [api = ''] = Object.values(fleet.apis)
    const { paths } = (await (await fetch(`${api}/api/openapi.json`)).json()) as OpenapiDocument
    const lists = Object.entries(paths)
      .filter(([path, { get }]) => get && /^\/api\/admin\/[^{]*$/.test(path))
      .map(([path]) => path)
    expect(lists.length).toBeGreaterThan(15)
    for (const url of Object.values(fleet.apis)) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const signedIn = await fetch(`${url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'http://localhost:4321' },
          body: JSON.stringify({ email: 'regular-1@example.com', password: FORM.password }),
        })
        expect(signedIn.status).toBe(200)
        for (const list of lists) {
          // The search needs `q`; the other lists accept it.
          const response = await fetch(`${url}${list}?q=anna`, { headers: { cookie: shop.admin.cookie } })
          await response.arrayBuffer()
          expect(response.status, list).toBe(200)
        }
      }
    }
  })

  test('a change is seen at once in both processes, which cache the catalogue', async () => {
    const namesAt = async (url: string) =>
      ((await (await fetch(`${url}/api/packages`)).json()) as { name: string }[]).map(({ name }) => name)
    for (const name of ['Renamed once', 'Renamed twice']) {
      // Fills the caches of both processes.
      for (const url of Object.values(fleet.apis)) await namesAt(url)
      await Package.query(fleet.db).findById(shop.packageId).patch({ name })
      for (const url of Object.values(fleet.apis)) {
        await expect.poll(() => namesAt(url), AT_ONCE).toEqual([name])
      }
    }
    expect(await countBackends('shop catalogue')).toBe(2)
  })

  test.each([
    ['DATABASE_URL', false],
    ['DATABASE_DIRECT_URL', true],
  ])('a process that could not use LISTEN does not start, and names %s', async (variable, isSet) => {
    const { credentials } = fleet
    const { url } = pooled.database
    const started = NodeProcess.spawn({
      args: ['api/server.ts'],
      env: {
        DATABASE_URL: url,
        // This URL leads to PgBouncer, too.
        ...(isSet && { DATABASE_DIRECT_URL: `${url}?application_name=direct` }),
        SESSION_SECRET: 'a-secret-of-these-tests-alone-0123456789',
        RAZORPAY_KEY_ID: credentials.keyId,
        RAZORPAY_KEY_SECRET: credentials.keySecret,
        RAZORPAY_WEBHOOK_SECRET: credentials.webhookSecret,
      },
    })
    await started.untilExit()
    expect(started.exitCode).toBe(1)
    expect(started.output).toContain(`${variable} leads to a pooler, or to another database`)
  })
})
