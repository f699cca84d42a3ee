import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { cancelUnpaidOrder } from '#api/orders/order/order-status.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { payOrder, placeModalOrder, signIn } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Order } from '#db/models/orders/order.ts'
import { OrderDate } from '#db/models/orders/promised-date.ts'
import { User } from '#db/models/people/user.ts'
import { ageInvoices } from '#db/testing/age-invoices.ts'
import {
  insertAssignment,
  insertCoupon,
  insertDelivery,
  insertDispute,
  insertInvoice,
  insertMessage,
  insertOffer,
  insertOrder,
  insertPackage,
  insertPaidOrder,
  insertPayment,
  insertRefundRequest,
  insertRegistration,
  insertRequest,
  insertReview,
  insertUser,
  insertWebhookMessage,
} from '#db/testing/builders.ts'
import { applyRetention } from './retention.ts'
import { RETENTION } from './retention-rules.ts'

const shop = openTestApp()
beforeEach(() => shop.setFaults({ dropWebhooks: true }))
checkBooksAfterEach(shop)

/** Inserts a row of the given age. @returns its id or another key */
type Insert = (db: Knex, at: Date) => Promise<unknown>
type List = (db: Knex) => Promise<unknown[]>

const hash = () => randomBytes(32)

/** @returns the id of the new row */
const insertRow = async (db: Knex, table: string, row: object): Promise<unknown> =>
  (await db(table).insert(row).returning('id'))[0].id

async function insertForm(db: Knex, fields: Partial<Order>): Promise<Order> {
  const pkg = await insertPackage(db)
  const { id } = await insertRegistration(db, pkg.id)
  return insertOrder(db, { packageId: pkg.id, registrationId: id, paymentStatus: 'unpaid', ...fields })
}

async function insertEnded(db: Knex, at: Date): Promise<Order> {
  const order = await insertPaidOrder(db, { status: 'completed', createdAt: new Date('2015-01-01') })
  const events = {
    orderId: order.id,
    kind: 'status',
    toValue: 'completed',
    actorKind: 'admin',
    createdAt: at,
  }
  await db('order_events').insert(events)
  return order
}

/** Lists the rows for which the SQL holds. */
const listIds =
  (table: string, { key = 'id', where = 'true' } = {}): List =>
  async (db) =>
    (await db(table).select(key).whereRaw(where).orderBy(key)).map((row) => row[key])
const listOrderIds = (table: string) => listIds(table, { key: 'orderId' })
const listUserIds = (table: string) => listIds(table, { key: 'userId' })

/** Inserts a row of a new user. @returns the user's id */
const insertOfUser =
  (table: string, make: (at: Date) => object): Insert =>
  async (db, at) => {
    const { id: userId } = await insertUser(db)
    await db(table).insert({ userId, ...make(at) })
    return userId
  }

/** Inserts about an order that has ended, by a new person. @returns its id */
const insertAbout =
  (
    insert: (db: Knex, row: { orderId: number; authorId: number }, at: Date) => PromiseLike<{ id: number }>,
  ): Insert =>
  async (db, at) => {
    const { id: orderId } = await insertEnded(db, at)
    const { id: authorId } = await insertUser(db)
    return (await insert(db, { orderId, authorId }, at)).id
  }

