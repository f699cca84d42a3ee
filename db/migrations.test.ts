import { randomUUID } from 'node:crypto'
import { Model } from 'objection'
import { expect, test } from 'vitest'
import { createDb } from './connection/connection.ts'
import { AuditEntry } from './models/people/audit-entry.ts'
import { pickBuyer } from './models/people/buyer.ts'
import { insertCoupon, insertPackage, insertPayment, insertUser } from './testing/builders.ts'
import { openTestDb } from './testing/test-db.ts'

const testDb = openTestDb()

async function orderFields() {
  const pkg = await insertPackage(testDb.db)
  const user = await insertUser(testDb.db)
  return {
    packageId: pkg.id,
    packageName: pkg.name,
    deliveryDays: 7,
    userId: user.id,
    buyer: pickBuyer(user),
    originalCents: 10_000,
    discountCents: 2_000,
    amountCents: 8_000,
    usdInrRate: '84.25',
  }
}

test('every migration has run on an empty database, and running them again changes nothing', async () => {
  const [completed, pending] = await testDb.db.migrate.list()
  expect(completed.length).toBeGreaterThanOrEqual(6)
  expect(pending).toEqual([])
  const [, applied] = await testDb.db.migrate.latest()
  expect(applied).toEqual([])
})

test('migrations run forward only', async () => {
  await expect(testDb.db.migrate.rollback()).rejects.toThrow('Migrations run forward only')
})

test('two accounts cannot share an e-mail, whatever its case', async () => {
  await insertUser(testDb.db, { email: 'clara@example.com' })
  await expect(insertUser(testDb.db, { email: 'CLARA@example.com' })).rejects.toThrow('users_email_key')
})

test('an order whose amounts do not add up is refused', async () => {
  const fields = await orderFields()
  await expect(testDb.db('orders').insert({ ...fields, amountCents: 7_999 })).rejects.toThrow(
    'orders_amounts_add_up',
  )
})

test('money is never negative', async () => {
  await expect(insertPackage(testDb.db, { priceCents: -1 })).rejects.toThrow('check constraint')
  const fields = await orderFields()
  const negative = { ...fields, originalCents: 1_000, discountCents: 2_000, amountCents: -1_000 }
  await expect(testDb.db('orders').insert(negative)).rejects.toThrow('check constraint')
})

test.each([
  ['orders', 'status', 'shipped'],
  ['orders', 'paymentStatus', 'maybe'],
])('%s.%s takes only its own values', async (table, column, value) => {
  const fields = await orderFields()
  await expect(testDb.db(table).insert({ ...fields, [column]: value })).rejects.toThrow('check constraint')
})

test('a coupon cannot be used beyond its limit', async () => {
  const coupon = await insertCoupon(testDb.db, { usageLimit: 1, usedCount: 1 })
  await expect(testDb.db('coupons').where({ id: coupon.id }).increment('usedCount', 1)).rejects.toThrow(
    'coupons_within_limit',
  )
})

test('a paid order has an account', async () => {
  const { userId: _, ...fields } = await orderFields()
  await expect(testDb.db('orders').insert({ ...fields, paymentStatus: 'paid' })).rejects.toThrow(
    'check constraint',
  )
})

test('an invoice number follows from the order and cannot be written', async () => {
  const [order] = await testDb
    .db('orders')
    .insert(await orderFields())
    .returning(['id', 'invoiceNumber'])
  expect(order.invoiceNumber).toBe(`INV-${order.id}`)
  await expect(testDb.db('orders').update({ invoiceNumber: 'INV-7' })).rejects.toThrow(
    'can only be updated to DEFAULT',
  )
})

test('one payment at most fulfils an order', async () => {
  const [order] = await testDb
    .db('orders')
    .insert(await orderFields())
    .returning('id')
  const payment = {
    orderId: order.id,
    provider: 'some-provider',
    amountCents: 8_000,
    currency: 'USD',
    status: 'captured',
  }
  await testDb.db('payments').insert({ ...payment, providerPaymentId: 'pay_1', fulfilsOrder: true })
  await expect(
    testDb.db('payments').insert({ ...payment, providerPaymentId: 'pay_2', fulfilsOrder: true }),
  ).rejects.toThrow('payments_one_fulfils_order_key')
})

