import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Notifies every API process when a change is committed: each has the catalogue in its cache.
    CREATE FUNCTION tell_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('catalogue_changed', '');
      RETURN NULL;
    END $$;

    CREATE TRIGGER packages_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON packages
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
    CREATE TRIGGER package_questions_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON package_questions
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
    CREATE TRIGGER reviews_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
