import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Attention } from '#api/contract/operations/overview.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { ORDER_ATTENTIONS, type OrderAttention } from '#api/rules/orders.ts'
import { fetchList, type SignedIn, signInAsAdmin } from '#api/testing/back-office.ts'
import { expectResponse } from '#api/testing/responses.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import type { PackageQuestion } from '#db/models/catalogue/package.ts'
import { type Order, OrderAnswer } from '#db/models/orders/order.ts'
import { User } from '#db/models/people/user.ts'
import {
  insertAssignment,
  insertOrder,
  insertPaidOrder,
  insertQuestion,
  insertRefund,
  insertRefundRequest,
  insertUser,
} from '#db/testing/builders.ts'
import { findLateReplies } from './attention.ts'
import { settleWaits } from './waits.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let admin: SignedIn
beforeEach(async () => {
  admin = await signInAsAdmin(shop)
})
afterEach(() => vi.useRealTimers())

const list = (query = '') => fetchList<ListedOrder>(admin.browser, `/api/admin/orders?${query}`)
const readAttention = async () => (await admin.browser.get('/api/admin/attention')).json<Attention>()

const settle = () => settleWaits(shop.db, expect.fail)
const YESTERDAY = new Date(Date.now() - 86_400_000)

/** @returns why the order needs attention, after checking that the list's filter and the overview agree */
async function attentionOf(orderId: number): Promise<OrderAttention[]> {
  const { orders } = await readAttention()
  const kinds: OrderAttention[] = []
  for (const attention of ORDER_ATTENTIONS) {
    const { rows, total } = await list(`attention=${attention}`)
    const shown = orders.find((one) => one.attention === attention)
    expect(shown?.total, attention).toBe(total)
    const ids = (some: readonly { id: number }[] = []) => some.map(({ id }) => id).toSorted()
    expect(ids(shown?.first), attention).toEqual(ids(rows))
    if (rows.some(({ id }) => id === orderId)) kinds.push(attention)
  }
  return kinds
}

async function assign(order: Order, status: 'assigned' | 'completed' = 'assigned') {
  const staff = await insertUser(shop.db, { firstName: 'Sam', lastName: 'Roy', isStaff: true })
  const work = { orderId: order.id, staffId: staff.id, assignedById: admin.user.id }
  return insertAssignment(shop.db, { ...work, status })
}

const ask = ({ packageId }: Order, question = 'Which colours?') =>
  insertQuestion(shop.db, { packageId, question, position: question.length })

const answer = ({ id: orderId }: Order, { id: questionId, question }: PackageQuestion) =>
  OrderAnswer.query(shop.db).insert({ orderId, questionId, question, answer: 'Blue' })

