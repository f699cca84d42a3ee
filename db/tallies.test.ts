/** The tallies are what a full count would find: after any history, at every moment, for whoever writes at once. */
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { up as tallyAnew } from './migrations/0017-tallies.ts'
import { countTallied, foldTallies } from './tallies.ts'
import { findTallyFaults } from './testing/tally-faults.ts'
import {
  insertOrderRow,
  insertPaymentRow,
  MOMENTS,
  PACKAGES,
  prepare,
  step,
  take,
} from './testing/tally-history.ts'
import { openTestDb } from './testing/test-db.ts'

const HISTORIES = Math.ceil(Number(process.env.FUZZ_RUNS ?? 1200) / 30)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)

const testDb = openTestDb({ poolMax: 20 })

test('after any history, added up or not, each tally is what a full count finds', {
  timeout: 600_000,
}, async () => {
  const { db } = testDb
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }), async (steps) => {
      await prepare(db)
      for (const [position, taken] of steps.entries()) {
        await take(db, taken)
        expect(await findTallyFaults(db), `after step ${position}, ${taken.kind}`).toEqual([])
      }
      await foldTallies(db)
      expect(await db('tallyChanges').select('id')).toEqual([])
      expect(await findTallyFaults(db)).toEqual([])
    }),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
  )
})

describe('whoever writes at once', () => {
  test('nothing is lost or counted twice while three processes add up and eight write', async () => {
    const { db } = testDb
    await prepare(db)
    let isOpen = true
    const writers = Array.from({ length: 8 }, async (_, lane) => {
      for (let number = 0; number < 40; number += 1) {
        const trx = await db.transaction()
        const orderId = await insertOrderRow(trx, 1 + (lane % PACKAGES))
        const payment = { orderId, status: 'captured', fulfilsOrder: true, amountCents: 100 }
        await insertPaymentRow(trx, { ...payment, capturedAt: MOMENTS[number % 2] })
        if (number % 5 === 0) await trx.rollback()
        else await trx.commit()
      }
    })
    const counts: string[][] = []
    const folders = Array.from({ length: 3 }, async () => {
      while (isOpen) {
        await foldTallies(db)
        counts.push(await findTallyFaults(db))
      }
    })
    await Promise.all(writers)
    isOpen = false
    await Promise.all(folders)
    expect(counts.length).toBeGreaterThan(10)
    expect(counts.flat()).toEqual([])
    await foldTallies(db)
    expect(await findTallyFaults(db)).toEqual([])
    expect(await countTallied(db, 'orders')).toBe(8 * 32)
    expect(await db('tallyChanges').select('id')).toEqual([])
  })

  test('no buyer waits for another, nor for adding up', async () => {
    const { db } = testDb
    await prepare(db)
    const first = await db.transaction()
    const second = await db.transaction()
    await insertOrderRow(first, 1)
    await second.raw(`SET LOCAL lock_timeout = '500ms'`)
    await insertOrderRow(second, 1)
    await foldTallies(db)
    const third = await db.transaction()
    await foldTallies(third)
    await insertOrderRow(second, 1)
    await Promise.all([first.commit(), second.commit(), third.commit()])
    expect(await countTallied(db, 'orders')).toBe(3)
  })

  test.each([
    ['payments', 'refunds'],
    ['refunds', 'payments'],
  ] as const)(
    'a payment and its refund that change at once, %s first, are seen by each other',
    async (...tables) => {
      const { db } = testDb
      await prepare(db)
      const orderId = await insertOrderRow(db, 1)
      const payment = { status: 'captured', fulfilsOrder: true, amountCents: 5_000, capturedAt: MOMENTS[1] }
      await insertPaymentRow(db, { orderId, ...payment })
      const { id: paymentId } = await db('payments').first('id')
      await db('refunds').insert({ paymentId, amountCents: 1_000, reason: 'Late', status: 'pending' })
      await db('refunds').insert({ paymentId, amountCents: 500, reason: 'Late', status: 'processed' })
      const changes = { payments: { status: 'refunded' }, refunds: { status: 'processed' } }
      const [first, second] = [await db.transaction(), await db.transaction()]
      await first(tables[0]).update(changes[tables[0]])
      const waiting = second(tables[1])
        .update(changes[tables[1]])
        .then(() => second.commit())
      await Promise.race([waiting, delay(200)])
      await first.commit()
      await waiting
      expect(await findTallyFaults(db)).toEqual([])
    },
  )

  test('an emptied table counts nothing, although its changes are being added up', async () => {
    const { db } = testDb
    await prepare(db)
    await insertOrderRow(db, 1)
    const folding = await db.transaction()
    await foldTallies(folding)
    await db.raw('TRUNCATE orders CASCADE')
    await folding.commit()
    expect(await countTallied(db, 'orders')).toBe(0)
    expect(await findTallyFaults(db)).toEqual([])
  })
})

test('a change is counted in its own transaction, by nobody else before its end, and never after it was taken back', async () => {
  const { db } = testDb
  await prepare(db)
  const trx = await db.transaction()
  await insertOrderRow(trx, 1)
  expect(await countTallied(trx, 'orders')).toBe(1)
  expect(await countTallied(db, 'orders')).toBe(0)
  await trx.rollback()
  await foldTallies(db)
  expect(await countTallied(db, 'orders')).toBe(0)
})

test('settling an order writes no change of the tally of orders', async () => {
  const { db } = testDb
  await prepare(db)
  await insertOrderRow(db, 1)
  await foldTallies(db)
  await db('orders').update({ paymentStatus: 'paid', paidAt: new Date() })
  expect(await db('tallyChanges').select('id')).toEqual([])
})

test('the migration counts what was there before it', async () => {
  const { db } = testDb
  await prepare(db)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 60, size: 'max' }), async (steps) => {
      for (const taken of steps) await take(db, taken)
    }),
    { numRuns: 1, seed: SEED },
  )
  const trx = await db.transaction()
  await trx.raw('DROP TABLE tallies, tally_changes CASCADE')
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `SELECT proname AS name FROM pg_proc WHERE proname ~ '^(tally_|untally_)'`,
  )
  for (const { name } of rows) await trx.raw(`DROP FUNCTION ${name} CASCADE`)
  await trx.raw('CREATE INDEX payments_revenue_idx ON payments (captured_at)')
  await tallyAnew(trx)
  expect(await findTallyFaults(trx)).toEqual([])
  expect(await countTallied(trx, 'users')).toBeGreaterThan(0)
  await trx.rollback()
})
