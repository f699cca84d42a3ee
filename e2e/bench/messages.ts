/**
 * Measures the calls that read conversations in a shop of 100,000 orders, first with few messages, then with five million.
 * A user's wait must not grow with the messages of others. Left out of the quick run.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { insertMessages, LONGEST_CONVERSATION } from '#db/seeds/large/messages.ts'
import { seedLarge } from '#db/seeds/large.ts'
import { insertUser } from '#db/testing/builders.ts'
import { median } from '#e2e/support/load.ts'
import type { Bench } from './bench.ts'
import { openSession } from './compare.ts'
import { dropDatabase, startApi } from './machine.ts'
import { insertPaidOrders } from './orders.ts'
import { makeShopDatabase } from './shop-database.ts'

const section = 'messages'
const MOST_GROWTH = 1.5
const MESSAGES = 5_000_000
const CUSTOMER_ORDERS = 10
const CALLS = 5
/** The quickest of several rounds counts, because the machine may be busy with other things. */
const ROUNDS = 10

export async function measureMessages({ server, figures, isQuick }: Bench): Promise<void> {
  // Left out, because seeding alone takes minutes.
  if (isQuick) return
  const name = 'bench_messages'
  const { url, db } = await makeShopDatabase(server, name)
  await seedLarge(db)
  const factors = ['totp'] as const
  const customer = await insertUser(db)
  await insertPaidOrders(db, { userId: customer.id, count: CUSTOMER_ORDERS })
  const admin = await insertUser(db, { isAdmin: true, factors: [...factors] })
  const [staff] = await db('users')
    .where({ isStaff: true })
    .orderBy('id', 'desc')
    .limit(1)
    .update({ factors }, 'id')
  const own = `SELECT id FROM orders WHERE user_id = ${customer.id}`
  const [{ id: longest }, { id: usual }] = await db('orders')
    .where({ userId: customer.id })
    .orderBy('id')
    .limit(2)
  const watched = `${own} UNION SELECT order_id FROM staff_assignments WHERE staff_id = ${staff.id}`
  await insertMessages(db, { orderIds: String(longest), total: LONGEST_CONVERSATION })
  await insertMessages(db, {
    orderIds: `SELECT id FROM (${watched}) AS watched WHERE id <> ${longest}`,
    total: 20_000,
  })
  await db.raw(`UPDATE orders SET awaits_reply_since = now() WHERE id IN (${own})`)

  const api = await startApi(url)
  const headers = {
    customer: await openSession(db, customer.id),
    staff: await openSession(db, staff.id),
    admin: await openSession(db, admin.id),
  }
  const calls: [what: string, path: string, role: keyof typeof headers][] = [
    ['a usual conversation', `/api/orders/${usual}/messages`, 'customer'],
    [`one of ${LONGEST_CONVERSATION} messages`, `/api/orders/${longest}/messages`, 'customer'],
    ['unread messages of a customer', '/api/messages/unread', 'customer'],
    ['unread messages of staff', '/api/messages/unread', 'staff'],
    ['unread messages of an admin', '/api/messages/unread', 'admin'],
    ["a staff member's queue", '/api/staff/assignments', 'staff'],
    ["an order's page", `/api/admin/orders/${longest}`, 'admin'],
    ['list of orders', '/api/admin/orders', 'admin'],
    ['orders that wait for a reply', '/api/admin/orders?attention=awaitsReply', 'admin'],
    ['needs attention', '/api/admin/attention', 'admin'],
  ]

  async function measure(path: string, role: keyof typeof headers, count: number): Promise<number> {
    const rounds: number[] = []
    for (let round = 0; round < count; round += 1) {
      const tookMs: number[] = []
      for (let call = 0; call < CALLS; call += 1) {
        const startedAtMs = performance.now()
        const response = await fetch(`${api.origin}${path}`, { headers: headers[role] })
        await response.arrayBuffer()
        // A process sheds calls while the machine is busy with other things. The round then has one sample less.
        if (response.status === 503) await delay(1_000)
        else if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
        else tookMs.push(performance.now() - startedAtMs)
      }
      if (tookMs.length > 0) rounds.push(median(tookMs))
    }
    return Math.min(...rounds)
  }
  const measureAll = async () => {
    const all: number[] = []
    for (const [, path, role] of calls) {
      // The first round plans statements and fills caches.
      await measure(path, role, 1)
      all.push(await measure(path, role, ROUNDS))
    }
    return all
  }

  const before = await measureAll()
  const startedAtMs = performance.now()
  await insertMessages(db, { orderIds: `SELECT id FROM orders EXCEPT (${watched})`, total: MESSAGES })
  figures.add({ section, name: 'filling', value: (performance.now() - startedAtMs) / 1_000, unit: 's' })
  const { rows } = await db.raw<{ rows: [{ count: number; mebibytes: number }] }>(
    `SELECT (SELECT count(*)::int FROM order_messages) AS count,
       pg_total_relation_size('order_messages') / 1048576 AS mebibytes`,
  )
  const [{ count, mebibytes }] = rows
  figures.add({
    section,
    name: `${count.toLocaleString('en')} messages on disk`,
    value: Number(mebibytes),
    unit: 'MiB',
  })
  const after = await measureAll()
  for (const [index, [what]] of calls.entries()) {
    const [few = Number.NaN, many = Number.NaN] = [before[index], after[index]]
    const note = `${few.toFixed(1)} → ${many.toFixed(1)} ms`
    figures.add({ section, name: what, value: many / few, unit: '×', budget: { atMost: MOST_GROWTH }, note })
  }
  await api.stop()
  await db.destroy()
  await dropDatabase(server, name)
}
