import type { Knex } from 'knex'

/** Reminders of parts that are due, and payments by bank transfer, which an admin records. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- For how many days it was due when its customer was last reminded.
    ALTER TABLE order_parts ADD COLUMN reminded_days smallint NOT NULL DEFAULT 0;

    -- Of provider 'bank' alone: when it arrived, what shows it, what of the amount its buyer paid as tax, and who recorded it.
    ALTER TABLE payments ADD COLUMN received_on date, ADD COLUMN proof text,
      ADD COLUMN withheld_cents integer NOT NULL DEFAULT 0, ADD COLUMN recorded_by integer REFERENCES users (id);
    ALTER TABLE payments ADD CONSTRAINT payments_withheld_check
      CHECK (withheld_cents >= 0 AND (withheld_cents = 0 OR withheld_cents < amount_cents)) NOT VALID;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
