import { beforeEach, describe, expect, test } from 'vitest'
import { pickBuyer } from '../../../db/models/buyer.ts'
import { Order } from '../../../db/models/order.ts'
import { PackageQuestion } from '../../../db/models/package.ts'
import type { User } from '../../../db/models/user.ts'
import { insertAssignment, insertPackage, insertUser } from '../../../db/testing/builders.ts'
import { signIn } from '../../testing/buyer.ts'
import { hashCheaply } from '../../testing/passwords.ts'
import { openTestApp, type Visitor } from '../../testing/test-app.ts'
import { changeOrderStatus, hasWorkStarted, startOrder } from './order-status.ts'

const shop = openTestApp()
const PASSWORD = 'a-fine-secret'
let owner: User
let order: Order
let questionId: number
let visitor: Visitor

beforeEach(async () => {
  const passwordHash = await hashCheaply(PASSWORD)
  owner = await insertUser(shop.db, { email: 'owner@example.com', passwordHash })
  const pkg = await insertPackage(shop.db)
  const question = { packageId: pkg.id, position: 0, required: true }
  const inserted = await PackageQuestion.query(shop.db)
    .insert([
      { ...question, question: 'Which domain?' },
      { ...question, question: 'Which colours?', position: 1 },
    ])
    .returning('id')
  questionId = inserted[0]?.id ?? 0
  order = await Order.query(shop.db)
    .insert({
      packageId: pkg.id,
      packageName: pkg.name,
      deliveryDays: 7,
      userId: owner.id,
      buyer: pickBuyer(owner),
      originalCents: 10_000,
      amountCents: 10_000,
      usdInrRate: '84.25',
      paymentStatus: 'paid',
      paidAt: new Date(),
    })
    .returning('*')
  visitor = await signIn(shop, 'owner@example.com', PASSWORD)
})

const setStatusByTeam = async (status: Order['status']) => {
  const admin = await insertUser(shop.db, { isAdmin: true })
  await changeOrderStatus(shop, { orderId: order.id, status, adminId: admin.id })
}
const save = (answers: Record<string, unknown>, by = visitor) =>
  by.post(`/api/orders/${order.id}/answers`, { answers })
const read = (by = visitor) => by.get(`/api/orders/${order.id}/answers`)

describe('answers', () => {
  test('are saved in part, changed later, and read back in the order of the questions', async () => {
    expect((await save({ [questionId + 1]: 'Green' })).statusCode).toBe(200)
    expect((await save({ [questionId]: ' example.com ', [questionId + 1]: 'Blue' })).statusCode).toBe(200)
    expect((await read()).json()).toEqual([
      { questionId, question: 'Which domain?', answer: 'example.com' },
      { questionId: questionId + 1, question: 'Which colours?', answer: 'Blue' },
    ])
  })

  test('to a question of another package are refused by field, and nothing of them is saved', async () => {
    const response = await save({ [questionId]: 'example.com', '999': 'stray' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ issues: [{ path: 'answers.999' }] })
    expect((await read()).json()).toEqual([])
  })

  test.each([
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
    ['more than 5000 characters', 'x'.repeat(5001)],
    ['a number', 7],
    ['null', null],
  ])('with %s are refused', async (_what, answer) => {
    expect((await save({ [questionId]: answer })).statusCode).toBe(400)
  })

  test('bring the order into process when all required ones are in, and the team has yet to start', async () => {
    await save({ [questionId]: 'example.com', [questionId + 1]: '  ' })
    expect(await order.$query(shop.db)).toMatchObject({ status: 'pending' })
    await save({ [questionId + 1]: 'Green' })
    expect(await order.$query(shop.db)).toMatchObject({ status: 'processing' })
    const steps = async () =>
      (await visitor.get(`/api/orders/${order.id}`)).json().timeline.map(({ step }: { step: string }) => step)
    expect(await steps()).toContain('ready')
    expect(await steps()).not.toContain('started')
    // A full refund is due until somebody has worked on the order.
    expect(await hasWorkStarted(shop.db, order.id)).toBe(false)

    const staff = await insertUser(shop.db, { isStaff: true })
    const start = () =>
      shop.db.transaction((trx) => startOrder(shop.jobs, trx, { orderId: order.id, staffId: staff.id }))
    await start()
    await start()
    expect(await hasWorkStarted(shop.db, order.id)).toBe(true)
    expect((await steps()).filter((step: string) => step === 'started')).toHaveLength(1)
  })

  test('do not move an order that the team has put back, or that was refunded', async () => {
    await setStatusByTeam('processing')
    await setStatusByTeam('pending')
    await save({ [questionId]: 'example.com', [questionId + 1]: 'Green' })
    expect(await order.$query(shop.db)).toMatchObject({ status: 'pending' })
  })

  test('are not asked for once the order is cancelled', async () => {
    await order.$query(shop.db).patch({ status: 'cancelled' })
    expect((await save({ [questionId]: 'late' })).json()).toMatchObject({ code: 'order_cancelled' })
  })

  test('stay as they are once the order is completed', async () => {
    await order.$query(shop.db).patch({ status: 'completed' })
    expect((await save({ [questionId]: 'late' })).statusCode).toBe(409)
  })

  test('are open to the owner, the assigned staff and admins, and unknown to everybody else', async () => {
    await save({ [questionId]: 'example.com' })
    const passwordHash = await hashCheaply(PASSWORD)
    const people = {
      admin: await insertUser(shop.db, { email: 'admin@example.com', passwordHash, isAdmin: true }),
      staff: await insertUser(shop.db, { email: 'staff@example.com', passwordHash, isStaff: true }),
      idle: await insertUser(shop.db, { email: 'idle@example.com', passwordHash, isStaff: true }),
      other: await insertUser(shop.db, { email: 'other@example.com', passwordHash }),
    }
    await insertAssignment(shop.db, {
      orderId: order.id,
      staffId: people.staff.id,
      assignedById: people.admin.id,
    })
    const statusFor = async (user: User) => (await read(await signIn(shop, user.email, PASSWORD))).statusCode
    expect(await statusFor(people.admin)).toBe(200)
    expect(await statusFor(people.staff)).toBe(200)
    expect(await statusFor(people.idle)).toBe(404)
    expect(await statusFor(people.other)).toBe(404)
    expect(
      (await save({ [questionId]: 'not mine' }, await signIn(shop, people.other.email, PASSWORD))).statusCode,
    ).toBe(404)
  })
})

test('an unpaid order is on no list and accepts no answers', async () => {
  await order.$query(shop.db).patch({ paymentStatus: 'unpaid', paidAt: null })
  expect((await visitor.get('/api/orders')).json()).toEqual([])
  expect((await save({ [questionId]: 'early' })).statusCode).toBe(404)
})