/** For each rule: how to insert a row of a given age, and how to list the remaining rows. */
const KINDS: Record<string, { insert: Insert; list: List }> = {
  'Password of a form that was given up': {
    insert: async (db, createdAt) =>
      (await insertForm(db, { status: 'cancelled', createdAt })).registrationId,
    list: listIds('registrations', { where: 'password_hash IS NOT NULL' }),
  },
  'Mark of the browser that placed an order': {
    insert: async (db, createdAt) =>
      (await insertPaidOrder(db, { createdAt, browserHash: hash(), passwordDigest: hash() })).id,
    list: listIds('orders', { where: 'num_nonnulls(browser_hash, password_digest) > 0' }),
  },
  'What was typed in a browser that opened a payment by a mailed link': {
    insert: async (db, createdAt) => {
      const { id: orderId } = await insertPaidOrder(db)
      await db('order_payers').insert({ orderId, browserHash: hash(), createdAt })
      return orderId
    },
    list: listOrderIds('order_payers'),
  },
  'Purchase that was never paid, with its form': {
    insert: async (db, createdAt) => {
      const { id: couponId, code: couponCode } = await insertCoupon(db)
      const order = await insertForm(db, { status: 'cancelled', createdAt, couponId, couponCode })
      await db('coupon_redemptions').insert({
        couponId,
        orderId: order.id,
        emailKey: 'grace@example.com',
        status: 'released',
      })
      await db('order_events').insert({ orderId: order.id, kind: 'status', actorKind: 'system' })
      return order.id
    },
    list: listIds('orders'),
  },
  'Offer that came to nothing': {
    insert: async (db, endedAt) => (await insertOffer(db, { state: 'declined', endedAt })).id,
    list: listIds('offers', { where: `email <> ''` }),
  },
  'Offer of a paid order': {
    insert: async (db, paidAt) => {
      const { id } = await insertOffer(db, { state: 'accepted', endedAt: paidAt })
      await insertPaidOrder(db, { offerId: id, paidAt })
      return id
    },
    list: listIds('offer_versions', { key: 'offerId', where: `content::text <> '{}'` }),
  },
  'Code of the exit offer, with its use': {
    insert: async (db, expiresAt) => {
      const { id: couponId, code: couponCode } = await insertCoupon(db, { isExitOffer: true, expiresAt })
      const { id: orderId } = await insertPaidOrder(db, { couponId, couponCode })
      await db('coupon_redemptions').insert({
        couponId,
        orderId,
        emailKey: 'a@b.example',
        status: 'released',
      })
      return couponId
    },
    list: listIds('coupons'),
  },
  'Answers of a completed or cancelled order': {
    insert: async (db, at) => {
      const order = await insertEnded(db, at)
      const [{ id: questionId }] = await db('package_questions')
        .insert({ packageId: order.packageId, question: 'Which colours?', position: 0 })
        .returning('id')
      await db('order_answers').insert({ orderId: order.id, questionId, question: '?', answer: 'Blue' })
      return order.id
    },
    list: listOrderIds('order_answers'),
  },
  'Files of its conversation': {
    insert: async (db, at) => {
      const order = await insertEnded(db, at)
      const id = randomUUID()
      await db('order_files').insert({
        id,
        orderId: order.id,
        uploaderId: order.userId,
        name: 'a',
        sizeBytes: 1,
      })
      return id
    },
    list: listIds('order_files'),
  },
  'Messages about a completed or cancelled order, with notes of the team': {
    insert: insertAbout(insertMessage),
    list: listIds('order_messages'),
  },
  'Replies by mail about a completed or cancelled order': {
    insert: async (db, at) => {
      const { id: orderId, userId } = await insertEnded(db, at)
      return insertRow(db, 'incoming_mails', { orderId, userId, state: 'waiting', mailHash: hash() })
    },
    list: listIds('incoming_mails'),
  },
  'Notes of admins with its assignments': {
    insert: insertAbout((db, { orderId, authorId: staffId }) =>
      insertAssignment(db, { orderId, staffId, assignedById: staffId, notes: 'Grace prefers mornings' }),
    ),
    list: listIds('staff_assignments', { where: `notes <> ''` }),
  },
  'Notes and links of its deliveries': {
    insert: insertAbout((db, about) => insertDelivery(db, { ...about, links: ['https://new.example'] })),
    list: listIds('deliveries', { where: `note <> '' OR links <> '{}'` }),
  },
  'Texts of faults and changes that its customer asked for': {
    insert: insertAbout((db, about, closedAt) => insertRequest(db, { ...about, closedAt })),
    list: listIds('delivery_requests', { where: `text <> ''` }),
  },
  'Reasons of new promised dates': {
    insert: insertAbout((db, about) => {
      const dates = { oldAt: new Date('2026-11-20'), newAt: new Date('2026-11-24') }
      return OrderDate.query(db)
        .insert({ ...dates, ...about, reason: 'A colleague is ill.' })
        .returning('id')
    }),
    list: listIds('order_dates', { where: `reason <> ''` }),
  },
  'Texts of refunds that its customer asked for': {
    insert: insertAbout((db, about) => insertRefundRequest(db, { ...about, state: 'withdrawn' })),
    list: listIds('refund_requests', { where: `reason <> ''` }),
  },
  'Names, notes and addresses beside the audit log': {
    insert: async (db, createdAt) => {
      const { id: actorId } = await insertUser(db)
      const entry = {
        actorId,
        action: 'signed_in',
        subject: 'user',
        subjectId: actorId,
        changes: '[]',
        createdAt,
      }
      const [{ id: auditId }] = await db('audit_log').insert(entry).returning('id')
      await db('audit_details').insert({ auditId, ipAddress: '203.0.113.7' })
      return auditId
    },
    list: listIds('audit_details', { key: 'auditId' }),
  },
  'Buyer of a paid order, with its form and notes': {
    insert: async (db, paidAt) => {
      const { id: userId } = await insertUser(db)
      const pkg = await insertPackage(db)
      const form = await insertRegistration(db, pkg.id, { userId, passwordHash: null })
      const order = { packageId: pkg.id, userId, registrationId: form.id, createdAt: paidAt, paidAt }
      return (await insertPaidOrder(db, order)).id
    },
    list: listIds('orders', { where: `buyer ->> 'lastName' = 'Holm'` }),
  },
  'Invoice of a customer who was erased': {
    insert: async (db, paidAt) => {
      const { id: orderId, buyer } = await insertPaidOrder(db)
      await db('kept_invoices').insert({ orderId, buyer, paidAt })
      return orderId
    },
    list: listOrderIds('kept_invoices'),
  },
  'Invoice or credit note': {
    insert: async (db, issuedAt) => {
      const number = (await db('invoices').count({ rows: '*' }))[0]?.rows
      return (await insertInvoice(db, { issuedAt, number: Number(number) + 1 })).id
    },
    list: listIds('invoices', { where: 'document IS NOT NULL' }),
  },
  'Address of a mail that confirms an erasure': {
    insert: (db, createdAt) =>
      insertRow(db, 'outbox', { kind: 'account_erased', payload: { email: 'grace@example.com' }, createdAt }),
    list: listIds('outbox'),
  },
  'Review that was hidden or withdrawn': {
    insert: async (db, stateSince) => {
      const { id: orderId, packageId } = await insertPaidOrder(db)
      const state = { state: 'hidden', stateSince, hiddenReason: 'insult' } as const
      return (await insertReview(db, { orderId, packageId, ...state })).id
    },
    list: listIds('reviews'),
  },
  'Record of a mail': {
    insert: (db, createdAt) => {
      const sent = { createdAt, sentAt: createdAt, toEmail: 'grace@example.com' }
      return insertRow(db, 'outbox', { kind: 'welcome', payload: {}, ...sent })
    },
    list: listIds('outbox'),
  },
  "Event of the payment provider, with the payer's details": {
    insert: (db, receivedAt) => {
      const event = {
        provider: 'some-provider',
        eventId: randomUUID(),
        eventType: 'payment.failed',
        payload: {},
      }
      return insertRow(db, 'provider_events', { ...event, receivedAt })
    },
    list: listIds('provider_events'),
  },
  'Message of an outgoing webhook, with its response': {
    insert: async (db, createdAt) => (await insertWebhookMessage(db, { createdAt })).id,
    list: listIds('webhook_messages'),
  },
  'Notification for admins': {
    insert: (db, createdAt) => {
      const told = { kind: 'order_paid', key: hash().toString('hex'), title: 'Paid', path: '/admin' }
      return insertRow(db, 'notifications', { ...told, createdAt })
    },
    list: listIds('notifications'),
  },
  'Session that has ended': {
    insert: insertOfUser('sessions', (expiresAt) => ({ idHash: hash(), expiresAt })),
    list: listUserIds('sessions'),
  },
  'Sign-in token of a purchase': {
    insert: async (db, expiresAt) => {
      const { id: orderId, userId } = await insertPaidOrder(db)
      await db('sign_in_tokens').insert({ tokenHash: hash(), userId, orderId, expiresAt })
      return orderId
    },
    list: listOrderIds('sign_in_tokens'),
  },
  'Link that sets a password': {
    insert: insertOfUser('password_resets', (expiresAt) => ({ tokenHash: hash(), expiresAt })),
    list: listUserIds('password_resets'),
  },
  'Link that confirms an address': {
    insert: insertOfUser('email_confirmations', (expiresAt) => ({
      tokenHash: hash(),
      email: 'a@b.example',
      expiresAt,
    })),
    list: listUserIds('email_confirmations'),
  },
  'Challenge of a passkey': {
    insert: async (db, expiresAt) => {
      const challenge = hash()
      await db('passkey_challenges').insert({ challenge, boundTo: hash(), expiresAt })
      return challenge
    },
    list: listIds('passkey_challenges', { key: 'challenge' }),
  },
  'Secret of an authenticator app that was never confirmed': {
    insert: insertOfUser('totp_secrets', (createdAt) => ({ sealedSecret: hash(), createdAt })),
    list: listUserIds('totp_secrets'),
  },
  'Response under an idempotency key': {
    insert: async (db, createdAt) => {
      const key = String(createdAt.getTime())
      const claim = { fingerprint: hash(), lockToken: randomUUID(), lockedUntil: createdAt }
      await db('idempotency_keys').insert({ caller: 'user:1', route: 'POST /x', key, createdAt, ...claim })
      return key
    },
    list: listIds('idempotency_keys', { key: 'key' }),
  },
}

