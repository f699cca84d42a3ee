import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Revenue in total and by time, read from the index alone: the condition is that of api/operations/overview/figures.ts.
    CREATE INDEX payments_revenue_idx ON payments (captured_at) INCLUDE (amount_cents)
      WHERE fulfils_order AND status = 'captured';
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
