import type { Knex } from 'knex'
import { getConstructionPlans } from 'pg-boss'

/** The plan is a transaction of its own. */
export const config = { transaction: false }

/** The job queue's schema, as the installed pg-boss creates it; a later version upgrades it when it starts. */
export async function up(knex: Knex): Promise<void> {
  // Left by an earlier try that was aborted.
  await knex.raw('DROP SCHEMA IF EXISTS jobs CASCADE')
  await knex.raw(getConstructionPlans('jobs').replaceAll('?', '\\?'))
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
