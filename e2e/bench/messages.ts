/**
 * Measures the calls that read conversations in a shop of 100,000 orders, first with few messages, then with five million.
 * A user's wait must not grow with the messages of others. Left out of the quick run.
 */
import { insertMessages, LONGEST_CONVERSATION } from '#db/seeds/large/messages.ts'
import { median } from '#e2e/support/wrk.ts'
import type { Bench } from './figures.ts'
import { ask, openLargeShop } from './large-shop.ts'

const section = 'messages'
const MOST_GROWTH = 1.5
const MESSAGES = 5_000_000
const CALLS = 5
/** The quickest of several rounds counts, because the machine may be busy with other things. */
const ROUNDS = 10

export async function measureMessages({ server, figures, isQuick }: Bench): Promise<void> {
  // Left out, because seeding alone takes minutes.
  if (isQuick) return
  const shop = await openLargeShop(server, { orders: 100_000 })
  const { db, customerId, staffId } = shop
  const own = `SELECT id FROM orders WHERE user_id = ${customerId}`
  const [{ id: longest }, { id: usual }] = await db('orders')
    .where({ userId: customerId })
    .orderBy('id')
    .limit(2)
  const watched = `${own} UNION SELECT order_id FROM staff_assignments WHERE staff_id = ${staffId}`
  await insertMessages(db, { orderIds: String(longest), total: LONGEST_CONVERSATION })
  const others = `SELECT id FROM (${watched}) AS watched WHERE id <> ${longest}`
  await insertMessages(db, { orderIds: others, total: 20_000 })
  await db.raw(`UPDATE orders SET awaits_reply_since = now() WHERE id IN (${own})`)
  const calls: [what: string, path: string, role: 'customer' | 'staff' | 'admin'][] = [
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

  const measureAll = async () => {
    const all: number[] = []
    for (const [, path, role] of calls) {
      const rounds: number[] = []
      // The first round plans statements and fills caches.
      for (let round = -1; round < ROUNDS; round += 1) {
        const tookMs: number[] = []
        for (let call = 0; call < CALLS; call += 1) tookMs.push((await ask(shop, path, role)).tookMs)
        if (round >= 0) rounds.push(median(tookMs))
      }
      all.push(Math.min(...rounds))
    }
    return all
  }

  const before = await measureAll()
  await insertMessages(db, { orderIds: `SELECT id FROM orders EXCEPT (${watched})`, total: MESSAGES })
  const after = await measureAll()
  for (const [index, [name]] of calls.entries()) {
    const [few = Number.NaN, many = Number.NaN] = [before[index], after[index]]
    const note = `${few.toFixed(1)} → ${many.toFixed(1)} ms`
    figures.add({ section, name, value: many / few, unit: '×', budget: { atMost: MOST_GROWTH }, note })
  }
  await shop.close()
}
