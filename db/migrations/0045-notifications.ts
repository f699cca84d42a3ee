import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the people who run the shop should hear of. It names nobody: amounts, invoice numbers and dates alone.
    CREATE TABLE notifications (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      -- What happened, such as order_paid:12: the same event is told once, whichever process notices it first.
      key text NOT NULL UNIQUE,
      title text NOT NULL CHECK (title <> ''),
      -- A list of { label, value }.
      facts jsonb NOT NULL DEFAULT '[]',
      -- The page of the admin area that shows it.
      path text NOT NULL CHECK (path LIKE '/admin%'),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX notifications_created_at_idx ON notifications (created_at, id);

    CREATE TABLE notification_reads (
      notification_id integer NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (notification_id, user_id)
    );

    -- Addresses that get notifications by mail.
    CREATE TABLE notification_recipients (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      email text NOT NULL CHECK (email <> ''),
      -- The kinds that are switched on.
      kinds text[] NOT NULL,
      -- When somebody who reads its mails opened the link. An admin's own verified address needs none.
      confirmed_at timestamptz,
      -- Of the link that confirms the address.
      token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
      token_expires_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX notification_recipients_email_key ON notification_recipients (lower(email));
  `)
  // One more subject, beside whatever there is.
  const { rows } = await knex.raw<{ rows: [{ definition: string }] }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'audit_log_subject_check'`,
  )
  const definition = rows[0].definition.replace(/\](?=[^\]]*$)/, `, 'recipient'::text]`)
  await knex.raw(`
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_subject_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_subject_check ${definition};
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
