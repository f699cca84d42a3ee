import type { Knex } from 'knex'
import { vi } from 'vitest'

const TIMEOUT_MS = 60_000

/** Vitest's default of one second is too short on a busy machine. */
export const waitUntil = (condition: () => unknown) => vi.waitUntil(condition, { timeout: TIMEOUT_MS })

/** @returns how many statements wait for a lock in the test's database */
export async function countAwaitedLocks(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}
