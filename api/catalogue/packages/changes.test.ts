import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { buildApp } from '#api/app.ts'
import { Package, Review } from '#api/contract/catalogue/catalogue.ts'
import { countStatements } from '#api/testing/back-office.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { Package as PackageModel, PackageQuestion } from '#db/models/catalogue/package.ts'
import { Review as ReviewModel } from '#db/models/orders/review.ts'
import { insertPackage } from '#db/testing/builders.ts'

/** Generous for a busy machine: the cache's clock stands still, so only a notification shows a change. */
const UNTIL_BROADCAST = { timeout: 30_000, interval: 5 }

/** A process without a cache. Its edits reach the processes below by notifications. */
const shop = openTestApp()
const processes: FastifyInstance[] = []

beforeAll(async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  for (let number = 0; number < 2; number += 1) {
    const app = await buildApp({
      env: shop.env,
      db: shop.db,
      gateway: shop.gateway,
      jobs: shop.jobs,
      listenUrl: shop.dbUrl,
      overload: false,
    })
    await app.ready()
    processes.push(app)
  }
})
afterAll(async () => {
  for (const app of processes) await app.close()
  vi.restoreAllMocks()
})

const listenersOf = async () => {
  const found = await shop.db.raw<{ rows: { pid: number }[] }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN catalogue_changed'`,
  )
  return found.rows.map(({ pid }) => pid)
}
const areListening = () => expect.poll(listenersOf).toHaveLength(processes.length)

const namesAt = async (app: FastifyInstance) =>
  (await app.inject('/api/packages')).json<Package[]>().map(({ name }) => name)

/** Waits until responses are served from the cache. */
const expectCached = async (app: FastifyInstance, url = '/api/packages') =>
  expect.poll(() => countStatements(shop.db, () => app.inject(url))).toBe(0)

let offered: PackageModel
beforeEach(async () => {
  await areListening()
  offered = await insertPackage(shop.db, { name: 'First' })
  for (const app of processes) await expect.poll(() => namesAt(app), UNTIL_BROADCAST).toEqual(['First'])
})

test('a cached read sends no statement, and any other sends one, however many ask at once', async () => {
  await ReviewModel.query(shop.db).insert({
    packageId: offered.id,
    customerName: 'Ole',
    rating: 4,
    comment: 'Good.',
  })
  const [app] = processes
  if (!app) throw new Error('No process')
  for (const url of ['/api/packages', `/api/packages/${offered.id}`, `/api/packages/${offered.id}/reviews`]) {
    await expectCached(app, url)
    const askOften = () => Promise.all(Array.from({ length: 20 }, () => shop.app.inject(url)))
    expect(await countStatements(shop.db, askOften), url).toBe(1)
  }
})

test('a change in one process is seen through another at once: of a package, a question, a review', async () => {
  const [one, other] = processes
  if (!one || !other) throw new Error('Two processes are needed')
  await PackageModel.query(shop.db).findById(offered.id).patch({ name: 'Renamed' })
  for (const app of processes) await expect.poll(() => namesAt(app), UNTIL_BROADCAST).toEqual(['Renamed'])

  const url = `/api/packages/${offered.id}`
  const readPackage = async (app: FastifyInstance) => (await app.inject(url)).json<Package>()
  for (const app of processes) await expectCached(app, url)
  await PackageQuestion.query(shop.db).insert({ packageId: offered.id, question: 'Domain?', position: 0 })
  for (const app of processes) {
    await expect
      .poll(async () => (await readPackage(app)).informationRequired, UNTIL_BROADCAST)
      .toEqual(['Domain?'])
  }
  for (const app of processes) await expectCached(app, url)
  await ReviewModel.query(shop.db).insert({
    packageId: offered.id,
    customerName: 'Ole',
    rating: 4,
    comment: 'Good.',
  })
  for (const app of processes) {
    await expect.poll(async () => (await readPackage(app)).reviewSummary.count, UNTIL_BROADCAST).toBe(1)
  }
  for (const app of processes) await expectCached(app)
  await PackageModel.query(shop.db).findById(offered.id).patch({ isActive: false })
  for (const app of processes) await expect.poll(() => namesAt(app), UNTIL_BROADCAST).toEqual([])
  expect((await one.inject(url)).statusCode).toBe(404)
})

test('a process whose listening connection is cut lives on, clears its cache and listens again', async () => {
  for (const app of processes) await expectCached(app)
  const before = await listenersOf()
  await shop.db.raw('SELECT pg_terminate_backend(pid) FROM unnest(?::integer[]) AS pid', [before])
  // Changed while the process does not listen.
  await PackageModel.query(shop.db).findById(offered.id).patch({ name: 'Changed unheard' })
  for (const app of processes)
    await expect.poll(() => namesAt(app), UNTIL_BROADCAST).toEqual(['Changed unheard'])
  await areListening()
  expect(await listenersOf()).not.toEqual(expect.arrayContaining(before))
  for (const app of processes) await expectCached(app)
  await PackageModel.query(shop.db).findById(offered.id).patch({ name: 'Heard again' })
  for (const app of processes) await expect.poll(() => namesAt(app), UNTIL_BROADCAST).toEqual(['Heard again'])
})

test('cached responses have the shape of their schemas, and their own ETag', async () => {
  await ReviewModel.query(shop.db).insert({
    packageId: offered.id,
    customerName: 'Åse',
    rating: 4,
    comment: '“Good” — 😀',
  })
  await insertPackage(shop.db, { name: 'Ünïcode – ₹', priceCents: 129_950 })
  const [app] = processes
  if (!app) throw new Error('No process')
  const shapes = {
    '': z.array(Package),
    [`/${offered.id}`]: Package,
    [`/${offered.id}/reviews`]: z.array(Review),
  }
  const etags = new Set<unknown>()
  for (const [path, shape] of Object.entries(shapes)) {
    const url = `/api/packages${path}`
    const current = (await shop.app.inject(url)).json()
    await expect.poll(async () => (await app.inject(url)).json(), UNTIL_BROADCAST).toEqual(current)
    await expectCached(app, url)
    const cached = await app.inject(url)
    expect(cached.json()).toEqual(current)
    expect(cached.json()).toEqual(shape.parse(cached.json()))
    expect(cached.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Number(cached.headers['content-length'])).toBe(Buffer.byteLength(cached.body))
    etags.add(cached.headers.etag)
    const again = await app.inject({ url, headers: { 'if-none-match': String(cached.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  expect(etags.size).toBe(3)
})