describe('an order waits for an admin', () => {
  test('as unassigned while it is paid, open and nobody has it', async () => {
    const order = await insertOrder(shop.db)
    expect(await attentionOf(order.id)).toEqual(['unassigned'])
    const { staffId } = await assign(order)
    expect(await attentionOf(order.id)).toEqual([])
    await User.query(shop.db).findById(staffId).patch({ disabledAt: new Date() })
    expect(await attentionOf(order.id)).toEqual(['unassigned'])
    await User.query(shop.db).findById(staffId).patch({ disabledAt: null, isStaff: false })
    expect(await attentionOf(order.id)).toEqual(['unassigned'])
  })

  test('as one whose customer waits for a reply, whatever its status, until the team replies', async () => {
    const order = await insertOrder(shop.db, { status: 'completed', awaitsReplySince: new Date() })
    expect(await attentionOf(order.id)).toEqual(['awaitsReply'])
    await order.$query(shop.db).patch({ awaitsReplySince: null })
    expect(await attentionOf(order.id)).toEqual([])
  })

  test('as one whose reply is late, once eight business hours are over; the digest says how long', async () => {
    // Monday, 9:00 to 18:00 in India. It is now Tuesday, 9:30.
    const now = new Date('2026-11-24T04:00:00Z')
    vi.useFakeTimers({ toFake: ['Date'], now })
    const awaitsReplySince = new Date('2026-11-23T05:00:01Z')
    const order = await insertOrder(shop.db, { status: 'completed', awaitsReplySince })
    expect(await attentionOf(order.id)).toEqual(['awaitsReply'])
    expect(await findLateReplies(shop.db, now)).toEqual({ orders: 0, longestHours: 0 })
    await order.$query(shop.db).patch({ awaitsReplySince: new Date('2026-11-23T04:30:00Z') })
    expect(await attentionOf(order.id)).toEqual(['lateReply', 'awaitsReply'])
    expect(await findLateReplies(shop.db, now)).toEqual({ orders: 1, longestHours: 8 })
  })

  test('while a refund is under way for longer than 14 business days, and while a review is past its date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T04:00:00Z') })
    const order = await insertPaidOrder(shop.db, { status: 'cancelled' })
    const under = { status: 'pending', createdAt: new Date('2026-11-03T18:31:00Z') } as const
    const refund = await insertRefund(shop.db, { orderId: order.id, ...under })
    expect(await attentionOf(order.id)).toEqual([])
    const createdAt = new Date('2026-11-03T18:00:00Z')
    await refund.$query(shop.db).patch({ createdAt })
    expect(await attentionOf(order.id)).toEqual(['refundPending'])
    expect((await list('attention=refundPending')).rows[0]?.refundPendingSince).toBe(createdAt.toISOString())
    await refund.$query(shop.db).patch({ status: 'requested' })
    expect(await attentionOf(order.id)).toEqual(['refundPending'])
    await refund.$query(shop.db).patch({ status: 'processed', processedAt: new Date() })
    expect(await attentionOf(order.id)).toEqual([])
    const dueAt = new Date('2026-11-24T04:00:01Z')
    const by = { orderId: order.id, authorId: order.userId ?? 0 }
    const request = await insertRefundRequest(shop.db, { ...by, dueAt })
    expect(await attentionOf(order.id)).toEqual(['refundAsked'])
    await request.$query(shop.db).patch({ dueAt: new Date('2026-11-24T03:59:00Z') })
    expect(await attentionOf(order.id)).toEqual(['refundLate', 'refundAsked'])
  })

  test.each([
    { paymentStatus: 'unpaid' },
    { paymentStatus: 'refunded' },
    { status: 'completed' },
    { status: 'cancelled' },
  ] as const)('by no rule where it is %o', async (fields) => {
    const order = await insertOrder(shop.db, { ...fields, promisedAt: YESTERDAY })
    await ask(order)
    expect(await attentionOf(order.id)).toEqual([])
  })

  test('as due until the third business day has closed, and as overdue once its own has', async () => {
    // Friday, before the office in India closes. The third business day is Wednesday, closing at 12:30 UTC.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
    const order = await insertOrder(shop.db)
    await assign(order)
    const kindsAt = async (promisedAt: string) => {
      await order.$query(shop.db).patch({ promisedAt: new Date(promisedAt) })
      const [row] = (await list()).rows
      return [...(await attentionOf(order.id)), row?.due]
    }
    expect(await kindsAt('2026-11-20T08:59:59Z')).toEqual(['overdue', 'overdue'])
    expect(await kindsAt('2026-11-20T09:00:00Z')).toEqual(['dueSoon', 'soon'])
    expect(await kindsAt('2026-11-25T12:30:00Z')).toEqual(['dueSoon', 'soon'])
    expect(await kindsAt('2026-11-25T12:30:01Z')).toEqual([null])
  })

  test('for its customer’s answers, and its date does not count meanwhile', async () => {
    const order = await insertOrder(shop.db, { promisedAt: YESTERDAY })
    await assign(order)
    const question = await ask(order)
    await settle()
    expect(await attentionOf(order.id)).toEqual(['awaitsAnswers'])
    await answer(order, question)
    await settle()
    expect(await attentionOf(order.id)).toEqual(['overdue'])
  })

  test('to be closed once all its assignments are completed, and its date counts no more', async () => {
    const order = await insertOrder(shop.db, { promisedAt: YESTERDAY })
    await assign(order, 'completed')
    const second = await assign(order)
    expect(await attentionOf(order.id)).toEqual(['overdue'])
    await second.$query(shop.db).patch({ status: 'completed' })
    expect(await attentionOf(order.id)).toEqual(['readyToClose'])
  })
})

test('the overview has the first three of a list, what has waited longest first', async () => {
  const ids: number[] = []
  for (let days = 1; days <= 4; days += 1) {
    const createdAt = new Date(Date.now() - days * 86_400_000)
    ids.unshift((await insertOrder(shop.db, { createdAt })).id)
  }
  const { orders } = await readAttention()
  const unassigned = orders.find(({ attention }) => attention === 'unassigned')
  expect(unassigned?.total).toBe(4)
  expect(unassigned?.first.map(({ id }) => id)).toEqual(ids.slice(0, 3))
})

test('an unknown rule is refused', async () => {
  expectResponse(await admin.browser.get('/api/admin/orders?attention=all'), 400)
})

describe('a row of the orders', () => {
  test('says how many questions are answered, those of before too, and who is assigned', async () => {
    const order = await insertOrder(shop.db)
    const [first, second] = [await ask(order), await ask(order, 'Which words?')]
    await ask(order, 'Which pictures?')
    await answer(order, first)
    await answer(order, second)
    await second.$query(shop.db).patch({ retiredAt: new Date() })
    await assign(order)
    const [row] = (await list()).rows
    const staff = [{ firstName: 'Sam', lastName: 'Roy' }]
    expect(row).toMatchObject({ answers: { answered: 2, asked: 3 }, staff })
  })

  test('has what the screen shows and no more: fifty of them are at most 12 KiB compressed', async () => {
    for (let number = 0; number < 50; number += 1) {
      const order = await insertOrder(shop.db, { promisedAt: new Date(Date.now() + number * 86_400_000) })
      await ask(order)
      await assign(order)
    }
    const { rows } = await list('limit=50')
    expect(rows).toHaveLength(50)
    const text = JSON.stringify(rows)
    expect(text.length / 1024, 'KiB').toBeLessThan(44)
    expect(gzipSync(text).length / 1024, 'KiB, compressed').toBeLessThan(12)
  })
})