async function momentAgo(after: string, minutes: number): Promise<Date> {
  const { rows } = await shop.db.raw<{ rows: { at: Date }[] }>(
    `SELECT now() - ?::interval - make_interval(mins => ?) AS at`,
    [after, minutes],
  )
  return rows[0]?.at ?? new Date()
}

describe.each(RETENTION)('$what', ({ what, after }) => {
  const kind = KINDS[what]

  test(`goes after ${after}, and no earlier`, async () => {
    const [old, fresh] = [await momentAgo(after, 10), await momentAgo(after, -10)]
    await kind?.insert(shop.db, old)
    const kept = await kind?.insert(shop.db, fresh)
    expect(await kind?.list(shop.db)).toHaveLength(2)
    await applyRetention(shop.db)
    expect(await kind?.list(shop.db)).toEqual([kept])
  })
})

describe('nothing of an order goes', () => {
  const TABLES = ['order_answers', 'order_files', 'order_messages', 'deliveries'] as const
  const count = async () => {
    const counts: number[] = []
    for (const table of TABLES) {
      const rows = shop.db(table)
      counts.push((await (table === 'deliveries' ? rows.whereNot({ note: '' }) : rows)).length)
    }
    return counts
  }

  test.each<[string, (order: Order) => PromiseLike<unknown>, () => PromiseLike<unknown>]>([
    [
      'the bank has not decided about the payment',
      ({ id: orderId }) => insertDispute(shop.db, { orderId, status: 'under_review' }),
      () => shop.db('disputes').update({ status: 'won' }),
    ],
    [
      'money is on its way back',
      async ({ id: orderId }) => {
        const { id: paymentId } = await shop.db('payments').where({ orderId }).first('id')
        await shop.db('refunds').insert({ paymentId, amountCents: 100, reason: 'Late', status: 'requested' })
      },
      () => shop.db('refunds').update({ status: 'failed' }),
    ],
    [
      'a fault that the customer reports is open',
      ({ id: orderId, userId }) => insertRequest(shop.db, { orderId, authorId: userId ?? 0, kind: 'fault' }),
      () => shop.db('delivery_requests').update({ closedAt: new Date() }),
    ],
  ])('while %s', async (_, claim, settle) => {
    const order = await insertEnded(shop.db, new Date('2015-01-01'))
    const [orderId, authorId] = [order.id, order.userId ?? 0]
    const [{ id: questionId }] = await shop
      .db('package_questions')
      .insert({ packageId: order.packageId, question: 'Which colours?', position: 0 })
      .returning('id')
    await shop.db('order_answers').insert({ orderId, questionId, question: '?', answer: 'Blue' })
    await insertMessage(shop.db, { orderId, authorId })
    await insertDelivery(shop.db, { orderId, authorId })
    await insertFile(order)
    await order.$query(shop.db).patch({ filesNoticeAt: new Date('2015-01-01') })
    await claim(order)
    await applyRetention(shop.db)
    expect(await count()).toEqual([1, 1, 1, 1])
    await settle()
    await applyRetention(shop.db)
    expect(await count()).toEqual([0, 0, 0, 0])
  })
})

