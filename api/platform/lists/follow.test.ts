/** Following a list while others write: no change is missed, and unchanged rows do not come twice. */
import fc from 'fast-check'
import type { Knex } from 'knex'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertKey, type Program } from '#api/testing/api-keys.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { waitUntil } from '#api/testing/wait-until.ts'
import {
  insertMessage,
  insertOrder,
  insertPackage,
  insertPaidOrder,
  insertUser,
} from '#db/testing/builders.ts'

const shop = openTestApp({ hasProcessRole: true })

interface Row {
  id: number
  status: string
}
let program: Program
beforeEach(async () => {
  const { id: keeperId } = await insertUser(shop.db, { isAdmin: true })
  program = await insertKey(shop, {
    keeperId,
    scopes: ['orders:read', 'customers:read', 'packages:write', 'messages:read'],
  })
})

async function read(path: string, query: Record<string, string>) {
  const response = await program.get(`${path}?${new URLSearchParams(query)}`)
  expect(response.statusCode, response.body).toBe(200)
  return { rows: response.json<Row[]>(), cursor: String(response.headers['x-next-cursor']) }
}

/** Waits until the changes can be followed: transactions in other tests' databases hold them back, too. */
async function settle(): Promise<void> {
  const { rows } = await shop.db.raw('SELECT pg_current_xact_id()::text AS xid')
  await waitUntil(async () => {
    const found = await shop.db.raw(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > ?::xid8 AS passed',
      rows[0].xid,
    )
    return found.rows[0].passed
  })
}

/** Reads pages of two until there is no more. */
async function follow(start: string | undefined, see: (row: Row) => void, path = '/api/admin/orders') {
  for (let cursor = start; ; ) {
    const first = { updatedSince: '2000-01-01T00:00:00Z' }
    const page = await read(path, { limit: '2', ...(cursor ? { cursor } : first) })
    page.rows.forEach(see)
    cursor = page.cursor
    if (page.rows.length === 0) return cursor
  }
}

const STATUSES = ['pending', 'processing', 'completed'] as const
const Step = fc.oneof(
  // A writer begins to change an order, ends, or gives up; in between others may begin and end.
  fc.record({ kind: fc.constant('write' as const), order: fc.nat(4), status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constantFrom('commit' as const, 'rollback' as const), order: fc.nat(4) }),
  fc.record({ kind: fc.constant('read' as const), order: fc.constant(0) }),
)

/** The transaction that began first ends last: the rows of both come after the cursor of the one that ended first. */
const LATE_WRITER = [
  { kind: 'write' as const, order: 0, status: 'completed' as const },
  { kind: 'write' as const, order: 1, status: 'completed' as const },
  { kind: 'commit' as const, order: 1 },
  { kind: 'read' as const, order: 0 as const },
  { kind: 'commit' as const, order: 0 },
]

test('whoever follows the orders ends with what they are, whatever order writers end in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const orders = await Promise.all(Array.from({ length: 5 }, () => insertOrder(shop.db)))
      const seen = new Map<number, string>()
      let cursor: string | undefined
      let news = 0
      const see = ({ id, status }: Row) => {
        if (seen.get(id) !== status) news += 1
        seen.set(id, status)
      }
      const open = new Map<number, Knex.Transaction>()
      const end = async (order: number, how: 'commit' | 'rollback') => {
        await open.get(order)?.[how]()
        open.delete(order)
      }
      for (const step of steps) {
        const { id } = orders[step.order] as { id: number }
        if (step.kind === 'read') cursor = await follow(cursor, see)
        else if (step.kind === 'write') {
          const trx = open.get(step.order) ?? (await shop.db.transaction())
          open.set(step.order, trx)
          await trx('orders').where({ id }).update({ status: step.status })
        } else await end(step.order, step.kind)
      }
      for (const order of open.keys()) await end(order, 'commit')
      await settle()
      cursor = await follow(cursor, see)
      for (const { id } of orders) {
        const { status } = await shop.db('orders').where({ id }).first('status')
        expect(seen.get(id)).toBe(status)
      }
      // Nothing has changed since.
      news = 0
      let rows = 0
      await follow(cursor, () => {
        rows += 1
      })
      expect([news, rows]).toEqual([0, 0])
    }),
    { numRuns: 8, examples: [[LATE_WRITER]] },
  )
})