test('a payment names its provider, whichever that is', async () => {
  const payment = await insertPayment(testDb.db, { provider: 'another-provider' })
  expect(payment.provider).toBe('another-provider')
  await expect(insertPayment(testDb.db, { provider: '' })).rejects.toThrow('payments_provider_check')
  await expect(insertPayment(testDb.db, { provider: 'none' })).rejects.toThrow('check constraint')
})

test('an order of an unknown package is refused', async () => {
  const fields = await orderFields()
  await expect(testDb.db('orders').insert({ ...fields, packageId: 999_999 })).rejects.toThrow('foreign key')
})

test('every model names a table and columns that exist', async () => {
  const names: string[] = []
  const files = import.meta.glob<Record<string, typeof Model>>('./models/**/*.ts')
  for (const load of Object.values(files)) {
    const models = Object.values(await load())
    for (const model of models.filter((value) => value.prototype instanceof Model)) {
      names.push(model.name)
      await model.query(testDb.db).limit(1)
      for (const relation of Object.keys(model.getRelations())) {
        await model.query(testDb.db).withGraphFetched(relation).limit(1)
        await model.query(testDb.db).joinRelated(relation).limit(1)
      }
    }
  }
  expect(names).toHaveLength(53)
})

test('the names that an older audit log holds move beside it', async () => {
  const name = `older_${randomUUID().replaceAll('-', '')}`
  await testDb.db.raw(`CREATE DATABASE ${name}`)
  const url = new URL(testDb.url)
  url.pathname = `/${name}`
  const older = createDb(url.href, { poolMax: 1 })
  try {
    const [, all] = (await older.migrate.list()) as [unknown, { file: string }[]]
    for (const { file } of all.filter(({ file }) => file < '0026')) await older.migrate.up({ name: file })
    await older.raw(`
      INSERT INTO users (first_name, last_name, email, password_hash) VALUES ('Ada', 'Minh', 'ada@shop.example', 'x');
      INSERT INTO outbox (kind, payload, message_id) VALUES ('welcome', '{}', gen_random_uuid());
      INSERT INTO audit_log (actor_id, action, subject, subject_id, subject_label, changes) VALUES
        (1, 'created', 'user', 1, 'ada@shop.example', '[{"field": "email", "from": null, "to": "ada@shop.example"},
          {"field": "isAdmin", "from": null, "to": true}]'),
        (1, 'created', 'mail', 1, 'Welcome, Ada', '[{"field": "toEmail", "from": null, "to": "ada@shop.example"}]'),
        (1, 'updated', 'order', 7, 'INV-7', '[{"field": "status", "from": "pending", "to": "completed"}]')`)
    await older.migrate.latest()
    expect(await AuditEntry.query(older).withGraphFetched('details').orderBy('id')).toMatchObject([
      {
        subjectLabel: null,
        changes: [{ field: 'isAdmin', from: null, to: true }],
        details: { changes: [{ field: 'email', from: null, to: 'ada@shop.example' }], ipAddress: null },
      },
      { subjectLabel: 'welcome', changes: [], details: { changes: [{ field: 'toEmail' }] } },
      { subjectLabel: 'INV-7', changes: [{ field: 'status' }], details: null },
    ])
    await expect(older.raw('DELETE FROM audit_log')).rejects.toThrow('audit_log is append-only')
  } finally {
    await older.destroy()
    await testDb.db.raw(`DROP DATABASE ${name} WITH (FORCE)`)
  }
})

test('a database that is down gives an error instead of an endless wait', async () => {
  const away = createDb('postgres://postgres:x@127.0.0.1:1/none')
  await expect(away.raw('SELECT 1')).rejects.toThrow()
  await away.destroy()
})