test('nobody waits for a reply to messages that are gone', async () => {
  const order = await insertEnded(shop.db, new Date('2015-01-01'))
  const waiting = await insertEnded(shop.db, new Date())
  for (const { id: orderId, userId, ...one } of [order, waiting]) {
    await insertMessage(shop.db, { orderId, authorId: userId ?? 0 })
    await Order.query(shop.db).findById(orderId).patch({ awaitsReplySince: one.createdAt })
  }
  await applyRetention(shop.db)
  const rows = await Order.query(shop.db).whereNotNull('awaitsReplySince')
  expect(rows.map(({ id }) => id)).toEqual([waiting.id])
})

/** A file sent by the order's customer as an answer, so that they can download it. */
async function insertFile({ id: orderId, userId: uploaderId, packageId }: Order): Promise<string> {
  const id = randomUUID()
  const position = Number((await shop.db('package_questions').where({ packageId })).length)
  const [{ id: questionId }] = await shop
    .db('package_questions')
    .insert({ packageId, question: `Which files, ${position}?`, questionType: 'files', position })
    .returning('id')
  const file = { id, orderId, uploaderId, questionId, name: 'logo.png', sizeBytes: 1 }
  await shop.db('order_files').insert({ ...file, state: 'ready', mediaType: 'image/png' })
  return id
}

