/** Migrations convert the rows that existed before them. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db, findTables, openBefore, readKept } from './testing/older-database.ts'

describe('deliveries and notes of staff of before they had their places at the order', () => {
  openBefore('0080')

  test('become parts, numbered by order, for which no time runs', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) SELECT 'Sam', 'Ortiz', n || '@shop.example', 'none' FROM generate_series(1, 2) n;
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 2) n;
    INSERT INTO staff_assignments (order_id, staff_id, assigned_by_id) VALUES (1, 1, 1), (2, 1, 1), (1, 2, 1);
    INSERT INTO assignment_notes (assignment_id, author_id, note, is_delivery, link) VALUES (1, 1, 'First', true, 'https://a.example'),
      (2, 1, 'Of another order', true, NULL), (1, 1, 'For the team', false, NULL), (3, 2, 'Second', true, NULL)`)
    await db.migrate.latest()
    const copied = await db('deliveries').orderBy(['order_id', 'number'])
    expect(copied).toMatchObject([
      { orderId: 1, number: 1, note: 'First', links: ['https://a.example'], assignmentId: 1, isWhole: false },
      { orderId: 1, number: 2, note: 'Second', links: [], authorId: 2 },
      { orderId: 2, number: 1, note: 'Of another order' },
    ])
    expect(await db('orders').whereNotNull('workState')).toEqual([])
    const [note, ...others] = await db('order_messages').orderBy('id')
    expect(others).toEqual([])
    expect(note).toMatchObject({
      orderId: 1,
      authorId: 1,
      authorRole: 'staff',
      isTeamOnly: true,
      text: 'For the team',
    })
    expect(note.id).toBeLessThan(0)
    expect(await findTables('assignment_notes')).toEqual([])
  })
})

describe('orders of before waiting was stored', () => {
  openBefore('0087')

  test('keep their dates, and say what they wait for', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 3) n;
    UPDATE orders SET payment_status = 'paid', paid_at = '2026-11-02T09:00:00Z', promised_at = '2026-11-13T12:30:00Z';
    UPDATE orders SET answers_in_at = '2026-11-06T09:00:00Z' WHERE id = 2;
    UPDATE orders SET work_state = 'delivered', accept_by = '2026-11-20T09:00:00Z' WHERE id = 3;
    INSERT INTO deliveries (order_id, number, author_id, note, is_whole, released_at) VALUES
      (3, 1, 1, 'Done', true, '2026-11-13T09:00:00Z');`)
    const readDates = () => db('orders').orderBy('id').select('id', 'promisedAt', 'answersInAt')
    const before = await readDates()
    await db.migrate.latest()
    expect(await readDates()).toEqual(before)
    expect(await db('orders').orderBy('id').select('waitingFor', 'waitingSince')).toEqual([
      { waitingFor: null, waitingSince: null },
      { waitingFor: null, waitingSince: null },
      { waitingFor: 'delivery', waitingSince: new Date('2026-11-13T09:00:00Z') },
    ])
  })
})

describe('orders of before they said themselves what they wait for', () => {
  openBefore('0138')

  test('go on waiting, and the history has the reminders of what was delivered', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO package_questions (package_id, question, question_type, required, position)
      VALUES (1, 'Which colours?', 'text', true, 0);
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 6) n;
    UPDATE orders SET payment_status = 'paid', paid_at = '2026-11-02T09:00:00Z';
    UPDATE orders SET answers_in_at = paid_at WHERE id <> 2;
    UPDATE orders SET status = 'completed' WHERE id = 6;
    UPDATE orders SET work_state = 'delivered', accept_by = '2026-11-20T09:00:00Z', acceptance_reminders = 2 WHERE id = 3;
    INSERT INTO deliveries (order_id, number, author_id, note, is_whole, created_at) VALUES
      (3, 1, 1, 'Done', true, '2026-11-13T09:00:00Z');
    INSERT INTO order_pauses (order_id, kind, started_at, ended_at) VALUES
      (1, 'answers', '2026-11-02T09:00:00Z', '2026-11-04T09:00:00Z'),
      (3, 'question', '2026-11-12T09:00:00Z', '2026-11-14T09:00:00Z'),
      (3, 'delivery', '2026-11-13T09:00:00Z', NULL), (3, 'refund_request', '2026-11-15T09:00:00Z', NULL),
      (4, 'question', '2026-11-06T09:00:00Z', NULL), (5, 'question', now() + interval '1 day', NULL);`)
    await db.migrate.latest()
    const wait = (waitingFor: string | null, since: string | null, hasQuestion = false) => ({
      waitingFor,
      waitingSince: since && new Date(since),
      hasQuestion,
    })
    const question = db.raw('question_at IS NOT NULL AS has_question')
    expect(await db('orders').orderBy('id').select('waitingFor', 'waitingSince', question)).toEqual([
      wait(null, null),
      wait('answers', '2026-11-02T09:00:00Z'),
      // Ended pauses have already moved the date.
      wait('refund_request', '2026-11-14T09:00:00Z'),
      wait('question', '2026-11-06T09:00:00Z', true),
      wait(null, null, true),
      wait(null, null),
    ])
    expect(await db('order_events').orderBy('id').select('orderId', 'reminder', 'createdAt')).toEqual([
      { orderId: 3, reminder: 'check', createdAt: new Date('2026-11-16T09:00:00Z') },
      { orderId: 3, reminder: 'last_check', createdAt: new Date('2026-11-19T09:00:00Z') },
    ])
    expect(await readKept('order-pauses')).toMatchObject([
      { order_id: 1, kind: 'answers' },
      { order_id: 3, kind: 'question' },
    ])
  })
})

describe('amounts of before their tables held a currency', () => {
  openBefore('0103')

  /** Reads all rows about sales, charges, refunds and invoices, without a removed column. */
  const readRows = async () => {
    const tables = ['packages', 'coupons', 'orders', 'payments', 'refunds', 'invoices']
    const rows = tables.map((table) =>
      db.raw(`SELECT to_jsonb(t) - 'acceptance_reminders' AS row FROM ${table} t ORDER BY id`),
    )
    return (await Promise.all(rows)).map((read) => read.rows)
  }

  /** Inserts a refund without a currency. */
  const giveBack = (paymentId: number) =>
    db.raw(`INSERT INTO refunds (payment_id, amount_cents, reason) VALUES (${paymentId}, 40, 'Asked')`)

  test('keep what they are, and a refund gets the currency of its payment', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 2) n;
    INSERT INTO payments (order_id, provider, provider_payment_id, amount_cents, currency, status, fulfils_order) VALUES
      (1, 'razorpay', 'pay_1', 100, 'USD', 'captured', true), (NULL, 'razorpay', 'pay_2', 100, 'INR', 'captured', false);
    INSERT INTO coupons (code, discount_type, discount_hundredths) VALUES ('TEN', 'fixed', 1000);
    INSERT INTO invoices (kind, order_id, series, number, serial, document, sha256, template_version, issued_at) VALUES
      ('invoice', 1, '25-26', 1, '25-26-000001', '{"currency":"INR","total":"84.00"}', repeat('a', 64), 1, now());`)
    await giveBack(1)
    await giveBack(2)
    const before = await readRows()
    await db.migrate.latest()
    expect(await readRows()).toMatchObject(before)
    await giveBack(1)
    await giveBack(2)
    expect(await db('refunds').orderBy('id').pluck('currency')).toEqual(['USD', 'INR', 'USD', 'INR'])
    expect(await db('packages').pluck('currency')).toEqual(['USD'])
  })

  test('a table that holds an amount holds its currency', async () => {
    const { rows } = await db.raw<{ rows: { name: string }[] }>(
      `SELECT amounts.table_name || '.' || amounts.column_name AS name FROM information_schema.columns amounts
     WHERE table_schema = 'public' AND (column_name LIKE '%\\_cents' OR column_name = 'discount_hundredths')
       AND NOT EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = 'public'
         AND c.table_name = amounts.table_name
         AND c.column_name = CASE amounts.column_name WHEN 'base_cents' THEN 'base_currency' ELSE 'currency' END)`,
    )
    expect(rows.map((row) => row.name)).toEqual([])
  })

  test('an amount has the currency of what it belongs to, or is refused', async () => {
    const refund = { paymentId: 2, amountCents: 40, reason: 'Asked', currency: 'USD' }
    await expect(db('refunds').insert(refund)).rejects.toThrow('must be that of its payment_id')
    const payment = {
      orderId: 2,
      provider: 'razorpay',
      providerPaymentId: 'pay_3',
      amountCents: 100,
      status: 'captured',
    }
    await expect(db('payments').insert({ ...payment, currency: 'INR', fulfilsOrder: true })).rejects.toThrow(
      'must be that of its order_id',
    )
    // A payment in another currency is stored, but pays no order.
    await db('payments').insert({ ...payment, currency: 'INR', fulfilsOrder: false })
    await expect(db('orders').where({ id: 2 }).update({ currency: 'usd' })).rejects.toThrow('never changes')
  })
})

describe('customers and past orders of before imports were for the command line alone', () => {
  openBefore('0131')

  test('stay accounts; past orders are kept in a file, and so is who was imported', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Grace', 'Holm', 'grace@holm.example', 'none');
    INSERT INTO imports (kind, file_name, sha256, state, applied_at)
      SELECT kind, kind || '.csv', repeat('ab', 32), 'applied', '2026-01-02T03:04:05Z' FROM unnest(ARRAY['customers', 'orders']) kind;
    INSERT INTO imports (kind, file_name, sha256) VALUES ('customers', 'waits.csv', repeat('ab', 32));
    INSERT INTO import_faults (import_id, row_number, column_name, value, message) VALUES (1, 2, 'email', 'x', 'No e-mail');
    INSERT INTO imported_users (user_id, import_id, link_asked_at) VALUES (1, 1, '2026-01-03T03:04:05Z');
    INSERT INTO past_orders (import_id, source, reference, user_id, package_name, amount_cents, currency, status, ordered_on)
      VALUES (2, 'old-shop', 'A-1042', 1, 'Logo and letters', 129900, 'EUR', 'completed', '2024-03-31');
    SELECT jobs.create_queue('import', '{"policy": "standard"}');
    INSERT INTO jobs.job (name, data) VALUES ('import', '{"importId": 3}')`)
    await db.migrate.latest()
    const grace = { email: 'grace@holm.example', first_name: 'Grace', last_name: 'Holm', user_id: 1 }
    expect(await readKept('past-orders')).toEqual([
      {
        ...grace,
        source: 'old-shop',
        reference: 'A-1042',
        package: null,
        package_name: 'Logo and letters',
        amount_cents: 129_900,
        currency: 'EUR',
        status: 'completed',
        ordered_on: '2024-03-31',
        file_name: 'orders.csv',
        applied_at: expect.stringContaining('2026-01-02T'),
      },
    ])
    expect(await readKept('imported-customers')).toEqual([
      {
        ...grace,
        file_name: 'customers.csv',
        applied_at: expect.any(String),
        link_asked_at: expect.any(String),
        link_sent_at: null,
      },
    ])
    expect(await db('users')).toMatchObject([{ email: 'grace@holm.example', passwordHash: 'none' }])
    expect(await findTables('imports', 'import_faults', 'imported_users', 'past_orders', 'users')).toEqual([
      'users',
    ])
    expect(await db('jobs.job').where({ name: 'import' })).toEqual([])
    expect(await db('jobs.queue').where({ name: 'import' })).toEqual([])
  })
})

