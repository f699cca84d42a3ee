/** Checks that broadcasts (PostgreSQL's `NOTIFY`) arrive. A pooler in transaction mode loses them without an error. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Knex } from 'knex'
import pg from 'pg'

const CONNECTS_WITHIN_MS = 2_000
/** Much longer than a broadcast takes. */
const ARRIVES_WITHIN_MS = 5_000

/**
 * Broadcasts over the pool, like the API's calls, and listens on a connection of its own, like jobs and caches.
 * @throws Error if a connection fails
 */
export async function doBroadcastsArrive(db: Knex, url: string): Promise<boolean> {
  const channel = `probe_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({
    connectionString: url,
    application_name: 'shop probe',
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const arrived = once(client, 'notification', { signal: AbortSignal.timeout(ARRIVES_WITHIN_MS) })
    const send = async () => {
      await client.query(`LISTEN ${channel}`)
      await db.raw('SELECT pg_notify(?, ?)', [channel, ''])
    }
    await Promise.all([arrived, send()])
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  } finally {
    await client.end()
  }
}
