import type { Knex } from 'knex'

/** Reviews of customers beside those that were imported. What a process of the version before reads are those that are shown. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE orders
      -- Null: not completed, or completed before this column.
      ADD COLUMN completed_at timestamptz,
      -- When its customer was asked for a review.
      ADD COLUMN review_asked_at timestamptz;
    CREATE INDEX orders_review_due_idx ON orders (completed_at)
      WHERE completed_at IS NOT NULL AND review_asked_at IS NULL;

    ALTER TABLE reviews
      -- On whose page it is shown. Null: it is not, and hidden_package_id names the package.
      ALTER COLUMN package_id DROP NOT NULL,
      ADD COLUMN hidden_package_id integer REFERENCES packages (id) ON DELETE CASCADE,
      -- Null: imported.
      ADD COLUMN order_id integer UNIQUE REFERENCES orders (id) ON DELETE CASCADE,
      ADD COLUMN state text NOT NULL DEFAULT 'shown' CHECK (state IN ('waiting', 'shown', 'hidden', 'withdrawn')),
      ADD COLUMN state_since timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN naming text CHECK (naming IN ('full', 'initial', 'company')),
      ADD COLUMN version integer NOT NULL DEFAULT 1,
      -- When it is shown by itself. Null: an admin decides.
      ADD COLUMN appears_at timestamptz CHECK (appears_at IS NULL OR state = 'waiting'),
      ADD COLUMN hidden_reason text CHECK ((hidden_reason IS NOT NULL) = (state = 'hidden')),
      -- Of the provider.
      ADD COLUMN reply text NOT NULL DEFAULT '',
      ADD COLUMN replied_at timestamptz CHECK ((replied_at IS NOT NULL) = (reply <> '')),
      -- When all that was paid went back.
      ADD COLUMN refunded_at timestamptz,
      ADD CHECK ((package_id IS NOT NULL) = (state = 'shown')),
      ADD CHECK (num_nonnulls(package_id, hidden_package_id) = 1);
    CREATE INDEX reviews_waiting_idx ON reviews (appears_at) WHERE state = 'waiting';
    CREATE INDEX reviews_created_at_idx ON reviews (created_at, id);

    -- The review is marked whoever writes the refund, so that the pages lose its badge.
    CREATE FUNCTION mark_refunded_review() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Asked first, because a statement without rows tells of a change, too.
      IF EXISTS (SELECT FROM reviews WHERE order_id = NEW.id AND refunded_at IS NULL) THEN
        UPDATE reviews SET refunded_at = now() WHERE order_id = NEW.id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER orders_refunded_review AFTER UPDATE OF payment_status ON orders
      FOR EACH ROW WHEN (NEW.payment_status = 'refunded') EXECUTE FUNCTION mark_refunded_review();
  `)
  const { rows } = await knex.raw<{ rows: { condition: string }[] }>(
    `SELECT pg_get_expr(conbin, conrelid) AS condition FROM pg_constraint WHERE conname = 'audit_log_subject_check'`,
  )
  await knex.raw(`
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check
      CHECK (${rows[0]?.condition} OR subject = 'review');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
