import type { Knex } from 'knex'

/** What customers ask to have back, and what was decided. A coupon may be for one person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who alone may use it. Null: anybody.
    ALTER TABLE coupons ADD COLUMN owner_id integer REFERENCES users (id);

    CREATE TABLE refund_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id integer NOT NULL REFERENCES orders (id),
      author_id integer NOT NULL REFERENCES users (id),
      reason text NOT NULL,
      -- What would help instead.
      wish text NOT NULL DEFAULT '',
      work_goes_on boolean NOT NULL DEFAULT false,
      asked_cents integer NOT NULL CHECK (asked_cents >= 0),
      -- open: waits for an admin. offered: waits for the customer. Of the rest nothing waits.
      state text NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'offered', 'declined', 'refunded', 'taken', 'withdrawn', 'cancelled')),
      -- Counts its changes: who answers names the one that they have seen.
      version integer NOT NULL DEFAULT 1,
      -- By when the policy promises the decision.
      due_at timestamptz NOT NULL,
      -- The figures of what was decided: what goes back, or what is offered instead.
      offer jsonb CHECK (jsonb_typeof(offer) = 'object'),
      -- The words of who decided.
      answer text NOT NULL DEFAULT '',
      decided_by_id integer REFERENCES users (id),
      decided_at timestamptz,
      second_look_at timestamptz,
      second_reason text NOT NULL DEFAULT '',
      refund_id integer REFERENCES refunds (id),
      coupon_id integer REFERENCES coupons (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      closed_at timestamptz,
      CHECK ((decided_at IS NULL) = (decided_by_id IS NULL)),
      -- Nothing is offered, refused or given back that nobody has decided.
      CHECK (state NOT IN ('offered', 'declined', 'taken') OR decided_at IS NOT NULL),
      CHECK (refund_id IS NULL OR decided_at IS NOT NULL OR state = 'cancelled'),
      CHECK (state <> 'offered' OR offer IS NOT NULL)
    );
    CREATE INDEX refund_requests_order_id_idx ON refund_requests (order_id, id);
    -- An order has one at a time.
    CREATE UNIQUE INDEX refund_requests_live_idx ON refund_requests (order_id) WHERE state IN ('open', 'offered');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
