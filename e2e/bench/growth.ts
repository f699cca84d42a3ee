/**
 * Compares a shop of a million orders with one of 1,000, in turns: calls, purchases, the export, jobs, memory and disk.
 * Nothing that a user waits for may grow with the shop.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import pino from 'pino'
import { createJobHandlers } from '#api/handlers.ts'
import { createGateway } from '#api/money/payments/provider.ts'
import { parseEnv } from '#api/platform/environment/env.ts'
import { Jobs } from '#api/platform/jobs/jobs.ts'
import { createMailer } from '#api/platform/mail/transport.ts'
import type { EmbeddedPostgres } from '#db/connection/embedded.ts'
import { seedLarge } from '#db/seeds/large.ts'
import { insertUser } from '#db/testing/builders.ts'
import { median } from '#e2e/support/load.ts'
import { type Call, type CallKind, listAdminCalls, readCount } from './admin-calls.ts'
import type { Bench } from './bench.ts'
import { openSession } from './compare.ts'
import { BENCH_DIR, dropDatabase, type Running, readMemory, startApi, startProvider } from './machine.ts'
import { insertPaidOrders } from './orders.ts'
import { buy } from './purchases.ts'
import { makeShopDatabase } from './shop-database.ts'

const section = 'growth'
/** A call that takes 3 ms in the small shop may take 30 ms in the large one. */
const MOST_GROWTH = 10
/**
 * The limits by kind of call. A common word is counted up to 10,000 rows, and orders that need attention grow with the open orders.
 * Searches for two letters have no limit and are only shown (docs/performance.md, A million orders).
 */
const MOST_GROWTH_OF: Record<CallKind, number | undefined> = {
  read: MOST_GROWTH,
  found: 60,
  short: undefined,
}
/** The best try counts, because the machine may be busy with other things. */
const TRIES = 3
/** The most memory that an export may take, whatever its size. */
const MOST_EXPORT_MIB = 100
const CUSTOMER_ORDERS = 10
const PURCHASES = 20
const RUNS_OF_A_JOB = 3
/** The negative control. Without this index the list reads the whole log, the shop's largest table: the measurement must notice. */
const CONTROL = { index: 'audit_log_created_at_idx', path: '/api/admin/audit-log' }

type Role = 'customer' | 'staff' | 'admin'

interface Shop {
  name: string
  url: string
  db: Knex
  api: Running
  headers: Record<Role, Record<string, string>>
  seededInMs: number
}

async function openShop(server: EmbeddedPostgres, orders: number, provider: Running): Promise<Shop> {
  const name = `growth_${orders}`
  const { url, db } = await makeShopDatabase(server, name)
  const startedAtMs = performance.now()
  await seedLarge(db, { orders })
  const seededInMs = performance.now() - startedAtMs
  const customer = await insertUser(db)
  await insertPaidOrders(db, { userId: customer.id, count: CUSTOMER_ORDERS })
  const factors = ['totp'] as const
  const admin = await insertUser(db, { isAdmin: true, factors: [...factors] })
  // A member of the large shop's staff, who has as many assignments as the others.
  const [staff] = await db('users')
    .where({ isStaff: true })
    .orderBy('id', 'desc')
    .limit(1)
    .update({ factors }, 'id')
  return {
    name,
    url,
    db,
    api: await startApi(url, { apiUrl: provider.origin }),
    headers: {
      customer: await openSession(db, customer.id),
      staff: await openSession(db, staff.id),
      admin: await openSession(db, admin.id),
    },
    seededInMs,
  }
}

/** The small shop, then the large one. */
type Shops = readonly [Shop, Shop]

/** Calls the API. Repeats after a 503, because a process sheds calls while the machine is busy with other things. */
async function ask({ api, headers }: Shop, path: string, role: Role = 'admin') {
  for (let attempt = 1; ; attempt += 1) {
    const startedAtMs = performance.now()
    const response = await fetch(`${api.origin}${path}`, { headers: headers[role] })
    await response.arrayBuffer()
    if (response.status === 200)
      return { tookMs: performance.now() - startedAtMs, count: readCount(response.headers) }
    if (response.status !== 503 || attempt === TRIES)
      throw new Error(`${path} responded with ${response.status}`)
    await delay(Number(response.headers.get('retry-after')) * 1_000)
  }
}

interface Growth {
  ratio: number
  note: string
}

/** Measures both shops in turn, so that a busy second affects both. @returns the smallest growth of several tries */
async function compare(
  shops: Shops,
  take: (shop: Shop, index: number) => Promise<number>,
  { samples, isQuick }: { samples: number; isQuick: boolean },
): Promise<Growth> {
  let best: Growth | undefined
  for (let tries = 0; tries < (isQuick ? 1 : TRIES) && !(best && best.ratio <= MOST_GROWTH); tries += 1) {
    const tookMs: [number[], number[]] = [[], []]
    // Warm-up: the first calls plan statements and fill caches.
    for (let sample = isQuick ? 0 : -2; sample < samples; sample += 1) {
      for (const index of [0, 1] as const) {
        const ms = await take(shops[index], index)
        if (sample >= 0) tookMs[index].push(ms)
      }
    }
    const [small, large] = [median(tookMs[0]), median(tookMs[1])]
    const ratio = large / small
    if (!best || ratio < best.ratio) best = { ratio, note: `${small.toFixed(1)} → ${large.toFixed(1)} ms` }
  }
  return best ?? { ratio: Number.NaN, note: '' }
}

