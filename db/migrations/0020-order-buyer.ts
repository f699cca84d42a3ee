import type { Knex } from 'knex'

const FIELDS = [
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['company', 'company'],
  ['jobTitle', 'job_title'],
  ['address', 'address'],
  ['city', 'city'],
  ['state', 'state'],
  ['country', 'country'],
  ['zipCode', 'zip_code'],
  ['taxId', 'tax_id'],
]

const buyerFrom = (table: 'registrations' | 'users') =>
  `jsonb_build_object(${FIELDS.map(([name, column]) => `'${name}', ${table}.${column}`).join(', ')})`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The buyer as they were when they ordered: a profile that is changed later changes no invoice.
    ALTER TABLE orders ADD COLUMN buyer jsonb CHECK (jsonb_typeof(buyer) = 'object');
    UPDATE orders SET buyer = ${buyerFrom('registrations')}
      FROM registrations WHERE registrations.id = orders.registration_id;
    UPDATE orders SET buyer = ${buyerFrom('users')}
      FROM users WHERE users.id = orders.user_id AND orders.buyer IS NULL;
    ALTER TABLE orders ALTER COLUMN buyer SET NOT NULL;

    -- An order is found by what its list shows of the buyer. The expression is that of api/platform/lists/search.ts.
    DROP INDEX orders_search_idx;
    CREATE INDEX orders_search_idx ON orders USING gin (
      (' ' || CAST(id AS text) || ' ' || invoice_number || ' ' || package_name || ' ' || coalesce(coupon_code, '') ||
        ' ' || (buyer ->> 'firstName') || ' ' || (buyer ->> 'lastName') || ' ' || (buyer ->> 'email') || ' ' ||
        (buyer ->> 'company') || ' ' || (buyer ->> 'phone'))
      gin_trgm_ops);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