describe('before the files of an order go', () => {
  const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000)
  const runRetention = async () => {
    await shop.db.transaction((trx) => shop.jobs.send(trx, 'retention', {}))
    await shop.finishJobs()
  }
  const listNotices = () => shop.db('outbox').where({ kind: 'files_end' }).orderBy('id')
  const countFiles = async () => (await shop.db('order_files')).length
  /** Moves the notice `count` days into the past. */
  const ageNotice = async (count: number) => {
    await shop
      .db('outbox')
      .where({ kind: 'files_end' })
      .update({ createdAt: days(count), sentAt: days(count) })
    await shop.db('orders').update({ filesNoticeAt: null })
  }

  test('its customer gets one mail a month before, and they stay until a month after it', async () => {
    const order = await insertEnded(shop.db, days(330))
    await insertFile(order)
    await insertFile(order)
    await runRetention()
    expect(await listNotices()).toEqual([])
    await shop.db('order_events').update({ createdAt: days(340) })
    await runRetention()
    await runRetention()
    const [notice, ...more] = await listNotices()
    expect([notice, more]).toMatchObject([{ state: 'sent', toEmail: expect.stringContaining('@') }, []])
    // Holds for orders of any age: the shop may have been down, or an old backup restored.
    await shop.db('order_events').update({ createdAt: days(900) })
    await ageNotice(29)
    await runRetention()
    expect(await countFiles()).toBe(2)
    await ageNotice(31)
    // The first run stores when the mail was sent.
    await runRetention()
    expect(await countFiles()).toBe(0)
    expect(await listNotices()).toHaveLength(1)
  })

  test('a mail that did not go out lets none go, and is sent again', async () => {
    const order = await insertEnded(shop.db, days(900))
    await insertFile(order)
    await runRetention()
    const failed = { sentAt: null, failedAt: days(40), createdAt: days(40) }
    await shop.db('outbox').where({ kind: 'files_end' }).update(failed)
    await shop.db('orders').update({ filesNoticeAt: null })
    await runRetention()
    expect(await countFiles()).toBe(1)
    expect((await listNotices()).map(({ state }) => state)).toEqual(['failed', 'sent'])
  })

  test.each<[string, (order: Order) => PromiseLike<unknown>]>([
    ['has no file for its customer', () => shop.db('order_files').update({ questionId: null })],
    ['has a disabled account', ({ userId }) => disable(userId)],
    ['was erased', (order) => order.$query(shop.db).patch({ buyer: { ...order.buyer, email: '' } })],
  ])('nobody is told of an order that %s, and they go', async (_, change) => {
    const order = await insertEnded(shop.db, days(900))
    await insertFile(order)
    await change(order)
    await runRetention()
    expect([await listNotices(), await countFiles()]).toEqual([[], 0])
  })
  const disable = (userId: number | null) =>
    User.query(shop.db)
      .findById(userId ?? 0)
      .patch({ disabledAt: new Date() })

  test('the mail says when they go, how many there are, and leads to one download', async () => {
    const order = await insertEnded(shop.db, days(340))
    await insertFile(order)
    await insertFile(order)
    await runRetention()
    const [{ messageId }] = await listNotices()
    const mail = await PostalMime.parse(await readFile(join(shop.mailDir, `${messageId}.eml`)))
    const end = new Date(days(340))
    end.setMonth(end.getMonth() + 12)
    expect(mail.subject).toContain(order.invoiceNumber)
    expect(mail.text).toContain('2 files')
    expect(mail.text).toContain(`dashboard?order=${order.id}`)
    expect(mail.text).toMatch(new RegExp(`after \\d{1,2} ${end.toLocaleString('en-GB', { month: 'short' })}`))
  })
})

