/**
 * The steps of docs/upgrading.md under load, from the last release to this one and back, lose no call and no row. The control
 * adds a migration that breaks the rule, and must see failed calls.
 */
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSources } from '#api/catalogue/publishing/build.ts'
import { findCurrentRelease } from '#api/catalogue/publishing/releases.ts'
import { createDb } from '#db/connection/connection.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { readLastRelease } from '#db/testing/last-release.ts'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { check } from '#e2e/load/check.ts'
import { Person, type Shop } from '#e2e/load/person.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { ensurePostgres, startOwnPostgres } from '#e2e/servers/own-postgres.ts'
import { type Mail, startMailServer } from '#e2e/support/mail-server.ts'
import { SERVE_ARGS } from '#e2e/support/npm-scripts.ts'
import { type Crowd, chooseFirst, gatherCrowd } from './crowd.ts'
import { call, installRelease } from './last-release.ts'
import { isLong } from './pace.ts'

const WITHIN_MS = 30 * 60_000
const RECOVERS_WITHIN_MS = 120_000
const PUBLIC_ORIGIN = 'http://localhost:4321'
/** The columns that must not change in rows from before the upgrade. */
const MONEY: Record<string, string[]> = {
  orders: ['original_cents', 'discount_cents', 'amount_cents', 'currency', 'package_id'],
  payments: ['order_id', 'amount_cents', 'currency', 'provider_payment_id', 'fulfils_order'],
  refunds: ['payment_id', 'amount_cents'],
  invoices: ['order_id', 'serial', 'document'],
  coupons: ['code', 'discount_hundredths', 'usage_limit'],
  packages: ['slug', 'price_cents'],
  users: ['email', 'password_hash'],
  order_events: ['order_id', 'created_at'],
}

/** Adds the demo's data and history with the code of the old release. */
const SEED = `
  import { seedRules } from './api/seed-rules.ts'
  import { createDb } from './db/connection.ts'
  import { seedDemo } from './db/seeds/demo.ts'
  await seedDemo(createDb(process.env.DATABASE_OWNER_URL), seedRules)
  process.exit(0)`

const lostBy = ({ refused }: Crowd) => refused.map(({ message }) => message)

type Sums = Record<string, { lastId: number; rows: number; checksum: string }>

/** @param until earlier sums, whose later rows are left out */
async function sumMoney(db: Knex, until?: Sums): Promise<Sums> {
  const sums: Sums = {}
  for (const [table, columns] of Object.entries(MONEY)) {
    const { rows } = await db.raw<{ rows: [Sums[string]] }>(
      `SELECT max(id) AS "lastId", count(*) AS rows, md5(string_agg(concat_ws(' ', id, ${columns.join(', ')}), ',' ORDER BY id)) AS checksum
       FROM ${table} WHERE id <= coalesce(?::int, id)`,
      [until?.[table]?.lastId ?? null],
    )
    sums[table] = rows[0]
  }
  return sums
}

