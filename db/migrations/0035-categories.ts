import type { Knex } from 'knex'

/** Categories are data. Packages name theirs, and follow when it is renamed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE categories (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> ''),
      description text NOT NULL CHECK (description <> ''),
      image_url text NOT NULL CHECK (image_url <> ''),
      position integer NOT NULL CHECK (position >= 0),
      is_hidden boolean NOT NULL DEFAULT false
    );
    INSERT INTO categories (position, name, image_url, description) VALUES
      (0, 'Web Development', '/illustrations/web-development.svg', 'Websites and stores, designed and built.'),
      (1, 'Mobile Apps', '/illustrations/mobile-apps.svg', 'iPhone and Android apps, from sketch to store.'),
      (2, 'Cloud Services', '/illustrations/cloud-services.svg', 'Hosting that is reviewed, moved and set up to last.'),
      (3, 'SEO & Marketing', '/illustrations/seo-marketing.svg', 'Sites that are found: audits, fixes and content.'),
      (4, 'Business Consulting', '/illustrations/business-consulting.svg', 'Plans for IT that a board can decide on.');

    -- Addresses that name a category as it was called before lead on to it.
    CREATE TABLE category_aliases (
      name text PRIMARY KEY,
      category_id integer NOT NULL REFERENCES categories (id) ON DELETE CASCADE
    );
    CREATE INDEX category_aliases_category_id_idx ON category_aliases (category_id);

    ALTER TABLE packages DROP CONSTRAINT packages_category_check;
    ALTER TABLE packages ADD CONSTRAINT packages_category_fkey
      FOREIGN KEY (category) REFERENCES categories (name) ON UPDATE CASCADE;
    CREATE INDEX packages_category_idx ON packages (category);

    CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
    CREATE TRIGGER category_aliases_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON category_aliases
      FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();

    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check CHECK (subject IN ('order', 'user', 'package', 'category',
      'coupon', 'registration', 'assignment', 'payment', 'refund', 'webhook', 'job', 'mail'));
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