/** All rows of all tables that contain the text, as `table: row`. */
async function findEverywhere(text: string): Promise<string[]> {
  const { rows: tables } = await shop.db.raw<{ rows: { name: string }[] }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await shop.db(`${name} AS t`).select<{ row: string }[]>(shop.db.raw('t::text AS row'))
    for (const { row } of rows) if (row.includes(text)) found.push(`${name}: ${row}`)
  }
  return found
}

/** Moves everything into the past. */
const age = (table: string, column: string, interval: string) =>
  shop.db(table).update({ [column]: shop.db.raw(`now() - interval '${interval}'`) })

test('an order keeps the code of an exit offer that has gone, and a coupon of an admin stays', async () => {
  const expiresAt = new Date('2015-01-01')
  const own = await insertCoupon(shop.db, { expiresAt })
  const { id: couponId, code } = await insertCoupon(shop.db, { isExitOffer: true, expiresAt })
  const { id } = await insertPaidOrder(shop.db, { couponId, couponCode: code })
  await applyRetention(shop.db)
  expect(await Order.query(shop.db).findById(id)).toMatchObject({ couponId: null, couponCode: code })
  expect(await listIds('coupons')(shop.db)).toEqual([own.id])
})

test('nothing is left of a form that was never paid', async () => {
  const pkg = await insertPackage(shop.db)
  const coupon = await insertCoupon(shop.db)
  const form = { couponCode: coupon.code }
  const { id } = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1039.2, form })
  await shop.db.transaction((trx) => cancelUnpaidOrder(shop.jobs, trx, id))
  await age('orders', 'createdAt', '91 days')
  expect(await findEverywhere('grace@example.com')).toHaveLength(3)
  await applyRetention(shop.db)
  expect(await findEverywhere('grace@example.com')).toEqual([])
  expect(await Order.query(shop.db).resultSize()).toBe(0)
})

