/** Applies the migrations as the database's owner, and grants the processes their rights. */

import type { Knex } from 'knex'
import { withDb } from './connection.ts'
import { findOwnerUrl } from './postgres-client.ts'
import { migrateAndGrant } from './roles.ts'

/** Lists what is there also of another release. Applying migrations checks it. */
const ANY_RELEASE = { disableMigrationsListValidation: true }

/** @returns the names of the applied migrations @throws CannotProceed */
export async function migrate(env: NodeJS.ProcessEnv): Promise<string[]> {
  const ownerUrl = await findOwnerUrl(env)
  const urls = { ownerUrl, processUrl: env.DATABASE_URL || ownerUrl }
  return withDb(ownerUrl, 'migrate', (owner) => migrateAndGrant(owner, urls))
}

/** @returns names of migrations @throws CannotProceed */
export async function listMigrations(
  env: NodeJS.ProcessEnv,
): Promise<{ applied: string[]; pending: string[] }> {
  return withDb(await findOwnerUrl(env), 'status', async (owner) => {
    const [applied, pending] = (await owner.migrate.list(ANY_RELEASE)) as [
      { name: string }[],
      { file: string }[],
    ]
    return { applied: applied.map(({ name }) => name), pending: pending.map(({ file }) => file) }
  })
}

/** Counts the migrations that are not applied yet. The database may have more than this release (docs/upgrading.md). */
export async function countPendingMigrations(db: Knex): Promise<number> {
  const [, pending] = await db.migrate.list(ANY_RELEASE)
  return pending.length
}
