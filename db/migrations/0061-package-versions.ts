import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE packages ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1);

    -- A package as each save left it: written with the save, in its transaction, and never touched again.
    CREATE TABLE package_versions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      package_id integer NOT NULL REFERENCES packages (id),
      version integer NOT NULL CHECK (version >= 1),
      -- Not jsonb, which would lose the order of the fields.
      content json NOT NULL CHECK (json_typeof(content) = 'object'),
      -- Null: from before there was a history, or by the shop itself.
      saved_by integer REFERENCES users (id),
      restored_from integer,
      saved_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (package_id, version)
    );
    CREATE TRIGGER package_versions_are_append_only BEFORE UPDATE OR DELETE ON package_versions
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

    -- A package as an admin has typed it, for an hour.
    CREATE TABLE package_previews (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      content json NOT NULL CHECK (json_typeof(content) = 'object'),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX package_previews_created_at_idx ON package_previews (created_at);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
