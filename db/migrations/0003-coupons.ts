import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- discount_hundredths: hundredths of a percent for 'percentage', cents for 'fixed'.
    CREATE TABLE coupons (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      code text NOT NULL UNIQUE CHECK (code = upper(btrim(code)) AND code <> ''),
      discount_type text NOT NULL CHECK (discount_type IN ('percentage', 'fixed')),
      discount_hundredths integer NOT NULL CHECK (discount_hundredths > 0),
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
      used_count integer NOT NULL DEFAULT 0 CHECK (used_count >= 0),
      usage_limit integer CHECK (usage_limit >= 1),
      expires_at timestamptz,
      new_customers_only boolean NOT NULL DEFAULT false,
      package_id integer REFERENCES packages (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK (discount_type <> 'percentage' OR discount_hundredths <= 10000),
      CONSTRAINT coupons_within_limit CHECK (usage_limit IS NULL OR used_count <= usage_limit)
    );
    CREATE INDEX coupons_created_at_idx ON coupons (created_at DESC, id DESC);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
