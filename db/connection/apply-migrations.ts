import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'

/** Shorter than the second after which PostgreSQL ends one side of a deadlock, so that the migration gives way, not a call. */
const LOCK_TIMEOUT = '500ms'
const TRIES = 60
/** Deadlock, lock not available. */
const LOCK_CONFLICTS = ['40P01', '55P03']

/**
 * Applies the pending migrations, each in a transaction of its own, beside a shop that sells. Whoever asks for a table queues
 * behind a migration that waits for it, so a migration gives up soon and tries again, at most for a minute.
 * @returns their names
 */
export async function applyMigrations(owner: Knex): Promise<string[]> {
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
