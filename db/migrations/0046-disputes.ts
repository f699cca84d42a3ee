import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A buyer's bank takes a payment back, or may. As the payment provider reported it last.
    CREATE TABLE disputes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      provider_dispute_id text NOT NULL UNIQUE,
      provider_payment_id text NOT NULL,
      -- Null for a payment that is not known here.
      payment_id integer REFERENCES payments (id),
      amount_cents integer NOT NULL CHECK (amount_cents >= 0),
      -- What a lost dispute has cost, 0 before.
      deducted_cents integer NOT NULL CHECK (deducted_cents >= 0),
      currency text NOT NULL,
      reason_code text NOT NULL,
      phase text NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'under_review', 'won', 'lost', 'closed')),
      respond_by timestamptz,
      opened_at timestamptz NOT NULL,
      -- When the provider was asked for this state: an earlier response that comes later changes nothing.
      asked_at timestamptz NOT NULL
    );
    CREATE INDEX disputes_payment_id_idx ON disputes (payment_id);
    CREATE INDEX disputes_respond_by_idx ON disputes (respond_by, id);
    CREATE INDEX disputes_opened_at_idx ON disputes (opened_at, id);

    -- A lost dispute is booked like money that went back, once.
    ALTER TABLE refunds ADD COLUMN dispute_id integer UNIQUE REFERENCES disputes (id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
