import type { Knex } from 'knex'

/** How many migrations of this code the database lacks. A newer release may have applied more (docs/upgrading.md). */
export async function countPendingMigrations(db: Knex): Promise<number> {
  const [, pending] = (await db.migrate.list({ disableMigrationsListValidation: true })) as [
    unknown[],
    unknown[],
  ]
  return pending.length
}
