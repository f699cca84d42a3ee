/** Checks that PostgreSQL's `NOTIFY` arrives. A pooler in transaction mode loses notifications without an error. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Knex } from 'knex'
import pg from 'pg'

const CONNECTS_WITHIN_MS = 2_000
/** Much longer than a notification takes. */
const HEARD_WITHIN_MS = 5_000

/**
 * Sends a notification over the pool, like the API's calls, and listens on a connection of its own, like jobs and caches.
 * @throws Error if a connection fails
 */
export async function areNoticesHeard(db: Knex, url: string): Promise<boolean> {
  const channel = `probe_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({
    connectionString: url,
    application_name: 'shop probe',
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const heard = once(client, 'notification', { signal: AbortSignal.timeout(HEARD_WITHIN_MS) })
    const send = async () => {
      await client.query(`LISTEN ${channel}`)
      await db.raw('SELECT pg_notify(?, ?)', [channel, ''])
    }
    await Promise.all([heard, send()])
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  } finally {
    await client.end()
  }
}
