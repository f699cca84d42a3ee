/** Brings the database up to date as its owner, and lets the processes' role work in it. */

import type { Knex } from 'knex'
import { withDb } from './connection.ts'
import { findOwnerUrl } from './postgres-client.ts'
import { bringUpToDate } from './roles.ts'

/** @returns the names of the migrations that were applied @throws CannotProceed */
export async function migrate(env: NodeJS.ProcessEnv): Promise<string[]> {
  const ownerUrl = await findOwnerUrl(env)
  const urls = { ownerUrl, processUrl: env.DATABASE_URL || ownerUrl }
  return withDb(ownerUrl, 'migrate', (owner) => bringUpToDate(owner, urls))
}

/** @returns names of migrations @throws CannotProceed */
export async function listMigrations(
  env: NodeJS.ProcessEnv,
): Promise<{ applied: string[]; pending: string[] }> {
  return withDb(await findOwnerUrl(env), 'status', async (owner) => {
    const [applied, pending] = (await owner.migrate.list()) as [{ name: string }[], { file: string }[]]
    return { applied: applied.map(({ name }) => name), pending: pending.map(({ file }) => file) }
  })
}

/** How many migrations of this code the database lacks. A newer release may have applied more (docs/upgrading.md). */
export async function countPendingMigrations(db: Knex): Promise<number> {
  const [, pending] = (await db.migrate.list({ disableMigrationsListValidation: true })) as [
    unknown[],
    unknown[],
  ]
  return pending.length
}
