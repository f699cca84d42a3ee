import type { Knex } from 'knex'

/**
 * What the admin lists are sorted, filtered and searched by.
 * pg_trgm is a trusted extension: whoever may create in the database may install it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE EXTENSION IF NOT EXISTS pg_trgm;

    CREATE INDEX users_first_name_idx ON users (lower(first_name), lower(last_name), id);
    CREATE INDEX users_last_name_idx ON users (lower(last_name), lower(first_name), id);
    CREATE INDEX users_company_idx ON users (lower(company), id);
    CREATE INDEX users_admins_idx ON users (created_at, id) WHERE is_admin;
    CREATE INDEX users_staff_idx ON users (created_at, id) WHERE is_staff;

    CREATE INDEX orders_package_name_idx ON orders (package_name, id);
    CREATE INDEX orders_amount_idx ON orders (amount_cents, id);
    CREATE INDEX orders_status_idx ON orders (status, created_at, id);
    CREATE INDEX orders_payment_status_idx ON orders (payment_status, created_at, id);
    CREATE INDEX orders_package_idx ON orders (package_id, created_at, id);
    DROP INDEX orders_package_id_idx;

    CREATE INDEX registrations_first_name_idx ON registrations (lower(first_name), lower(last_name), id);
    CREATE INDEX registrations_last_name_idx ON registrations (lower(last_name), lower(first_name), id);
    CREATE INDEX registrations_company_idx ON registrations (lower(company), id);
    CREATE INDEX registrations_package_idx ON registrations (package_id, created_at, id);

    CREATE INDEX coupons_used_count_idx ON coupons (used_count, id);
    CREATE INDEX coupons_expires_at_idx ON coupons (expires_at, id);

    CREATE INDEX staff_assignments_assigned_at_idx ON staff_assignments (assigned_at, id);
    CREATE INDEX staff_assignments_status_idx ON staff_assignments (status, assigned_at, id);

    -- The expressions are those of api/platform/lists/search.ts, or the indexes serve nothing.
    -- With the blank in front, the first word begins after a blank like every other.
    CREATE INDEX users_search_idx ON users USING gin (
      (' ' || first_name || ' ' || last_name || ' ' || email || ' ' || company) gin_trgm_ops);
    CREATE INDEX registrations_search_idx ON registrations USING gin (
      (' ' || first_name || ' ' || last_name || ' ' || email || ' ' || company || ' ' || phone) gin_trgm_ops);
    CREATE INDEX orders_search_idx ON orders USING gin (
      (' ' || CAST(id AS text) || ' ' || invoice_number || ' ' || package_name || ' ' || coalesce(coupon_code, ''))
      gin_trgm_ops);
    CREATE INDEX coupons_search_idx ON coupons USING gin ((' ' || code) gin_trgm_ops);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
