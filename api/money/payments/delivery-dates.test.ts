import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveAnswers } from '#api/orders/order/answers.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp } from '#api/testing/test-app.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import type { Order } from '#db/models/orders/order.ts'
import { insertAssignment, insertOrder, insertPackage, insertUser } from '#db/testing/builders.ts'
import { settleOrder } from './settle.ts'

const shop = openTestApp()
checkBooksAfterEach(shop)

const machineZone = process.env.TZ
afterEach(() => {
  vi.useRealTimers()
  if (machineZone === undefined) delete process.env.TZ
  else process.env.TZ = machineZone
})

let order: Order
let questionIds: number[]
beforeEach(async () => {
  const pkg = await insertPackage(shop.db)
  const questions = [true, true, false].map((required, position) => ({
    packageId: pkg.id,
    question: `Question ${position}`,
    questionType: 'text' as const,
    required,
    position,
  }))
  questionIds = (await PackageQuestion.query(shop.db).insert(questions).returning('id')).map(({ id }) => id)
  const { id: userId } = await insertUser(shop.db)
  const unpaid = { paymentStatus: 'unpaid', paidAt: null, originalCents: 0, amountCents: 0 } as const
  order = await insertOrder(shop.db, { ...unpaid, packageId: pkg.id, userId, deliveryDays: 2 })
})

const setClock = (iso: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(iso) })

async function payAt(iso: string): Promise<void> {
  setClock(iso)
  await shop.db.transaction((trx) =>
    settleOrder(shop, trx, order.id, { actorKind: 'system', payment: undefined }),
  )
}

async function answerAt(iso: string, ...answered: number[]): Promise<void> {
  setClock(iso)
  const answers = Object.fromEntries(answered.map((index) => [questionIds[index], 'An answer']))
  await saveAnswers(shop, { orderId: order.id, userId: order.userId ?? 0, answers })
}

/** @returns the promised date, after checking that customer, admin and staff member see the same one */
async function readPromise(): Promise<{ promisedBy: string; awaitsAnswers: boolean }> {
  vi.useRealTimers()
  const staff = await insertUser(shop.db, { isStaff: true })
  const admin = await insertUser(shop.db, { isAdmin: true })
  await insertAssignment(shop.db, { orderId: order.id, staffId: staff.id, assignedById: admin.id })
  const read = async (userId: number, url: string) =>
    (await (await openSession(shop, userId)).get(url)).json()
  const detail = await read(order.userId ?? 0, `/api/orders/${order.id}`)
  const all = [
    detail,
    (await read(order.userId ?? 0, '/api/orders'))[0],
    (await read(admin.id, '/api/admin/orders'))[0],
    (await read(staff.id, '/api/staff/assignments'))[0].order,
  ].map(({ promisedBy, awaitsAnswers }) => ({ promisedBy, awaitsAnswers }))
  expect(new Set(all.map((one) => JSON.stringify(one))).size, JSON.stringify(all)).toBe(1)
  return all[0] as { promisedBy: string; awaitsAnswers: boolean }
}

describe('the date of an order', () => {
  test.each(['Europe/London', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'is stored with the payment and is the same whatever the zone of the machine, %s say',
    async (zone) => {
      process.env.TZ = zone
      // A Friday, 11 PM in India.
      await payAt('2026-11-20T17:30:00Z')
      expect(await order.$query(shop.db)).toMatchObject({
        paidAt: new Date('2026-11-20T17:30:00Z'),
        promisedAt: new Date('2026-11-24T12:30:00Z'),
      })
    },
  )

  test('leaves out the weekend and the holidays of the company', async () => {
    // Thursday, after the office has closed; Friday is Christmas Day.
    await payAt('2026-12-24T14:00:00Z')
    expect((await readPromise()).promisedBy).toBe('2026-12-29T12:30:00.000Z')
  })

  test('is computed by the same rule for an order that was paid before dates were stored', async () => {
    await payAt('2026-11-20T17:30:00Z')
    const { promisedAt } = await order.$query(shop.db)
    await order.$query(shop.db).patch({ promisedAt: null })
    expect((await readPromise()).promisedBy).toBe(promisedAt?.toISOString())
  })

  test('is none for an order that was never paid', async () => {
    const { browser } = await signInAsAdmin(shop)
    const [listed] = (await browser.get('/api/admin/orders')).json()
    expect(listed).toMatchObject({ promisedBy: null, awaitsAnswers: false })
  })
})

describe('the delivery time', () => {
  test('waits while required answers are missing, and the date moves by the business days until they are in', async () => {
    await payAt('2026-11-20T09:00:00Z')
    expect(await readPromise()).toEqual({ promisedBy: '2026-11-24T12:30:00.000Z', awaitsAnswers: true })
    await answerAt('2026-11-23T09:00:00Z', 0, 2)
    expect(await order.$query(shop.db)).toMatchObject({ promisedAt: new Date('2026-11-24T12:30:00Z') })
    // Three business days after the payment: Monday, Tuesday, Wednesday.
    await answerAt('2026-11-25T09:00:00Z', 1)
    expect(await readPromise()).toEqual({ promisedBy: '2026-11-27T12:30:00.000Z', awaitsAnswers: false })
  })

  test('does not wait again for answers that change later', async () => {
    await payAt('2026-11-20T09:00:00Z')
    await answerAt('2026-11-20T10:00:00Z', 0, 1)
    await answerAt('2026-12-01T10:00:00Z', 0, 1, 2)
    expect(await readPromise()).toEqual({ promisedBy: '2026-11-24T12:30:00.000Z', awaitsAnswers: false })
  })

  test('runs from the payment where no answer is required, whenever one is given', async () => {
    await PackageQuestion.query(shop.db).patch({ required: false })
    await payAt('2026-11-20T09:00:00Z')
    await answerAt('2026-12-01T10:00:00Z', 0)
    expect(await readPromise()).toEqual({ promisedBy: '2026-11-24T12:30:00.000Z', awaitsAnswers: false })
  })

  test('waits for no question that the package no longer asks', async () => {
    await payAt('2026-11-20T09:00:00Z')
    await PackageQuestion.query(shop.db).patch({ retiredAt: new Date() })
    expect(await readPromise()).toMatchObject({ awaitsAnswers: false })
  })

  test.each(['completed', 'cancelled'] as const)(
    'of an order that is %s waits for nothing',
    async (status) => {
      await payAt('2026-11-20T09:00:00Z')
      await order.$query(shop.db).patch({ status })
      expect(await readPromise()).toMatchObject({ awaitsAnswers: false })
    },
  )
})
