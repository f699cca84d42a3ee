import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX orders_promised_at_idx ON orders (promised_at, id);
    -- The work to come, as api/orders/order/delivery.ts asks for it: few orders of a shop of some years.
    CREATE INDEX orders_in_work_idx ON orders (created_at, id)
      WHERE payment_status = 'paid' AND status IN ('pending', 'processing');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