describe('a package of before the audit log was all of its history', () => {
  openBefore('0132')

  test('stays as it is; its versions are kept in a file, and a picture that waits goes on waiting', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Ole', 'Berg', 'ole@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days, version)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5, 2 FROM categories LIMIT 1;
    INSERT INTO package_versions (package_id, version, content, saved_by) VALUES (1, 1, '{"name": "Before"}', NULL), (1, 2, '{"name": "Site"}', 1);
    INSERT INTO package_previews (content) VALUES ('{}');
    INSERT INTO pictures (upload, crop_left, crop_top, crop_width, crop_height, uploaded_by) VALUES (gen_random_uuid(), 0, 0, 1280, 800, 1)`)
    await db.migrate.latest()
    expect(await readKept('package-versions')).toMatchObject([
      {
        package_id: 1,
        slug: 'site',
        version: 1,
        content: { name: 'Before' },
        saved_by: null,
        last_name: null,
      },
      { version: 2, content: { name: 'Site' }, saved_by: 1, first_name: 'Ole', last_name: 'Berg' },
    ])
    expect(await findTables('package_previews', 'package_versions', 'packages')).toEqual(['packages'])
    expect(await db('packages')).toMatchObject([{ name: 'Site', version: 2 }])
    expect(await db('pictures')).toMatchObject([{ state: 'waiting', uploadedBy: 1 }])
  })
})

describe('accounts of accountants', () => {
  openBefore('0133')

  test('sign in no more unless they are somebody else, too, and all are signed out', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash, is_accountant, is_staff, is_admin)
      SELECT name, 'Ortiz', name || '@shop.example', 'none', name <> 'customer', name = 'staff', name = 'admin'
      FROM unnest(ARRAY['alone', 'staff', 'admin', 'buyer', 'customer']) name;
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, id, '{"email": "a@b.example"}', 100, 100, 84, 'r' FROM users WHERE first_name = 'buyer';
    INSERT INTO sessions (id_hash, user_id, expires_at)
      SELECT sha256(first_name::bytea), id, now() + interval '1 day' FROM users`)
    await db.migrate.latest()
    const names = (rows: { firstName: string }[]) => rows.map(({ firstName }) => firstName)
    expect(names(await db('users').whereNotNull('disabledAt'))).toEqual(['alone'])
    const open = db('sessions').join('users', 'users.id', 'userId').whereNull('revokedAt')
    expect(names(await open)).toEqual(['customer'])
    expect(Object.keys(await db('users').first())).not.toContain('isAccountant')
  })
})

