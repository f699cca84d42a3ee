/** The same calls on a shop of 1,000 orders and on one of 100,000, in turns: a list must not grow with the shop. */
import type { EmbeddedPostgres } from '../../db/embedded.ts'
import { insertUser } from '../../db/testing/builders.ts'
import { median } from '../support/load.ts'
import type { Bench } from './bench.ts'
import { openSession } from './compare.ts'
import { type Running, startApi } from './machine.ts'
import { insertPaidOrders } from './orders.ts'
import { copyLargeShop } from './shop-database.ts'

const MOST_GROWTH = 2
/** Its figures are sums over everything. */
const MOST_OVERVIEW_GROWTH = 4
const OVERVIEW = '/api/admin/overview'
const CUSTOMER_ORDERS = 10

const CALLS = [
  '/api/orders',
  '/api/admin/orders',
  '/api/admin/users',
  '/api/admin/registrations',
  '/api/admin/packages',
  '/api/admin/staff',
  '/api/admin/staff-assignments',
  '/api/admin/audit-log',
  '/api/coupons',
  OVERVIEW,
]

interface Sized {
  api: Running
  customer: Record<string, string>
  admin: Record<string, string>
}

async function openSized(server: EmbeddedPostgres, orders: number): Promise<Sized> {
  const { url, db } = await copyLargeShop(server, `bench_${orders}_orders`, orders)
  const customer = await insertUser(db)
  const admin = await insertUser(db, { isAdmin: true, factors: ['totp'] })
  await insertPaidOrders(db, { userId: customer.id, count: CUSTOMER_ORDERS })
  const sized = {
    api: await startApi(url),
    customer: await openSession(db, customer.id),
    admin: await openSession(db, admin.id),
  }
  await db.destroy()
  return sized
}

export async function measureGrowth({ server, figures, isQuick }: Bench): Promise<void> {
  const sizes: [number, number] = isQuick ? [1_000, 2_000] : [1_000, 100_000]
  const samples = isQuick ? 5 : 60
  const small = await openSized(server, sizes[0])
  const large = await openSized(server, sizes[1])
  const ask = async (path: string, shop: Sized) => {
    const headers = path === '/api/orders' ? shop.customer : shop.admin
    const startedAtMs = performance.now()
    const response = await fetch(`${shop.api.origin}${path}`, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
    return performance.now() - startedAtMs
  }
  for (const path of CALLS) {
    const tookMs: [number[], number[]] = [[], []]
    for (let sample = -5; sample < samples; sample += 1) {
      const each = [await ask(path, small), await ask(path, large)] as const
      // Warm-up: the first calls plan statements and fill caches.
      if (sample >= 0) for (const index of [0, 1] as const) tookMs[index].push(each[index])
    }
    const [smallMs, largeMs] = tookMs.map(median) as [number, number]
    figures.add({
      section: 'growth',
      name: `${path}, ${sizes[1].toLocaleString('en')} orders beside ${sizes[0].toLocaleString('en')}`,
      value: largeMs / smallMs,
      unit: '×',
      budget: { atMost: path === OVERVIEW ? MOST_OVERVIEW_GROWTH : MOST_GROWTH },
      note: `${smallMs.toFixed(1)} → ${largeMs.toFixed(1)} ms`,
    })
  }
  await Promise.all([small.api.stop(), large.api.stop()])
}
