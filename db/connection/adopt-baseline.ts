import type { Knex } from 'knex'
import { CannotProceed } from './postgres-client.ts'

/** The migrations that make the schema of release 0.9.0 at once (docs/decisions/075-one-baseline.md). */
const BASELINE = [
  '0150-shared.ts',
  '0151-platform.ts',
  '0152-people.ts',
  '0153-outbound.ts',
  '0154-catalogue.ts',
  '0155-orders.ts',
  '0156-orders-work.ts',
  '0157-orders-conversation.ts',
  '0158-money.ts',
  '0159-sales.ts',
  '0160-operations.ts',
]
/** The migrations of 0.9.0 by their number and the last of them. */
const RELEASED = { count: 112, last: '0148-without-the-release-before.ts' }

/**
 * Writes the baseline's names in place of those of 0.9.0, whose schema is the same. Leaves a new database, and one that has the
 * baseline, as they are.
 * @throws CannotProceed for a database of an older release
 */
export async function adoptBaseline(owner: Knex): Promise<void> {
  if (!(await owner.schema.hasTable('knex_migrations'))) return
  await owner.transaction(async (trx) => {
    const names = await trx('knex_migrations').orderBy('id').pluck<string[]>('name')
    if (names.length === 0 || names.some((name) => BASELINE.includes(name))) return
    if (names.length !== RELEASED.count || !names.includes(RELEASED.last)) {
      throw new CannotProceed(
        'The database is older than release 0.9.0: upgrade to 0.9.0 first (docs/upgrading.md)',
      )
    }
    await trx('knex_migrations').delete()
    await trx('knex_migrations').insert(
      BASELINE.map((name) => ({ name, batch: 1, migrationTime: new Date() })),
    )
  })
}
