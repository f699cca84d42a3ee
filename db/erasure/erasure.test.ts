import { expect, test } from 'vitest'
import { openTestDb } from '../testing/test-db.ts'

const testDb = openTestDb()

/** All columns with text or bytes: how an erasure changes them, or why they contain no personal data. */
const COLUMNS: readonly [table: string, how: string, columns: string][] = [
  ['assignment_events', 'stays: words of the shop', 'from_status to_status'],
  ['assignment_notes', 'deleted', 'link note'],
  ['audit_details', 'emptied or deleted', 'changes ip_address'],
  ['audit_log', 'stays: names nobody', 'action changes search_text subject subject_label'],
  ['categories', 'stays: of the shop', 'description image_alt image_url name'],
  ['category_aliases', 'stays: of the shop', 'name'],
  ['coupon_redemptions', 'emptied', 'email_key'],
  ['coupon_redemptions', 'stays: words of the shop', 'status'],
  ['coupons', 'replaced where it is for one person', 'code'],
  ['coupons', 'stays: of the shop', 'currency discount_type status'],
  [
    'disputes',
    'stays: for the books',
    'currency phase provider_dispute_id provider_payment_id reason_code status',
  ],
  ['deliveries', 'emptied', 'links note'],
  ['deliveries', 'stays: words of the shop', 'accepted_kind state_before'],
  ['delivery_requests', 'emptied', 'reason text'],
  ['delivery_requests', 'stays: words of the shop', 'kind outcome'],
  ['email_confirmations', 'deleted', 'email token_hash'],
  ['embed_origins', 'stays: of the shop', 'origin'],
  ['embed_views', 'stays: counts that name nobody', 'day origin'],
  ['idempotency_keys', 'deleted', 'caller fingerprint key response route'],
  ['import_faults', 'stays for a day: of the shop', 'column_name message value'],
  ['imports', 'stays: of the shop', 'file_name kind refusal sha256 state'],
  ['invoices', 'stays for 7 years: tax law', 'document'],
  ['invoices', 'stays: for the books', 'kind serial series sha256'],
  ['kept_invoices', 'stays for 7 years: tax law', 'buyer'],
  ['knex_migrations', 'stays: of the shop', 'name'],
  ['notification_recipients', 'stays: of the shop', 'email kinds token_hash'],
  ['notifications', 'stays for 90 days: names nobody', 'facts key kind path title'],
  ['order_access', 'deleted', 'key_id kind sealed_data'],
  ['order_answers', 'deleted', 'answer question'],
  ['order_dates', 'emptied', 'reason'],
  ['order_events', 'emptied', 'note'],
  ['order_events', 'stays: words of the shop', 'actor_kind from_value kind reminder to_value'],
  ['order_messages', 'emptied', 'text'],
  ['order_messages', 'stays: words of the shop', 'author_role'],
  ['mail_replies', 'emptied', 'from_address note text whole_text'],
  ['mail_replies', 'stays: words of the shop', 'mail_hash state'],
  ['operation_marks', 'stays: of the shop', 'details name'],
  ['order_pauses', 'stays: words of the shop', 'kind'],
  ['order_files', 'deleted', 'name'],
  ['order_files', 'deleted: of the shop', 'media_type state'],
  ['orders', 'emptied', 'browser_hash buyer password_digest reference'],
  ['orders', 'replaced where it is for one person', 'coupon_code'],
  [
    'orders',
    'stays: for the books',
    'accepted_policies currency embed_origin invoice_number package_name payment_status',
  ],
  ['orders', 'stays: for the books', 'provider provider_order_id receipt status work_state'],
  ['outbox', 'deleted', 'kind last_error payload state subject to_email'],
  ['overview_figures', 'stays: sums', 'figures'],
  ['package_previews', 'stays for an hour: of the shop', 'content'],
  ['package_questions', 'stays: of the shop', 'question question_type'],
  ['package_versions', 'stays: of the shop', 'content'],
  [
    'packages',
    'stays: of the shop',
    'category description features image_alt image_url long_description name slug',
  ],
  ['packages', 'stays: of the shop', 'currency what_you_dont_get what_you_get'],
  ['passkey_challenges', 'stays for minutes: random', 'bound_to challenge'],
  ['passkeys', 'deleted', 'credential_id name public_key transports'],
  ['password_resets', 'deleted', 'token_hash'],
  ['past_orders', 'stays: for the books', 'currency ordered_on package_name reference source status'],
  ['payments', 'emptied', 'looked_note'],
  ['payments', 'stays: for the books', 'currency flag provider provider_payment_id status'],
  ['pictures', 'stays: of the shop', 'hash refusal state'],
  ['recovery_codes', 'deleted', 'code_hash'],
  ['refund_requests', 'emptied', 'answer reason second_reason wish'],
  ['refund_requests', 'stays: figures and words of the shop', 'currency offer state'],
  ['refunds', 'emptied', 'reason'],
  ['refunds', 'stays: for the books', 'currency last_error provider_refund_id status'],
  [
    'registrations',
    'deleted',
    'address city company country email first_name job_title last_name password_hash',
  ],
  ['registrations', 'deleted', 'phone state tax_id zip_code'],
  ['reviews', 'replaced', 'customer_name'],
  ['reviews', 'emptied', 'customer_role customer_company'],
  ['reviews', 'stays: published, without a name', 'comment'],
  ['saved_replies', 'stays: of the shop', 'text title'],
  ['sessions', 'emptied', 'address user_agent'],
  ['sessions', 'stays: always empty', 'data'],
  ['sessions', 'stays for a day: random', 'id_hash'],
  ['sign_in_tokens', 'deleted', 'token_hash'],
  ['staff_assignments', 'emptied', 'notes'],
  ['staff_assignments', 'stays: words of the shop', 'status'],
  [
    'users',
    'replaced or emptied',
    'address city company country email first_name job_title last_name password_hash',
  ],
  ['totp_secrets', 'deleted', 'sealed_secret'],
  ['users', 'replaced or emptied', 'factors phone state tax_id zip_code'],
  [
    'webhook_deliveries',
    'stays for 30 days: ids, amounts and words of the shop',
    'event message_id payload state',
  ],
  ['webhook_deliveries', 'stays for 30 days: of the receiver', 'response'],
  ['webhook_endpoints', 'stays: of the shop', 'disabled_as events sealed_former_secret sealed_secret url'],
  ['webhook_events', 'emptied', 'payload'],
  ['webhook_events', 'stays: about money', 'event_id event_type last_error provider provider_payment_id'],
]

test('every column is known to name nobody, or to be erased with its customer', async () => {
  const { rows } = await testDb.db.raw<{ rows: { name: string }[] }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type NOT IN
       ('integer', 'smallint', 'bigint', 'numeric', 'boolean', 'timestamp with time zone', 'uuid')`,
  )
  const known = COLUMNS.flatMap(([table, , columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  )
  // A new column must be added to this list and, if it contains personal data, to db/erasure/erasure.ts.
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
