import type { Knex } from 'knex'

/** Coupons of the exit offer are told apart and may go, and a change of an order's status can be undone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE coupons ADD COLUMN is_exit_offer boolean NOT NULL DEFAULT false;
    UPDATE coupons SET is_exit_offer = true
      WHERE code ~ '^SAVE20-[0-9A-HJKMNP-TV-Z]{12}$' AND usage_limit = 1 AND new_customers_only;
    -- Lists leave the exit offer's coupons out, however many there are.
    CREATE INDEX coupons_made_by_admins_idx ON coupons (created_at DESC, id DESC) WHERE NOT is_exit_offer;

    -- An order keeps the code of a coupon that has gone.
    ALTER TABLE orders DROP CONSTRAINT orders_coupon_whole;
    ALTER TABLE orders ADD CONSTRAINT orders_coupon_whole CHECK (coupon_id IS NULL OR coupon_code IS NOT NULL);
    ALTER TABLE orders DROP CONSTRAINT orders_coupon_id_fkey;
    ALTER TABLE orders ADD CONSTRAINT orders_coupon_id_fkey
      FOREIGN KEY (coupon_id) REFERENCES coupons (id) ON DELETE SET NULL;
    CREATE INDEX orders_coupon_id_idx ON orders (coupon_id) WHERE coupon_id IS NOT NULL;
    ALTER TABLE coupon_redemptions DROP CONSTRAINT coupon_redemptions_coupon_id_fkey;
    ALTER TABLE coupon_redemptions ADD CONSTRAINT coupon_redemptions_coupon_id_fkey
      FOREIGN KEY (coupon_id) REFERENCES coupons (id) ON DELETE CASCADE;

    -- The change that this one took back.
    ALTER TABLE order_events ADD COLUMN undoes_id integer UNIQUE REFERENCES order_events (id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
