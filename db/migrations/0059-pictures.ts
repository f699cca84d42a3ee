import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A picture that an admin has uploaded, from its raw file on.
    CREATE TABLE pictures (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'refused')),
      -- The name of the raw file. It is removed once the picture is ready or refused.
      upload uuid NOT NULL UNIQUE,
      -- What is cut out of it, in its pixels as it is shown, that is, turned upright.
      crop_left integer NOT NULL CHECK (crop_left >= 0),
      crop_top integer NOT NULL CHECK (crop_top >= 0),
      crop_width integer NOT NULL CHECK (crop_width > 0),
      crop_height integer NOT NULL CHECK (crop_height > 0),
      -- Names the files that pages show. Two uploads of one picture share them.
      hash text,
      -- Why it was refused, for people.
      refusal text,
      uploaded_by integer NOT NULL REFERENCES users (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- When something of the shop was last known to show it.
      used_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((state = 'ready') = (hash IS NOT NULL)),
      CHECK ((state = 'refused') = (refusal IS NOT NULL))
    );
    CREATE INDEX pictures_hash_idx ON pictures (hash);
    CREATE INDEX pictures_used_at_idx ON pictures (used_at);

    -- Describes the picture for who cannot see it. Empty: it only decorates.
    ALTER TABLE packages ADD COLUMN image_alt text NOT NULL DEFAULT '';
    ALTER TABLE categories ADD COLUMN image_alt text NOT NULL DEFAULT '';
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
