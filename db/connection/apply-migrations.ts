import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'

/** Below PostgreSQL's `deadlock_timeout` of one second, so that the migration gives way and not a call. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 60
/** The SQLSTATEs of a deadlock and of a lock that is not available. */
const LOCK_CONFLICTS = ['40P01', '55P03']

/**
 * Applies the pending migrations, one process at a time: others wait. Needs two connections.
 * @returns their names
 */
export async function applyMigrations(owner: Knex): Promise<string[]> {
  return owner.transaction(async (turn) => {
    await takeTurn(turn)
    // Knex's own lock survives a killed process. The advisory lock of `turn` ends with its connection.
    await owner.migrate.forceFreeMigrationsLock()
    const [completed] = (await owner.migrate.list()) as [unknown[]]
    return completed.length === 0 ? applyAll(owner) : applyEach(owner)
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

/** Applies all migrations at once to an empty database, which nobody uses yet. Knex then sends a quarter of the statements. */
async function applyAll(owner: Knex): Promise<string[]> {
  const [, applied] = (await owner.migrate.latest()) as [number, string[]]
  return applied
}

/**
 * Applies each migration in its own transaction, because the shop may be running. Queries queue behind a migration that waits for
 * their table, so a migration gives up after {@link LOCK_TIMEOUT} and tries again, for about a minute.
 */
async function applyEach(owner: Knex): Promise<string[]> {
  const applied: string[] = []
  let triesLeft = TRIES
  for (;;) {
    const [, [next]] = (await owner.migrate.list()) as [unknown, { file: string }[]]
    if (!next) return applied
    try {
      await owner.migrate.up({ name: next.file, beforeEach: limitWait })
      applied.push(next.file)
      triesLeft = TRIES
    } catch (error) {
      triesLeft -= 1
      if (!LOCK_CONFLICTS.includes((error as { code?: string }).code ?? '') || triesLeft === 0) throw error
      await sleep(500)
    }
  }
}

/** Limits the wait for locks. Migrations without a transaction build indexes concurrently and block no query. */
async function limitWait(connection: Knex): Promise<void> {
  if (connection.isTransaction) await connection.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
}