test('of a purchase of long ago the books stay, without its buyer', async () => {
  const pkg = await insertPackage(shop.db)
  const visitor = new Visitor(shop)
  const form = { reference: 'PO 77' }
  const order = await placeModalOrder(visitor, { packageId: pkg.id, finalAmount: 1299, form })
  expect((await payOrder(shop, visitor, order)).statusCode).toBe(200)
  await shop.finishJobs()
  for (const [table, column] of [
    ['orders', 'paidAt'],
    ['outbox', 'createdAt'],
  ] as const) {
    await age(table, column, '7 years 1 day')
  }
  await ageInvoices(shop.db, '7 years 1 day')
  await applyRetention(shop.db)
  // The account itself has no retention period.
  const found = await findEverywhere('Bredgade 12')
  expect(found.map((row) => row.split(':')[0])).toEqual(['users'])
  expect(await Order.query(shop.db).findById(order.id)).toMatchObject({
    amountCents: 129_900,
    reference: null,
  })
})

test('what is under way stays, however old', async () => {
  const open = await insertForm(shop.db, { createdAt: new Date('2015-01-01') })
  const paidOddly = await insertForm(shop.db, { status: 'cancelled', createdAt: new Date('2015-01-01') })
  await insertPayment(shop.db, { orderId: paidOddly.id, fulfilsOrder: false, flag: 'amount_mismatch' })
  const at = new Date('2015-01-01')
  await shop.db('outbox').insert({ kind: 'welcome', payload: {}, createdAt: at })
  await applyRetention(shop.db)
  expect(await KINDS['Purchase that was never paid, with its form']?.list(shop.db)).toEqual([
    open.id,
    paidOddly.id,
  ])
  expect(await KINDS['Password of a form that was given up']?.list(shop.db)).toEqual([open.registrationId])
  expect(await shop.db('outbox')).toHaveLength(1)
})

describe('a form that is paid', () => {
  async function placeAged(interval: string) {
    const pkg = await insertPackage(shop.db)
    const order = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
    await shop.db.transaction((trx) => cancelUnpaidOrder(shop.jobs, trx, order.id))
    await age('orders', 'createdAt', interval)
    await applyRetention(shop.db)
    return order
  }

  test('after its password went makes an account, whose owner chooses one by mail', async () => {
    const order = await placeAged('7 days')
    expect((await payOrder(shop, new Visitor(shop), order)).statusCode).toBe(200)
    expect(await User.query(shop.db).findOne({ email: 'grace@example.com' })).toBeDefined()
    await expect(signIn(shop, 'grace@example.com', 'a-fine-secret')).rejects.toThrow('401')
    expect((await shop.db('outbox').orderBy('id')).map(({ kind }) => kind)).toEqual([
      'order_confirmation',
      'password_reset',
    ])
  })

  test('after it was removed is money without order', async () => {
    const order = await placeAged('91 days')
    await shop.setFaults({})
    const { razorpay_payment_id: paymentId } = await shop.pay(order.razorpayOrderId ?? '')
    await expect.poll(() => shop.db('provider_events')).not.toHaveLength(0)
    // Older than the time within which a late order could arrive.
    await age('provider_events', 'receivedAt', '2 minutes')
    await shop.finishJobs()
    expect(await Payment.query(shop.db)).toMatchObject([
      { providerPaymentId: paymentId, orderId: null, flag: 'unknown_order' },
    ])
  })
})

test('the daily job removes more than one batch', async () => {
  await shop.db.raw(`INSERT INTO outbox (kind, payload, created_at, sent_at)
    SELECT 'welcome', '{}', now() - interval '3 years', now() FROM generate_series(1, 1201)`)
  await shop.db.transaction((trx) => shop.jobs.send(trx, 'retention', {}))
  await shop.finishJobs()
  expect(await shop.db('outbox')).toHaveLength(0)
})

test('a rule that fails is named, and the others are applied', async () => {
  const { id } = await insertForm(shop.db, { status: 'cancelled', createdAt: new Date('2015-01-01') })
  // No unpaid order has an assignment.
  const { id: staffId } = await insertUser(shop.db, { isStaff: true })
  await insertAssignment(shop.db, { orderId: id, staffId, assignedById: staffId })
  await KINDS['Record of a mail']?.insert(shop.db, new Date('2015-01-01'))
  await expect(applyRetention(shop.db)).rejects.toThrow(
    'Not removed: Purchase that was never paid, with its form',
  )
  expect(await shop.db('outbox')).toHaveLength(0)
})
