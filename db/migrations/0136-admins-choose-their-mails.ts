import type { Knex } from 'knex'
import { keepRows } from '#db/connection/keep-rows.ts'

const KINDS = `'{order_paid, stray_money, dispute, refund_failed, currency_refused, mail_failed, webhook_stopped, backup_old,
  publish_failed, api_key, daily_digest}'::text[]`

/** All admins get notifications by mail, and each switches kinds off. Addresses of nobody's account get none any more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('LOCK TABLE notification_recipients IN ACCESS EXCLUSIVE MODE')
  await keepRows(
    knex,
    'notification-recipients',
    `SELECT email, kinds, confirmed_at, created_at FROM notification_recipients r
     WHERE NOT EXISTS (SELECT FROM users WHERE is_admin AND lower(users.email) = lower(r.email)) ORDER BY id`,
  )
  await knex.raw(`
    -- The kinds of notifications that an admin wants no mails about.
    ALTER TABLE users ADD COLUMN unmailed_kinds text[] NOT NULL DEFAULT '{}';
    UPDATE users SET unmailed_kinds = ARRAY(SELECT unnest(${KINDS}) EXCEPT SELECT unnest(r.kinds))
      FROM notification_recipients r WHERE users.is_admin AND lower(users.email) = lower(r.email);

    -- Mails name the admin. 0: an address that gets none any more.
    UPDATE outbox SET payload = jsonb_set(payload, '{recipientId}', to_jsonb(coalesce(
        (SELECT users.id FROM notification_recipients r JOIN users ON users.is_admin AND lower(users.email) = lower(r.email)
         WHERE r.id = (payload ->> 'recipientId')::integer LIMIT 1), 0)))
      WHERE kind = 'notification';
    DELETE FROM outbox WHERE kind = 'confirm_recipient';

    DROP TABLE notification_recipients;
    -- Until the last release is gone: its processes read here whom to mail, in the transaction that settles a payment.
    CREATE VIEW notification_recipients AS
      SELECT id, email, ARRAY(SELECT unnest(${KINDS}) EXCEPT SELECT unnest(unmailed_kinds)) AS kinds,
        email_verified_at AS confirmed_at, NULL::bytea AS token_hash, NULL::timestamptz AS token_expires_at, created_at
      FROM users WHERE is_admin AND disabled_at IS NULL AND email_verified_at IS NOT NULL;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