describe.runIf(isLong)('an upgrade from the last release', () => {
  const closing: (() => Promise<unknown>)[] = []
  const mails: Mail[] = []
  /** The output of the processes, to explain a failure. */
  const log: string[] = []
  const onOutput = (text: string) => log.push(text)
  let oldDir = ''
  let dir = ''
  let db: Knex
  let owner: Record<string, string> = {}
  let settings: Record<string, string> = {}
  let ports: [number, number]
  let apis: NodeProcess[] = []
  let worker: NodeProcess
  let shop: Shop
  let crowd: Crowd

  /** Runs a command of the shop. Repeats it if a busy machine did not reach the database in time. */
  async function command(cwd: string, ...args: string[]): Promise<string> {
    try {
      return await call(cwd, ['node', 'api/shop.ts', ...args], { ...settings, ...owner })
    } catch (error) {
      if (!String(error).includes('The database is not reachable')) throw error
      return command(cwd, ...args)
    }
  }
  const startApi = (cwd: string, port: number) =>
    NodeProcess.start({
      cwd,
      args: SERVE_ARGS,
      env: { ...settings, PORT: String(port) },
      readyUrl: `http://127.0.0.1:${port}/api/readyz`,
      onOutput,
    })
  const startWorker = (cwd: string) =>
    NodeProcess.start({
      cwd,
      args: [cwd === oldDir ? 'api/publisher.ts' : 'api/worker.ts'],
      env: { ...settings, LOG_LEVEL: 'info' },
      readyOutput: cwd === oldDir ? 'publisher works' : 'worker works',
    })
  const findSources = async () => (await findCurrentRelease(settings.SITE_DIR ?? ''))?.sources

  async function replaceProcesses(cwd: string): Promise<void> {
    for (const [nth, port] of ports.entries()) {
      expect(await apis[nth]?.terminate()).toBe(0)
      apis[nth] = await startApi(cwd, port)
      await crowd.untilRounds(2)
    }
  }

  /** Resolves when the pages of these sources are published. */
  async function replaceWorker(cwd: string, sources: string): Promise<void> {
    await worker.terminate()
    worker = await startWorker(cwd)
    await expect.poll(findSources, { timeout: WITHIN_MS }).toBe(sources)
    await crowd.untilRounds(2)
  }

  beforeAll(async () => {
    ensureNginx()
    const binaries = ensurePostgres()
    oldDir = await installRelease((await readLastRelease()).commit)
    dir = await mkdtemp(join(tmpdir(), 'shop-upgrade-'))
    closing.push(() => rm(dir, { recursive: true, force: true }))
    const postgres = await startOwnPostgres(binaries)
    closing.push(() => postgres.stop())
    const server = createDb(postgres.urlOf('postgres'), { poolMax: 1 })
    await server.raw('CREATE DATABASE shop')
    await server.destroy()
    db = createDb(postgres.urlOf('shop'), { poolMax: 2 })
    closing.push(() => db.destroy())

    const providerPort = await findFreePort()
    const smtpPort = await findFreePort()
    const smtp = startMailServer(smtpPort, mails)
    closing.push(() => new Promise<void>((done) => smtp.close(() => done())))
    const processUrl = new URL(postgres.urlOf('shop'))
    processUrl.username = 'shop_process'
    owner = { DATABASE_OWNER_URL: postgres.urlOf('shop'), PG_BIN: binaries }
    const provider = {
      RAZORPAY_KEY_ID: 'rzp_test_upgrade',
      RAZORPAY_KEY_SECRET: randomBytes(16).toString('hex'),
      RAZORPAY_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
    }
    settings = {
      ...provider,
      RAZORPAY_API_URL: `http://127.0.0.1:${providerPort}`,
      DATABASE_URL: processUrl.href,
      PUBLIC_ORIGIN,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      DATA_DIR: join(dir, 'data'),
      SITE_DIR: join(dir, 'site'),
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT: 'off',
      SHEDDING: 'off',
      LOG_LEVEL: 'warn',
    }
    await command(oldDir, 'migrate')
    await call(oldDir, ['node', '--input-type=module', '--eval', SEED], owner)

    ports = [await findFreePort(), await findFreePort()]
    await call(oldDir, ['node', 'api/publisher.ts', '--once'], settings)
    apis = await Promise.all(ports.map((port) => startApi(oldDir, port)))
    worker = await startWorker(oldDir)
    closing.push(async () => {
      for (const process of [...apis, worker]) await process.kill()
    })
    const nginx = await Nginx.start({ upstreamPorts: ports, siteDir: settings.SITE_DIR ?? '' })
    closing.push(() => nginx.stop())
    const sandbox = await NodeProcess.start({
      args: ['api/demo/sandbox/main.ts'],
      env: {
        ...provider,
        PORT: String(providerPort),
        WEBHOOK_URL: `${nginx.url}/api/webhooks/razorpay`,
        STATE_FILE: join(dir, 'sandbox.json'),
      },
      readyOutput: 'sandbox listening',
    })
    closing.push(() => sandbox.kill())
    shop = {
      origins: [nginx.url],
      publicOrigin: PUBLIC_ORIGIN,
      providerUrl: settings.RAZORPAY_API_URL ?? '',
    }
    crowd = await gatherCrowd(shop)
    closing.push(() => crowd.stop())
    await crowd.untilRounds(2)
  }, WITHIN_MS)
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  }, WITHIN_MS)

  test('loses no call and no row, and neither does the way back', { timeout: WITHIN_MS }, async () => {
    const books = { db, mails, stateFile: join(dir, 'sandbox.json') }
    const money = await sumMoney(db)
    const buyer = new Person(shop)
    const oldSources = (await findSources()) ?? ''
    const begun = await buyer.placeOrder(await chooseFirst(buyer, 'ada@shop.example'))

    await command(oldDir, 'backup', join(dir, 'before.dump'))
    await command(ROOT, 'migrate')
    // Violations by the seeded orders, which the provider does not know. The check reads tables of the new release.
    const known = new Set((await check(books)).violations)
    await crowd.untilRounds(2)
    await replaceProcesses(ROOT)
    await replaceWorker(ROOT, await hashSources())
    expect(lostBy(crowd), log.join('')).toEqual([])
    // A purchase begun in the old release is paid in the new one.
    await buyer.verify(begun, await buyer.pay(begun))
    const begunLater = await buyer.placeOrder(await chooseFirst(buyer, 'ada@shop.example'))

    await replaceWorker(oldDir, oldSources)
    await replaceProcesses(oldDir)
    await buyer.verify(begunLater, await buyer.pay(begunLater))

    await crowd.stop()
    expect(lostBy(crowd), log.join('')).toEqual([])
    const sold = [...crowd.sold, begun.orderId, begunLater.orderId]
    // The seeded payments, which the provider does not know, make the books' sum larger than the provider's.
    const isOfSeeds = (violation: string) =>
      known.has(violation) || /^USD: the provider holds/.test(violation)
    const findNew = async () => (await check(books)).violations.filter((violation) => !isOfSeeds(violation))
    await expect.poll(findNew, { timeout: RECOVERS_WITHIN_MS }).toEqual([])
    expect(await db('orders').whereIn('id', sold).where({ paymentStatus: 'paid' })).toHaveLength(sold.length)
    expect(await sumMoney(db, money)).toEqual(money)
    process.stdout.write(`  ${JSON.stringify(crowd.counts)}, nothing lost\n`)
  })

  test('with a migration that renames a column of the old release loses calls (control)', {
    timeout: WITHIN_MS,
  }, async () => {
    const planted = join(dir, 'planted')
    await mkdir(planted)
    for (const name of ['api', 'db', 'site'])
      await cp(join(ROOT, name), join(planted, name), { recursive: true })
    for (const name of ['node_modules', 'package.json']) await symlink(join(ROOT, name), join(planted, name))
    await writeFile(
      join(planted, 'db', 'migrations', '9999-renamed.ts'),
      `export const up = (knex) => knex.raw('ALTER TABLE orders RENAME amount_cents TO cents')
       export const down = () => undefined`,
    )
    const controlCrowd = await gatherCrowd(shop)
    try {
      await controlCrowd.untilRounds(2)
      expect(lostBy(controlCrowd)).toEqual([])
      await command(planted, 'migrate')
      await controlCrowd.untilRounds(2)
    } finally {
      await controlCrowd.stop()
    }
    expect(lostBy(controlCrowd)).toContainEqual(expect.stringMatching(/\/api\/orders: 500/))
  })
})
