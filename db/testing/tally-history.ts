/** Random histories of everything that is counted (db/tallies.ts), written as plain rows. */
import fc from 'fast-check'
import type { Knex } from 'knex'
import { foldTallies } from '../tallies.ts'
import { insertPackage, insertUser } from './builders.ts'

const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled']
const PAYMENT_STATUSES = ['created', 'authorized', 'captured', 'failed', 'refunded']
const REFUND_STATUSES = ['requested', 'pending', 'processed', 'failed']
const WORK_STATUSES = ['assigned', 'in_progress', 'completed']
const REMOVABLE = ['refunds', 'refunds', 'payments', 'staffAssignments', 'orders', 'registrations', 'users']
/** With what refers to them. */
const EMPTIED = ['refunds', 'payments', 'staff_assignments', 'audit_log', 'orders']
const MOST_CENTS = 2_000_000_000
const SUBJECTS = ['order', 'user', 'refund']
/** Around midnight, in UTC and elsewhere; null: captured, nobody knows when. */
export const MOMENTS = [
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00Z',
  '2026-03-01T05:30:00+05:30',
  '2025-12-31T18:00:00-08:00',
  null,
]

const PEOPLE = 3
export const PACKAGES = 2
const nth = fc.nat({ max: 5 })
const one = <Kind extends string, Rest extends object>(
  kind: Kind,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => fc.record<Rest>(rest).map((fields) => ({ kind, ...fields }))
const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

export const step = fc.oneof(
  one('user', { isAdmin: fc.boolean() }),
  one('flag', { nth, isAdmin: fc.boolean() }),
  one('registration', { nth }),
  weighted(2, one('order', { nth, status: fc.constantFrom(...ORDER_STATUSES) })),
  one('orders moved', { nth, status: fc.constantFrom(...ORDER_STATUSES), isEvery: fc.boolean() }),
  weighted(
    4,
    one('payment', {
      nth,
      status: fc.constantFrom(...PAYMENT_STATUSES, 'captured', 'captured', 'captured'),
      fulfils: fc.constantFrom(true, true, true, false),
      capturedAt: fc.constantFrom(...MOMENTS),
      amountCents: fc.integer({ min: 0, max: MOST_CENTS }),
    }),
  ),
  weighted(
    5,
    one('payment changed', {
      nth,
      change: fc.oneof(
        fc.record({ status: fc.constantFrom('captured', 'refunded', 'failed') }),
        fc.record({ fulfilsOrder: fc.boolean() }),
        fc.record({ capturedAt: fc.constantFrom(...MOMENTS) }),
        fc.record({ amountCents: fc.integer({ min: 0, max: 5_000 }) }),
        fc.record({ lookedNote: fc.constant('Asked the buyer.') }),
      ),
    }),
  ),
  weighted(
    5,
    one('refund', {
      nth,
      status: fc.constantFrom(...REFUND_STATUSES, 'processed', 'processed'),
      amountCents: fc.integer({ min: 1, max: 5_000 }),
    }),
  ),
  weighted(
    4,
    one('refund changed', {
      nth,
      change: fc.oneof(
        fc.record({ status: fc.constantFrom(...REFUND_STATUSES) }),
        fc.record({ amountCents: fc.integer({ min: 1, max: 5_000 }) }),
      ),
    }),
  ),
  one('refund elsewhere', { nth, to: nth }),
  weighted(2, one('assignment', { nth, staff: nth, status: fc.constantFrom(...WORK_STATUSES) })),
  one('assignment changed', { nth, status: fc.constantFrom(...WORK_STATUSES) }),
  one('handed over', { nth, staff: nth }),
  one('audited', { subject: fc.constantFrom(...SUBJECTS) }),
  weighted(4, one('removed', { nth, table: fc.constantFrom(...REMOVABLE) })),
  one('emptied', { table: fc.constantFrom(...EMPTIED) }),
  one('taken back', { nth }),
  weighted(3, one('fold', {})),
)
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** An empty shop but for a few people and packages. */
export async function prepare(db: Knex): Promise<void> {
  await db.raw('TRUNCATE users, packages, orders, payments RESTART IDENTITY CASCADE')
  for (let number = 0; number < PEOPLE; number += 1) await insertUser(db)
  for (let number = 0; number < PACKAGES; number += 1) await insertPackage(db)
}

let sequence = 0

export async function insertOrderRow(db: Knex, packageId: number, status = 'pending'): Promise<number> {
  const money = { originalCents: 9_900, amountCents: 9_900, usdInrRate: '84.25' }
  const [row] = await db('orders')
    .insert({ packageId, packageName: 'Any', deliveryDays: 7, userId: 1, status, ...money })
    .returning('id')
  return row.id
}

export async function insertPaymentRow(db: Knex, fields: Record<string, unknown>): Promise<void> {
  sequence += 1
  await db('payments').insert({
    ...{ provider: 'razorpay', razorpayPaymentId: `pay_tally${sequence}`, currency: 'USD' },
    ...fields,
  })
}

/** What the database refuses, such as removing an order that has payments, changes nothing, the tallies neither. */
const REFUSALS = ['23503', '23505', '23514']

export async function take(db: Knex, taken: Step): Promise<void> {
  try {
    await change(db, taken)
  } catch (error) {
    if (!REFUSALS.includes((error as { code?: string }).code ?? '')) throw error
  }
}

async function change(db: Knex, taken: Step): Promise<unknown> {
  const idAt = async (table: string, position: number): Promise<number> => {
    const ids: number[] = await db(table).orderBy('id').pluck('id')
    return ids[position % Math.max(ids.length, 1)] ?? 0
  }
  switch (taken.kind) {
    case 'user':
      return insertUser(db, { isAdmin: taken.isAdmin })
    case 'flag':
      return db('users')
        .where({ id: await idAt('users', taken.nth) })
        .update({ isAdmin: taken.isAdmin })
    case 'registration': {
      const form = [
        'first_name',
        'last_name',
        'email',
        'phone',
        'company',
        'job_title',
        'address',
        'city',
        'state',
      ]
      return db.raw(
        `INSERT INTO registrations (package_id, ${form}, country, zip_code)
         SELECT 1, ${form.map(() => `'x'`)}, 'x', 'x' FROM generate_series(1, ?)`,
        [taken.nth],
      )
    }
    case 'order':
      return insertOrderRow(db, 1 + (taken.nth % PACKAGES), taken.status)
    case 'orders moved': {
      const moved = db('orders').update({ status: taken.status, packageId: 1 + (taken.nth % PACKAGES) })
      return taken.isEvery ? moved : moved.where({ id: await idAt('orders', taken.nth) })
    }
    case 'payment': {
      const { status, capturedAt, amountCents } = taken
      const fulfilsOrder = taken.fulfils && ['captured', 'refunded'].includes(status)
      const orderId = await insertOrderRow(db, 1 + (taken.nth % PACKAGES))
      return insertPaymentRow(db, { orderId, status, capturedAt, amountCents, fulfilsOrder })
    }
    case 'payment changed':
      return db('payments')
        .where({ id: await idAt('payments', taken.nth) })
        .update(taken.change)
    case 'refund': {
      const { status, amountCents } = taken
      const paymentId = await idAt('payments', taken.nth)
      return db('refunds').insert({ paymentId, amountCents, status, reason: 'Late' })
    }
    case 'refund changed':
      return db('refunds')
        .where({ id: await idAt('refunds', taken.nth) })
        .update(taken.change)
    case 'refund elsewhere': {
      const paymentId = await idAt('payments', taken.to)
      return db('refunds')
        .where({ id: await idAt('refunds', taken.nth) })
        .update({ paymentId })
    }
    case 'assignment': {
      const { status } = taken
      const people = { staffId: 1 + (taken.staff % PEOPLE), assignedById: 1 }
      return db('staffAssignments').insert({ ...people, orderId: await idAt('orders', taken.nth), status })
    }
    case 'assignment changed':
      return db('staffAssignments')
        .where({ id: await idAt('staffAssignments', taken.nth) })
        .update({ status: taken.status })
    case 'handed over':
      return db('staffAssignments')
        .where({ id: await idAt('staffAssignments', taken.nth) })
        .update({ staffId: 1 + (taken.staff % PEOPLE) })
    case 'audited': {
      const entry = { actorId: 1, action: 'updated', subjectId: 1, subjectLabel: 'x', changes: '[]' }
      return db('auditLog').insert({ ...entry, subject: taken.subject })
    }
    case 'removed':
      return db(taken.table)
        .where({ id: await idAt(taken.table, taken.nth) })
        .delete()
    case 'emptied':
      return db.raw(`TRUNCATE ${taken.table} CASCADE`)
    case 'taken back': {
      const trx = await db.transaction()
      await trx('orders').update({ status: 'completed' })
      await insertUser(trx)
      await trx('payments').where({ id: taken.nth }).update({ status: 'refunded' })
      return trx.rollback()
    }
    case 'fold':
      return foldTallies(db)
  }
}