describe('first downloads of files', () => {
  openBefore('0134')

  test('are in a file once their table is gone', async () => {
    const fileId = randomUUID()
    await db.raw(
      `INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
      INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
        SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
      INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
        VALUES (1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r');
      INSERT INTO order_files (id, order_id, uploader_id, name, size_bytes, state, media_type)
        VALUES ('${fileId}', 1, 1, 'plan.txt', 7, 'ready', 'text/plain');
      INSERT INTO file_downloads (file_id, user_id, downloaded_at) VALUES ('${fileId}', 1, '2026-11-02T09:00:00Z')`,
    )
    await db.migrate.latest()
    expect(await readKept('file-downloads')).toEqual([
      {
        file_id: fileId,
        order_id: 1,
        name: 'plan.txt',
        user_id: 1,
        downloaded_at: expect.stringContaining('2026-11-02T'),
      },
    ])
    expect(await findTables('file_downloads', 'order_files')).toEqual(['order_files'])
    expect(await db('order_files').pluck('id')).toEqual([fileId])
  })
})

describe('deliveries that wait for an admin, and files that wait for the last payment', () => {
  openBefore('0135')
  const DAY = '2026-11-13T09:00:00Z'

  test('stop the migration, which names them, until they are released', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt)
      SELECT 1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r' || n FROM generate_series(1, 3) n;
    INSERT INTO order_parts (order_id, position, label, amount_cents, currency, due, due_at, state) VALUES
      (2, 1, 'The rest', 100, 'USD', 'delivered', '${DAY}', 'due'), (3, 1, 'The rest', 100, 'USD', 'delivered', '${DAY}', 'written_off');
    INSERT INTO deliveries (order_id, number, author_id, note, is_whole, created_at, released_at, is_withheld) VALUES
      (1, 1, 1, 'Held', true, '${DAY}', NULL, false), (1, 2, 1, 'Sent', true, '${DAY}', '${DAY}', false),
      (2, 1, 1, 'Closed', true, '${DAY}', '${DAY}', true), (3, 1, 1, 'Open', true, '${DAY}', '${DAY}', true);`)
    const before = await db('deliveries').orderBy('id')
    const stopped = await db.migrate.latest().catch(({ message }: Error) => message)
    expect(stopped).toMatch(/Deliveries of INV-1 wait for an admin: .*'Release to the customer'/)
    expect(stopped).toMatch(/Files of INV-2 wait for the last payment: .* order_id IN \(2\);/)
    expect(await db('deliveries').orderBy('id')).toEqual(before)

    await db.raw(`UPDATE deliveries SET released_at = '2026-11-15T09:00:00Z' WHERE released_at IS NULL`)
    const stillClosed = await db.migrate.latest().catch(({ message }: Error) => message)
    expect(stillClosed).toMatch(/something still waits\. Files of INV-2/)
    await db.raw('UPDATE deliveries SET is_withheld = false WHERE order_id IN (2)')
    await db.migrate.latest()
    const after = await db('deliveries').orderBy('id')
    expect(after.map(({ note, createdAt }) => [note, createdAt])).toEqual([
      ['Held', new Date('2026-11-15T09:00:00Z')],
      ['Sent', new Date(DAY)],
      ['Closed', new Date(DAY)],
      ['Open', new Date(DAY)],
    ])
    expect(after[0]).not.toHaveProperty('releasedAt')
    await expect(db('deliveries').update({ createdAt: new Date() })).rejects.toThrow('never changed')
  })
})

describe('addresses that get notifications by mail', () => {
  openBefore('0136')

  test('become the choice of admins, and others are kept in a file', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash, is_admin, email_verified_at) VALUES
      ('Ada', 'Byron', 'ada@shop.example', 'none', true, now()), ('Ben', 'Ito', 'ben@shop.example', 'none', true, now()),
      ('Eve', 'Lund', 'eve@shop.example', 'none', true, NULL), ('Sam', 'Ortiz', 'sam@shop.example', 'none', false, now());
    INSERT INTO notification_recipients (email, kinds, confirmed_at) VALUES
      ('owner@else.example', '{order_paid}', now()), ('Ada@shop.example', '{order_paid, dispute}', NULL),
      ('sam@shop.example', '{}', now()), ('new@else.example', '{}', NULL);
    INSERT INTO outbox (kind, payload) SELECT 'notification', jsonb_build_object('notificationId', 1, 'recipientId', id, 'event', 'order_paid')
      FROM notification_recipients ORDER BY id;
    INSERT INTO outbox (kind, payload) VALUES ('confirm_recipient', '{"recipientId": 4}'), ('welcome', '{"orderId": 1}');`)
    await db.migrate.latest()
    const [ada, ben] = await db('users').orderBy('id')
    expect(ada.unmailedKinds.toSorted()).toEqual(
      'api_key backup_old currency_refused daily_digest mail_failed publish_failed refund_failed stray_money webhook_stopped'.split(
        ' ',
      ),
    )
    expect(ben.unmailedKinds).toEqual([])
    expect(
      (await db('outbox').orderBy('id')).map(({ kind, payload }) => [kind, payload.recipientId]),
    ).toEqual([
      ['notification', 0],
      ['notification', ada.id],
      ['notification', 0],
      ['notification', 0],
      ['welcome', undefined],
    ])
    expect(await readKept('notification-recipients')).toMatchObject([
      { email: 'owner@else.example', kinds: ['order_paid'] },
      { email: 'sam@shop.example' },
      { email: 'new@else.example' },
    ])
  })
})

