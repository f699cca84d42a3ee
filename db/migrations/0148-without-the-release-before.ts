import type { Knex } from 'knex'

/** SQL: the subjects of the audit log, also of what is gone. */
const SUBJECTS = `'order', 'user', 'package', 'category', 'coupon', 'registration', 'assignment', 'payment', 'refund',
  'webhook', 'job', 'mail', 'recipient', 'webhook_endpoint', 'embed_origin', 'import', 'saved_reply', 'review', 'api_key', 'offer'`

/**
 * What only processes of 0.8.1 read or wrote goes: all that stood there has been copied (0082, 0089, 0136, 0145). Every rule is
 * checked for all rows, so that the schema is the same in a shop of any age.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE assignment_notes;
    DROP FUNCTION copy_delivery_note, copy_staff_note;
    DROP VIEW notification_recipients, webhook_events, webhook_deliveries;
    ALTER TABLE sessions DROP COLUMN data;

    -- They were null until a trigger filled them, for a process that left them out.
    ALTER TABLE refunds ALTER COLUMN currency SET NOT NULL, DROP CONSTRAINT refunds_currency_check1;
    ALTER TABLE refund_requests ALTER COLUMN currency SET NOT NULL, DROP CONSTRAINT refund_requests_currency_check1;

    -- An erased account that a call of before filled again.
    UPDATE users SET first_name = 'Former', last_name = 'customer', email = 'erased-' || id || '@invalid', tax_id = NULL,
      phone = '', company = '', job_title = '', address = '', city = '', state = '', country = '', zip_code = ''
      WHERE erased_at IS NOT NULL AND email <> 'erased-' || id || '@invalid';
    ALTER TABLE users VALIDATE CONSTRAINT users_erased_check, DROP CONSTRAINT users_erased_are_disabled;
    ALTER TABLE payments VALIDATE CONSTRAINT payments_withheld_check;
    ALTER TABLE orders VALIDATE CONSTRAINT orders_waiting_check;
    ALTER TABLE order_events VALIDATE CONSTRAINT order_events_reminder_check;
    ALTER TABLE audit_log VALIDATE CONSTRAINT audit_log_subject_id_check,
      DROP CONSTRAINT audit_log_subject_check, ADD CONSTRAINT audit_log_subject_check CHECK (subject IN (${SUBJECTS}));

    ALTER TABLE refund_requests RENAME CONSTRAINT refund_requests_check TO refund_requests_decided_by_somebody;
    ALTER TABLE refund_requests RENAME CONSTRAINT refund_requests_check2 TO refund_requests_refund_is_decided;
    ALTER TABLE refund_requests RENAME CONSTRAINT refund_requests_check3 TO refund_requests_offered_has_an_offer;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
