import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'

/** Shorter than the second after which PostgreSQL ends one side of a deadlock, so that the migration gives way, not a call. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 60
/** Deadlock, lock not available. */
const LOCK_CONFLICTS = ['40P01', '55P03']

/**
 * Applies the pending migrations, and waits for another process that does so. Needs two connections.
 * @returns their names
 */
export async function applyMigrations(owner: Knex): Promise<string[]> {
  return owner.transaction(async (turn) => {
    await takeTurn(turn)
    // Knex's own lock stays where a process was killed. The lock of the turn ends with its connection.
    await owner.migrate.forceFreeMigrationsLock()
    const [completed] = (await owner.migrate.list()) as [unknown[]]
    return completed.length === 0 ? applyAll(owner) : applyEach(owner)
  })
}

/** Asks again and again: an index that is built beside a shop waits for every statement that runs, also for one that waits for a lock. */
async function takeTurn(turn: Knex.Transaction): Promise<void> {
  for (;;) {
    const { rows } = await turn.raw<{ rows: { isTaken: boolean }[] }>(
      `SELECT pg_try_advisory_xact_lock(hashtext('migrations')) AS "isTaken"`,
    )
    if (rows[0]?.isTaken) return
    await sleep(200)
  }
}

/** Nobody uses an empty database. For all migrations together, Knex sends a quarter of the statements. */
async function applyAll(owner: Knex): Promise<string[]> {
  const [, applied] = (await owner.migrate.latest()) as [number, string[]]
  return applied
}

/**
 * Beside a shop that sells, each migration has a transaction of its own. Whoever asks for a table queues behind a migration that
 * waits for it, so a migration gives up soon and tries again, at most for a minute.
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

/** Indexes that are built outside of a transaction hold nobody up while they wait. */
async function limitWait(connection: Knex): Promise<void> {
  if (connection.isTransaction) await connection.raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
}