describe('tables that have another name', () => {
  openBefore('0145')

  test('keep their rows, and their sequences and indexes follow', async () => {
    await db.raw(`INSERT INTO webhook_events (event_id, event_type, payload) VALUES ('evt_1', 'payment.captured', '{}');
      INSERT INTO webhook_endpoints (url, events, sealed_secret) VALUES ('https://a.example', '{order.paid}', '');
      INSERT INTO webhook_deliveries (endpoint_id, message_id, event, payload) VALUES (1, 'msg_1', 'order.paid', '{}')`)
    await db.migrate.latest()
    expect(await db('provider_events').pluck('event_id')).toEqual(['evt_1'])
    expect(await db('webhook_messages').pluck('message_id')).toEqual(['msg_1'])
    const insertEvent = db('provider_events').insert({
      eventId: 'evt_2',
      eventType: 'payment.failed',
      payload: '{}',
    })
    expect(await insertEvent.returning('id')).toEqual([{ id: 2 }])
    const { rows } = await db.raw(
      `SELECT relname FROM pg_class WHERE relname ~ '^(webhook_events|webhook_deliveries|order_access|mail_replies)'
       UNION ALL SELECT conname FROM pg_constraint WHERE conname ~ '^(webhook_events|webhook_deliveries|order_access|mail_replies)'`,
    )
    expect(rows).toEqual([])
  })
})

