import type { Knex } from 'knex'

/** A review keeps its package, and its state alone decides whether it is shown. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE reviews DROP CONSTRAINT reviews_check3, DROP CONSTRAINT reviews_check4;
    UPDATE reviews SET package_id = hidden_package_id WHERE package_id IS NULL;
    ALTER TABLE reviews ALTER COLUMN package_id SET NOT NULL, DROP COLUMN hidden_package_id;
    -- The shown ones of a package are listed and counted.
    CREATE INDEX reviews_shown_idx ON reviews (package_id, created_at DESC) WHERE state = 'shown';
    DROP INDEX reviews_package_id_idx;

    -- Whoever writes a row names the provider.
    ALTER TABLE orders ALTER COLUMN provider DROP DEFAULT;
    ALTER TABLE provider_events ALTER COLUMN provider DROP DEFAULT;

    -- Its rows are in refunds_unfinished_idx, too.
    DROP INDEX refunds_pending_idx;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
