/** A shop with a large seed, an API process on it, and the sessions of three people. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { EmbeddedPostgres } from '#db/connection/embedded.ts'
import { seedLarge } from '#db/seeds/large.ts'
import { insertPaidOrders, insertUser } from '#db/testing/builders.ts'
import { dropDatabase, makeShopDatabase, openSession, type Running, startApi } from './machine.ts'

const CUSTOMER_ORDERS = 10

export interface LargeShop {
  db: Knex
  api: Running
  customerId: number
  staffId: number
  headers: Record<'customer' | 'staff' | 'admin', Record<string, string>>
  close(): Promise<void>
}

export async function openLargeShop(
  server: EmbeddedPostgres,
  { orders, providerUrl }: { orders: number; providerUrl?: string },
): Promise<LargeShop> {
  const name = `bench_${orders}_orders`
  const { url, db } = await makeShopDatabase(server, name)
  await seedLarge(db, { orders })
  const factors = ['totp'] as const
  const { id: customerId } = await insertUser(db)
  await insertPaidOrders(db, customerId, CUSTOMER_ORDERS)
  const { id: adminId } = await insertUser(db, { isAdmin: true, factors: [...factors] })
  // A member of the large shop's staff, who has as many assignments as the others.
  const seeded = db('users').where({ isStaff: true }).max('id')
  const [{ id: staffId }] = await db('users').where('id', seeded).update({ factors }, ['id'])
  const api = await startApi(url, { providerUrl })
  return {
    ...{ db, api, customerId, staffId },
    headers: {
      customer: await openSession(db, customerId),
      staff: await openSession(db, staffId),
      admin: await openSession(db, adminId),
    },
    close: async () => {
      await api.stop()
      await db.destroy()
      await dropDatabase(server, name)
    },
  }
}

const TRIES = 3

/** Calls the API. Repeats after a 503, because a process sheds calls while the machine is busy with other things. */
export async function ask(
  { api, headers }: LargeShop,
  path: string,
  role: keyof LargeShop['headers'] = 'admin',
): Promise<{ tookMs: number; headers: Headers }> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAtMs = performance.now()
    const response = await fetch(`${api.origin}${path}`, { headers: headers[role] })
    await response.arrayBuffer()
    if (response.status === 200) return { tookMs: performance.now() - startedAtMs, headers: response.headers }
    if (response.status !== 503 || attempt === TRIES)
      throw new Error(`${path} responded with ${response.status}`)
    await delay(Number(response.headers.get('retry-after')) * 1_000)
  }
}
