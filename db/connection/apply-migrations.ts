import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { adoptBaseline } from './adopt-baseline.ts'

/**
 * Applies the pending migrations, one process at a time: others wait. Needs two connections.
 * @returns their names
 * @throws CannotProceed for a database from before 0.9.0
 */
export async function applyMigrations(owner: Knex): Promise<string[]> {
  return owner.transaction(async (turn) => {
    await takeTurn(turn)
    await adoptBaseline(owner)
    // Knex's own lock survives a killed process. The advisory lock of `turn` ends with its connection.
    await owner.migrate.forceFreeMigrationsLock()
    const [, applied] = (await owner.migrate.latest()) as [number, string[]]
    return applied
  })
}

/** Polls for the lock: a waiting statement would block CREATE INDEX CONCURRENTLY, which waits for every running statement. */
async function takeTurn(turn: Knex.Transaction): Promise<void> {
  for (;;) {
    const { rows } = await turn.raw<{ rows: { isTaken: boolean }[] }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('migrations')) AS "isTaken"`,
    )
    if (rows[0]?.isTaken) return
    await sleep(200)
  }
}
