import type { Knex } from 'knex'

/** An index is built beside a shop that sells only outside of a transaction. */
export const config = { transaction: false }

/** The few coupons of one person among all those of the exit offer. */
export async function up(knex: Knex): Promise<void> {
  // A build that was interrupted leaves an index that serves nothing.
  await knex.raw('DROP INDEX CONCURRENTLY IF EXISTS coupons_owner_idx')
  await knex.raw(
    'CREATE INDEX CONCURRENTLY coupons_owner_idx ON coupons (owner_id) WHERE owner_id IS NOT NULL',
  )
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
