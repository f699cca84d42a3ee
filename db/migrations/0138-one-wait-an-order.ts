import type { Knex } from 'knex'
import { keepRows } from '#db/connection/keep-rows.ts'

const IN_WORK = `o.payment_status IN ('paid', 'part_paid') AND o.status IN ('pending', 'processing')`
/** When its last whole delivery was made. */
const DELIVERED_AT = `(SELECT max(d.created_at) FROM deliveries d WHERE d.order_id = o.id AND d.is_whole)`

/** An order says itself what it waits for and since when. Reminders of a delivery stand in the history, as those of answers do. */
export async function up(knex: Knex): Promise<void> {
  await keepRows(
    knex,
    'order-pauses',
    'SELECT order_id, kind, started_at, ended_at FROM order_pauses WHERE ended_at IS NOT NULL ORDER BY id',
  )
  await knex.raw(`
    ALTER TABLE orders ADD COLUMN waiting_for text, ADD COLUMN waiting_since timestamptz,
      -- By how many business days waiting has moved its promised date, what is open now not counted.
      ADD COLUMN waited_days integer NOT NULL DEFAULT 0,
      -- When the team asked what it cannot go on without.
      ADD COLUMN question_at timestamptz;
    -- Not valid: no old row waits, and checking them would keep the shop waiting.
    ALTER TABLE orders ADD CONSTRAINT orders_waiting_check CHECK ((waiting_for IS NULL) = (waiting_since IS NULL)
      AND (waiting_for IS NULL OR waiting_for IN ('answers', 'delivery', 'refund_request', 'question'))) NOT VALID;

    UPDATE orders o SET question_at = p.started_at - interval '48 hours' FROM order_pauses p
    WHERE p.order_id = o.id AND p.kind = 'question' AND p.ended_at IS NULL;
    -- Of several that are open the first began the span. What has ended since has moved the date already.
    UPDATE orders o SET waiting_for = w.kind, waiting_since = greatest(w.since,
      (SELECT max(p.ended_at) FROM order_pauses p WHERE p.order_id = o.id))
    FROM (SELECT order_id, min(since) AS since, (array_agg(kind ORDER BY
        array_position(ARRAY['refund_request', 'delivery', 'question', 'answers'], kind)))[1] AS kind
      FROM (SELECT order_id, kind, started_at AS since FROM order_pauses WHERE ended_at IS NULL AND started_at <= now()
        UNION ALL SELECT o.id, 'answers', o.paid_at FROM orders o
          WHERE ${IN_WORK} AND o.answers_in_at IS NULL AND EXISTS (SELECT FROM package_questions q
            WHERE q.package_id = o.package_id AND q.required AND (q.retired_at IS NULL OR q.only_order_id = o.id)
              AND NOT EXISTS (SELECT FROM order_answers a
                WHERE a.order_id = o.id AND a.question_id = q.id AND btrim(a.answer) <> ''))) open
      GROUP BY order_id) w
    WHERE w.order_id = o.id AND ${IN_WORK} AND w.since IS NOT NULL;
    DROP TABLE order_pauses;
    CREATE INDEX orders_waiting_idx ON orders (id) WHERE waiting_for IS NOT NULL;

    ALTER TABLE order_events DROP CONSTRAINT order_events_reminder_check,
      ADD CONSTRAINT order_events_reminder_check
        CHECK (reminder IN ('mail', 'phone', 'last', 'check', 'last_check')) NOT VALID;
    -- When they were due: the moment itself was not stored.
    INSERT INTO order_events (order_id, kind, actor_kind, note, reminder, created_at)
    SELECT o.id, 'note', 'system', r.note, r.reminder,
      least(now(), greatest(${DELIVERED_AT}, o.accept_by - r.before)) FROM orders o
    JOIN (VALUES (1, 'check', 'Reminded by e-mail to check the delivery', interval '4 days'),
      (2, 'last_check', 'Last reminder by e-mail to check the delivery', interval '1 day')) AS r (step, reminder, note, before)
      ON r.step <= o.acceptance_reminders;
    ALTER TABLE orders DROP COLUMN acceptance_reminders;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