describe('orders that are paid in instalments', () => {
  openBefore('0146')

  test('have statuses, events, mails and webhooks of the new name', async () => {
    await db.raw(`
    INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Sam', 'Ortiz', 'sam@shop.example', 'none');
    INSERT INTO packages (slug, name, description, long_description, price_cents, category, image_url, delivery_days)
      SELECT 'site', 'Site', 'A site.', 'A site.', 100, name, '/a.svg', 5 FROM categories LIMIT 1;
    INSERT INTO orders (package_id, package_name, delivery_days, user_id, buyer, original_cents, amount_cents, usd_inr_rate, receipt, payment_status, paid_at, is_in_parts)
      VALUES (1, 'Site', 5, 1, '{"email": "a@b.example"}', 100, 100, 84, 'r', 'part_paid', now(), true);
    INSERT INTO payments (order_id, provider, provider_payment_id, amount_cents, currency, status, captured_at, fulfils_order, part_position)
      VALUES (1, 'razorpay', 'pay_1', 40, 'USD', 'captured', now(), true, 1);
    INSERT INTO order_parts (order_id, position, label, amount_cents, currency, due, due_at, state, payment_id, paid_at) VALUES
      (1, 1, 'First', 40, 'USD', 'purchase', now(), 'paid', 1, now()), (1, 2, 'The rest', 60, 'USD', 'delivered', NULL, 'waiting', NULL, NULL);
    INSERT INTO order_events (order_id, kind, actor_kind, from_value, to_value) VALUES
      (1, 'payment_status', 'system', 'unpaid', 'part_paid'), (1, 'payment_status', 'system', 'part_paid', 'paid'), (1, 'payment_status', 'system', 'unpaid', 'paid');
    INSERT INTO outbox (kind, payload) VALUES ('part_due', '{"orderId": 1, "position": 2, "days": 0}'), ('welcome', '{"orderId": 1}');
    INSERT INTO webhook_endpoints (url, events, sealed_secret) VALUES
      ('https://a.example', '{order.paid,order.part_paid}', ''), ('https://b.example', '{order.paid}', '')`)
    await db.migrate.latest()
    expect(await db('orders').select('paymentStatus', 'isInInstalments')).toEqual([
      { paymentStatus: 'instalment_paid', isInInstalments: true },
    ])
    expect(await db('payments').select('instalmentPosition')).toEqual([{ instalmentPosition: 1 }])
    expect(
      (await db('order_events').orderBy('id')).map(({ fromValue, toValue }) => [fromValue, toValue]),
    ).toEqual([
      ['unpaid', 'instalment_paid'],
      ['instalment_paid', 'paid'],
      ['unpaid', 'paid'],
    ])
    expect(await db('outbox').orderBy('id').pluck('kind')).toEqual(['instalment_due', 'welcome'])
    expect(await db('webhook_endpoints').orderBy('id').pluck('events')).toEqual([
      ['order.paid', 'order.instalment_paid'],
      ['order.paid'],
    ])
    expect(await db('order_instalments').orderBy('position').pluck('label')).toEqual(['First', 'The rest'])
  })

  test('have no name of before in the schema', async () => {
    await db.migrate.latest()
    const { rows } = await db.raw<{ rows: { name: string }[] }>(
      `SELECT name FROM (
         SELECT conname || ' ' || pg_get_constraintdef(oid) AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT tgname FROM pg_trigger
         UNION ALL SELECT proname || ' ' || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
         UNION ALL SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public') names
       WHERE name ~ '(^|[^a-z])parts?([^a-z]|$)'`,
    )
    expect(rows).toEqual([])
  })
})

describe('erased accounts that a call of before filled again', () => {
  openBefore('0148')

  test('are emptied, and nobody else is', async () => {
    await db.raw(`
    ALTER TABLE users DROP CONSTRAINT users_erased_check;
    INSERT INTO users (first_name, last_name, email, password_hash, phone, disabled_at, erased_at) VALUES
      ('Grace', 'Holm', 'grace@holm.example', 'none', '+45', now(), now()), ('Sam', 'Ortiz', 'sam@shop.example', 'none', '+1', NULL, NULL);
    ALTER TABLE users ADD CONSTRAINT users_erased_check CHECK (erased_at IS NULL OR email = 'erased-' || id || '@invalid') NOT VALID`)
    await db.migrate.latest()
    expect(await db('users').orderBy('id')).toMatchObject([
      { firstName: 'Former', lastName: 'customer', email: 'erased-1@invalid', phone: '' },
      { firstName: 'Sam', email: 'sam@shop.example', phone: '+1' },
    ])
    const { rows } = await db.raw('SELECT conname FROM pg_constraint WHERE NOT convalidated')
    expect(rows).toEqual([])
  })
})
