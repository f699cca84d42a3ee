import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE packages (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      name text NOT NULL CHECK (name <> ''),
      description text NOT NULL,
      long_description text NOT NULL DEFAULT '',
      price_cents integer NOT NULL CHECK (price_cents >= 0),
      category text NOT NULL CHECK (category IN
        ('Web Development', 'Mobile Apps', 'Cloud Services', 'SEO & Marketing', 'Business Consulting')),
      image_url text NOT NULL,
      delivery_days integer NOT NULL DEFAULT 7 CHECK (delivery_days >= 1),
      features text[] NOT NULL DEFAULT '{}',
      what_you_get text[] NOT NULL DEFAULT '{}',
      what_you_dont_get text[] NOT NULL DEFAULT '{}',
      is_active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- A removed question stays, retired, because given answers point to it.
    CREATE TABLE package_questions (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      package_id integer NOT NULL REFERENCES packages (id) ON DELETE CASCADE,
      question text NOT NULL CHECK (btrim(question) <> ''),
      question_type text NOT NULL DEFAULT 'textarea' CHECK (question_type IN ('text', 'textarea')),
      required boolean NOT NULL DEFAULT false,
      position integer NOT NULL CHECK (position >= 0),
      retired_at timestamptz
    );
    CREATE INDEX package_questions_package_id_idx ON package_questions (package_id, position);
    CREATE UNIQUE INDEX package_questions_text_key ON package_questions (package_id, question) WHERE retired_at IS NULL;

    CREATE TABLE reviews (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      package_id integer NOT NULL REFERENCES packages (id) ON DELETE CASCADE,
      customer_name text NOT NULL CHECK (customer_name <> ''),
      rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
      comment text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX reviews_package_id_idx ON reviews (package_id, created_at DESC);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