export async function measureGrowth({ server, figures, isQuick }: Bench): Promise<void> {
  const [small, large] = isQuick ? [1_000, 2_000] : [1_000, 1_000_000]
  const pace = { samples: isQuick ? 1 : 9, isQuick }
  const provider = await startProvider()
  const shops: Shops = [await openShop(server, small, provider), await openShop(server, large, provider)]
  const [, shop] = shops
  const addGrowth = (name: string, { ratio, note }: Growth, atMost?: number) =>
    figures.add({ section, name, value: ratio, unit: '×', ...(atMost && { budget: { atMost } }), note })

  figures.add({
    section,
    name: `seeding ${large.toLocaleString('en')} orders`,
    value: shop.seededInMs / 1000,
    unit: 's',
  })
  await addSize()
  await measureCalls()
  await measurePurchases()
  await measureExport()
  await measureMinutes()
  await runControl()
  await Promise.all([provider.stop(), ...shops.map(({ api }) => api.stop())])
  for (const { name, db } of shops) {
    await db.destroy()
    await dropDatabase(server, name)
  }

  async function addSize(): Promise<void> {
    const { rows } = await shop.db.raw<{ rows: [{ mebibytes: number }] }>(
      'SELECT pg_database_size(current_database()) / 1048576 AS mebibytes',
    )
    figures.add({ section, name: 'its database on disk', value: rows[0].mebibytes, unit: 'MiB' })
  }

  /** Records for each list the call that grew most. Every call is printed as well. */
  async function measureCalls(): Promise<void> {
    const own: [path: string, role: Role][] = [
      ['/api/orders', 'customer'],
      ['/api/staff/assignments', 'staff'],
    ]
    for (const [path, role] of own) {
      addGrowth(
        path,
        await compare(shops, async (each) => (await ask(each, path, role)).tookMs, pace),
        MOST_GROWTH,
      )
    }
    const calls = await listAdminCalls((path) =>
      Promise.all(shops.map(async (each) => (await ask(each, path)).count)),
    )
    for (const [group, ofGroup] of Map.groupBy(calls, (call) => call.group)) {
      const measured: [Call, Growth][] = []
      for (const call of isQuick ? ofGroup.slice(0, 1) : ofGroup) {
        const growth = await compare(
          shops,
          async (each, index) => (await ask(each, call.paths[index] ?? '')).tookMs,
          pace,
        )
        process.stdout.write(`    ${call.paths[1]?.padEnd(80)} ${growth.ratio.toFixed(2)} × ${growth.note}\n`)
        measured.push([call, growth])
      }
      const [worst] = measured.sort(([, one], [, other]) => other.ratio - one.ratio)
      if (!worst) continue
      const [{ paths, kind }, { ratio, note }] = worst
      const query = paths[1]?.split('?')[1] ?? ''
      addGrowth(group, { ratio, note: `${note} ${query}` }, MOST_GROWTH_OF[kind])
    }
  }

  async function measurePurchases(): Promise<void> {
    const takes = await Promise.all(
      shops.map(async ({ db, api }) => {
        const { id: userId } = await insertUser(db)
        const headers = await openSession(db, userId)
        const { id: packageId, priceCents } = await db('packages')
          .where({ isActive: true })
          .first('id', 'priceCents')
        const offer = { packageId, finalAmount: priceCents / 100 }
        return () => buy(api, provider, { userId, headers }, offer)
      }),
    )
    const growth = await compare(
      shops,
      async (_shop, index) => {
        const startedAtMs = performance.now()
        await takes[index]?.()
        return performance.now() - startedAtMs
      },
      { ...pace, samples: Math.min(pace.samples, PURCHASES) },
    )
    addGrowth('a purchase: create-order, pay, verify', growth, MOST_GROWTH)
  }

  /** Measures the memory and the time of the export of all orders. */
  async function measureExport(): Promise<void> {
    const before = await readMemory(shop.api.pid)
    let most = before
    const watch = setInterval(async () => {
      most = Math.max(most, await readMemory(shop.api.pid))
    }, 100)
    const startedAtMs = performance.now()
    const response = await fetch(`${shop.api.origin}/api/admin/orders.csv`, { headers: shop.headers.admin })
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    clearInterval(watch)
    const seconds = (performance.now() - startedAtMs) / 1000
    figures.add({
      section,
      name: 'all orders as CSV',
      value: seconds,
      unit: 's',
      note: `${Math.round(bytes / 2 ** 20)} MiB`,
    })
    figures.add({
      section,
      name: 'memory that the process takes more for it',
      value: most - before,
      unit: 'MiB',
      budget: { atMost: MOST_EXPORT_MIB },
    })
  }

  /** Measures the job that runs each minute. The nightly jobs would first delete the expired data of three invented years. */
  async function measureMinutes(): Promise<void> {
    const env = parseEnv({ DATA_DIR: BENCH_DIR })
    const gateway = createGateway({
      keyId: 'none',
      keySecret: 'none',
      webhookSecret: 'asked-for-nothing-0123456789',
    })
    const growth = await compare(
      shops,
      async ({ db, url }) => {
        const jobs = new Jobs({ databaseUrl: url, isWorking: false })
        const handlers = createJobHandlers(
          { db, env, gateway, jobs, mailer: createMailer(env) },
          pino({ level: 'fatal' }),
        )
        const startedAtMs = performance.now()
        await handlers.reconcile({})
        const tookMs = performance.now() - startedAtMs
        await jobs.close()
        return tookMs
      },
      { samples: RUNS_OF_A_JOB, isQuick: true },
    )
    addGrowth("the minute's job", growth)
  }

  async function runControl(): Promise<void> {
    await shop.db.raw(`DROP INDEX ${CONTROL.index}`)
    const { ratio, note } = await compare(shops, async (each) => (await ask(each, CONTROL.path)).tookMs, pace)
    figures.add({
      section,
      name: `control: ${CONTROL.path} without its index is seen`,
      value: ratio,
      unit: '×',
      budget: { atLeast: MOST_GROWTH },
      note,
    })
  }
}