describe('a list that is followed', () => {
  test('tells an order anew when something is written into its history alone', async () => {
    const { id } = await insertOrder(shop.db)
    await settle()
    const cursor = await follow(undefined, () => {})
    await shop.db('order_events').insert({ orderId: id, kind: 'note', actorKind: 'system', note: 'A refund' })
    await settle()
    expect((await read('/api/admin/orders', { cursor })).rows.map((row) => row.id)).toEqual([id])
  })

  test('has customers and packages, keeps its filters, and gives no total', async () => {
    const { id } = await insertPackage(shop.db, { isActive: false })
    await settle()
    const packages: number[] = []
    const cursor = await follow(undefined, (row) => packages.push(row.id), '/api/admin/packages')
    expect(packages).toContain(id)
    expect((await read('/api/admin/packages', { cursor, status: 'active' })).rows).toEqual([])
    const users: number[] = []
    await follow(undefined, (row) => users.push(row.id), '/api/admin/users')
    expect(new Set(users).size).toBe(users.length)
    expect(users.length).toBeGreaterThan(0)
    const response = await program.get(`/api/admin/users?cursor=${cursor}`)
    expect(response.headers['x-total-count']).toBeUndefined()
  })

  test('leaves out what was not changed since, and refuses a cursor of another database', async () => {
    const { rows } = await read('/api/admin/orders', { updatedSince: '2999-01-01T00:00:00Z' })
    expect(rows).toEqual([])
    for (const cursor of ['1-2-3', 'abc']) {
      const refused = await program.get(`/api/admin/orders?cursor=${cursor}`)
      expect([refused.statusCode, refused.json().issues[0].path]).toEqual([400, 'cursor'])
    }
  })
})

describe('the messages of an order', () => {
  interface Written {
    id: number
    text: string
  }
  let orderId: number
  let authorId: number
  beforeEach(async () => {
    authorId = (await insertUser(shop.db)).id
    orderId = (await insertPaidOrder(shop.db)).id
  })
  const write = (text: string, fields: object = {}, db: Knex = shop.db) =>
    insertMessage(db, { orderId, authorId, text, ...fields })
  async function next(cursor?: string) {
    const query = new URLSearchParams(cursor ? { cursor } : { updatedSince: '2000-01-01T00:00:00Z' })
    const response = await program.get(`/api/orders/${orderId}/messages?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    const texts = response.json<{ messages: Written[] }>().messages.map(({ text }) => text)
    return { texts, cursor: String(response.headers['x-next-cursor']) }
  }

  test('come each once, also those of a writer who began first and ended last', async () => {
    const late = await shop.db.transaction()
    await write('began first', {}, late)
    await write('ended first')
    const early = await next()
    await late.commit()
    await settle()
    const rest = await next(early.cursor)
    expect([...early.texts, ...rest.texts].sort()).toEqual(['began first', 'ended first'])
    expect((await next(rest.cursor)).texts).toEqual([])
  })

  test('come in pages without a gap, and once more when they are edited', async () => {
    const written = Array.from({ length: 120 }, (_, index) => `message ${index}`)
    for (const text of written) await write(text)
    await settle()
    const seen: string[] = []
    let { texts, cursor } = await next()
    for (; texts.length > 0; { texts, cursor } = await next(cursor)) seen.push(...texts)
    expect(seen).toEqual(written)
    await shop.db('order_messages').where({ orderId, text: 'message 7' }).update({ text: 'message seven' })
    await settle()
    expect((await next(cursor)).texts).toEqual(['message seven'])
  })

  test('are those of the customer and to them: a page is never empty because of notes', async () => {
    for (let note = 0; note < 60; note += 1) await write('a note', { isTeamOnly: true, authorRole: 'admin' })
    await write('for the customer', { authorRole: 'admin' })
    // Like a copy of an old staff note.
    await shop.db.raw(
      `INSERT INTO order_messages (id, order_id, author_id, author_role, is_team_only, text, key, changed_in)
       OVERRIDING SYSTEM VALUE VALUES (-7, ?, ?, 'customer', false, 'from before', gen_random_uuid(), NULL)`,
      [orderId, authorId],
    )
    await settle()
    const { texts, cursor } = await next()
    expect(texts.sort()).toEqual(['for the customer', 'from before'])
    expect((await next(cursor)).texts).toEqual([])
  })
})
