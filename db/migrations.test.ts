import { Model } from 'objection'
import { expect, test } from 'vitest'
import { pickBuyer } from './models/people/buyer.ts'
import { insertCoupon, insertOrder, insertPackage, insertPayment, insertUser } from './testing/builders.ts'
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
    provider: 'some-provider',
  }
}

test('every migration has run on an empty database, and running them again changes nothing', async () => {
  const [completed, pending] = await testDb.db.migrate.list()
  expect(completed).not.toEqual([])
  expect(pending).toEqual([])
  const [, applied] = await testDb.db.migrate.latest()
  expect(applied).toEqual([])
})

test('migrations run forward only', async () => {
  await expect(testDb.db.migrate.rollback()).rejects.toThrow('Migrations run forward only')
})

const insertOrderRow = async (fields: object) =>
  testDb.db('orders').insert({ ...(await orderFields()), ...fields })

test.each<[what: string, write: () => PromiseLike<unknown>, error: string]>([
  [
    'an e-mail that another account has, whatever its case',
    async () => {
      await insertUser(testDb.db, { email: 'clara@example.com' })
      await insertUser(testDb.db, { email: 'CLARA@example.com' })
    },
    'users_email_key',
  ],
  [
    'amounts of an order that do not add up',
    () => insertOrderRow({ amountCents: 7_999 }),
    'orders_amounts_add_up',
  ],
  ['a negative price', () => insertPackage(testDb.db, { priceCents: -1 }), 'check constraint'],
  [
    'a negative amount',
    () => insertOrderRow({ originalCents: 1_000, discountCents: 2_000, amountCents: -1_000 }),
    'check constraint',
  ],
  ['an unknown status', () => insertOrderRow({ status: 'shipped' }), 'check constraint'],
  ['an unknown status of payment', () => insertOrderRow({ paymentStatus: 'maybe' }), 'check constraint'],
  ['an order of an unknown package', () => insertOrderRow({ packageId: 999_999 }), 'foreign key'],
  [
    'a paid order without an account',
    () => insertOrderRow({ userId: null, paymentStatus: 'paid' }),
    'check constraint',
  ],
  [
    'a use of a coupon beyond its limit',
    async () => {
      const { id } = await insertCoupon(testDb.db, { usageLimit: 1, usedCount: 1 })
      await testDb.db('coupons').where({ id }).increment('usedCount', 1)
    },
    'coupons_within_limit',
  ],
  [
    'a second payment that fulfils an order',
    async () => {
      const { id: orderId } = await insertOrder(testDb.db)
      for (let nth = 0; nth < 2; nth += 1) await insertPayment(testDb.db, { orderId })
    },
    'payments_one_fulfils_order_key',
  ],
  ['a payment of no provider', () => insertPayment(testDb.db, { provider: '' }), 'payments_provider_check'],
])('the database refuses %s', async (_what, write, error) => {
  await expect(write()).rejects.toThrow(error)
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

test('a payment names its provider, whichever that is but none', async () => {
  expect(await insertPayment(testDb.db, { provider: 'another-provider' })).toMatchObject({
    provider: 'another-provider',
  })
  await expect(insertPayment(testDb.db, { provider: 'none' })).rejects.toThrow('check constraint')
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

test('a table that holds an amount holds its currency', async () => {
  const { rows } = await testDb.db.raw<{ rows: { name: string }[] }>(
    `SELECT amounts.table_name || '.' || amounts.column_name AS name FROM information_schema.columns amounts
     WHERE table_schema = 'public' AND (column_name LIKE '%\\_cents' OR column_name = 'discount_hundredths')
       AND NOT EXISTS (SELECT FROM information_schema.columns c WHERE c.table_schema = 'public'
         AND c.table_name = amounts.table_name
         AND c.column_name = CASE amounts.column_name WHEN 'base_cents' THEN 'base_currency' ELSE 'currency' END)`,
  )
  expect(rows.map((row) => row.name)).toEqual([])
})

test('an amount has the currency of what it belongs to, or is refused', async () => {
  const { db } = testDb
  const { id: orderId } = await insertOrder(db, { currency: 'USD' })
  const { id: paymentId } = await insertPayment(db, { orderId: null, fulfilsOrder: false, currency: 'INR' })
  const refund = { paymentId, amountCents: 40, reason: 'Asked' }
  await expect(db('refunds').insert({ ...refund, currency: 'USD' })).rejects.toThrow(
    'must be that of its payment_id',
  )
  expect(await db('refunds').insert(refund).returning('currency')).toEqual([{ currency: 'INR' }])
  const payment = {
    orderId,
    provider: 'some',
    providerPaymentId: 'pay_3',
    amountCents: 100,
    status: 'captured',
    currency: 'INR',
  }
  await expect(db('payments').insert({ ...payment, fulfilsOrder: true })).rejects.toThrow(
    'must be that of its order_id',
  )
  // A payment in another currency is stored, but pays no order.
  await db('payments').insert({ ...payment, fulfilsOrder: false })
  await expect(db('orders').where({ id: orderId }).update({ currency: 'usd' })).rejects.toThrow(
    'never changes',
  )
})
