import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { PackageQuestion } from '#db/models/catalogue/package.ts'
import { Review } from '#db/models/orders/review.ts'
import { insertOrder, insertPackage, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
const visitor = new Visitor(shop)

test('the list holds the active packages in order, each with its price in dollars, questions and rating', async () => {
  const first = await insertPackage(shop.db, { name: 'First', priceCents: 129_950 })
  await insertPackage(shop.db, { name: 'Gone', isActive: false })
  await insertPackage(shop.db, { name: 'Second' })
  const question = { packageId: first.id, questionType: 'text', required: true } as const
  await PackageQuestion.query(shop.db).insert([
    { ...question, question: 'Second?', position: 1 },
    { ...question, question: 'First?', position: 0 },
    { ...question, question: 'Retired?', position: 2, retiredAt: new Date() },
  ])
  const review = { packageId: first.id, customerName: 'Ines', comment: 'Good.' }
  await Review.query(shop.db).insert([5, 4, 4].map((rating) => ({ ...review, rating })))

  const response = await visitor.get('/api/packages')
  expect(response.json()).toMatchObject([
    {
      name: 'First',
      price: 1299.5,
      informationRequired: ['First?', 'Second?'],
      reviewSummary: { average: 4.3, count: 3 },
    },
    { name: 'Second', informationRequired: [], reviewSummary: { average: 0, count: 0 } },
  ])
})

test('an unchanged catalogue is 304 for clients that have it, compressed or not, and a change is seen at once', async () => {
  const offered = await insertPackage(shop.db)
  for (const url of ['/api/packages', `/api/packages/${offered.id}`]) {
    const { etag, vary } = (await visitor.get(url)).headers
    const known = { 'accept-encoding': 'br', 'if-none-match': String(etag) }
    const again = () => shop.app.inject({ url, headers: known })
    const { statusCode, body, headers } = await again()
    expect([statusCode, body]).toEqual([304, ''])
    const caching = 'public, max-age=0, s-maxage=5, stale-while-revalidate=20'
    expect(headers).toMatchObject({ etag, vary, 'cache-control': caching })
    await offered.$query(shop.db).patch({ name: `${offered.name}, renamed for ${url}` })
    expect((await again()).statusCode).toBe(200)
  }
})

test('what an inactive package asks is nobody’s but its buyers’', async () => {
  const gone = await insertPackage(shop.db, { isActive: false })
  await PackageQuestion.query(shop.db).insert({ packageId: gone.id, question: 'Domain?', position: 0 })
  expect((await visitor.get(`/api/packages/${gone.id}`)).statusCode).toBe(404)
  expect((await visitor.get(`/api/packages/${gone.id}/reviews`)).statusCode).toBe(404)

  const buyer = await insertUser(shop.db)
  await insertOrder(shop.db, { packageId: gone.id, userId: buyer.id })
  const unpaid = await insertUser(shop.db)
  await insertOrder(shop.db, { packageId: gone.id, userId: unpaid.id, paymentStatus: 'unpaid' })
  const buyerOfAnother = await insertUser(shop.db)
  await insertOrder(shop.db, { userId: buyerOfAnother.id })
  const admin = await insertUser(shop.db, { isAdmin: true })
  const questions = `/api/packages/${gone.id}/questions`
  expect((await visitor.get(questions)).statusCode).toBe(404)
  for (const other of [unpaid, buyerOfAnother, admin]) {
    expect((await (await openSession(shop, other.id)).get(questions)).statusCode).toBe(404)
  }
  expect((await (await openSession(shop, buyer.id)).get(questions)).json()).toMatchObject([
    { question: 'Domain?', questionType: 'textarea', required: false },
  ])
})

test('reviews come newest first, and a random one is one of them', async () => {
  const offered = await insertPackage(shop.db)
  const review = { packageId: offered.id, customerName: 'Ines', rating: 5 }
  await Review.query(shop.db).insert([
    { ...review, comment: 'Old', createdAt: new Date('2025-01-01') },
    { ...review, comment: 'New', createdAt: new Date('2026-01-01') },
  ])
  const reviews = (await visitor.get(`/api/packages/${offered.id}/reviews`)).json<{ comment: string }[]>()
  expect(reviews.map(({ comment }) => comment)).toEqual(['New', 'Old'])
  const seen = new Set<string>()
  while (seen.size < 2) {
    const random = await visitor.get(`/api/packages/${offered.id}/reviews/random`)
    expect(random.headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=20',
      etag: expect.any(String),
    })
    seen.add(random.json<{ comment: string }>().comment)
  }
  expect([...seen].toSorted()).toEqual(['New', 'Old'])
})

test('a review says who the customer is at work, and nothing where that is not known', async () => {
  const { id: packageId } = await insertPackage(shop.db)
  const review = { packageId, rating: 5, comment: 'Good.' }
  const known = { customerName: 'Ines', customerRole: 'Owner', customerCompany: 'Harbour Books' }
  await Review.query(shop.db).insert([
    { ...review, ...known },
    { ...review, customerName: 'Ole' },
  ])
  const reviews = (await visitor.get(`/api/packages/${packageId}/reviews`)).json()
  expect(reviews).toMatchObject([{ customerName: 'Ole', customerRole: '', customerCompany: '' }, known])
})

test('a package without reviews has no random one', async () => {
  const offered = await insertPackage(shop.db)
  expect((await visitor.get(`/api/packages/${offered.id}/reviews/random`)).statusCode).toBe(404)
})

describe('the questions of a package', () => {
  let admin: Visitor
  let packageId: number
  beforeEach(async () => {
    admin = (await signInAsAdmin(shop)).browser
    packageId = (await insertPackage(shop.db)).id
  })

  async function save(body: Record<string, unknown>) {
    const response = await admin.put(`/api/admin/packages/${packageId}`, body)
    expect(response.statusCode, response.body).toBe(200)
    return response.json<AdminPackage>().questions
  }

  const texts = (questions: { question: string }[]) => questions.map(({ question }) => question)

  test('keep their ids where their text stays, in the new order', async () => {
    const before = await save({ informationRequired: ['Goal?', 'Deadline?', 'Colours?'] })
    const after = await save({ id: packageId, informationRequired: ['Colours?', 'Budget?', 'Goal?'] })
    expect(texts(after)).toEqual(['Colours?', 'Budget?', 'Goal?'])
    expect(after[0]?.id).toBe(before[2]?.id)
    expect(after[2]?.id).toBe(before[0]?.id)
    expect((await new Visitor(shop).get(`/api/packages/${packageId}/questions`)).json()).toEqual(after)
  })

  test('are taken with the package’s id and their texts alone beside them, as the editor sends them', async () => {
    const [kept] = await save({ informationRequired: ['Goal?'] })
    const questions = [
      { question: 'Budget?', required: true },
      { id: kept?.id, question: 'Goal?' },
    ]
    const body = { id: packageId, informationRequired: ['Budget?', 'Goal?'], questions }
    const after = await save(body)
    expect(after).toMatchObject([
      { question: 'Budget?', required: true },
      { id: kept?.id, question: 'Goal?' },
    ])
    const refused = await admin.put(`/api/admin/packages/${packageId}`, { ...body, id: packageId + 1 })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      issues: [{ path: 'id', message: 'The address names another package' }],
    })
  })

  test('keep given answers with their question, also when it is retired and used again', async () => {
    const [goal] = await save({ informationRequired: ['Goal?', 'Deadline?'] })
    const buyer = await signInAs(shop)
    const order = await insertOrder(shop.db, { packageId, userId: buyer.user.id })
    const answers = { [String(goal?.id)]: 'More customers' }
    expect((await buyer.browser.post(`/api/orders/${order.id}/answers`, { answers })).statusCode).toBe(200)
    const given = async () => (await admin.get(`/api/orders/${order.id}/answers`)).json()
    const expected = [{ questionId: goal?.id, question: 'Goal?', answer: 'More customers' }]

    await save({ informationRequired: ['Deadline?', 'Goal?'] })
    expect(await given()).toEqual(expected)
    await save({ informationRequired: ['Deadline?', 'What is your goal?'] })
    expect(await given()).toEqual(expected)
    const [, revived] = await save({ informationRequired: ['Deadline?', 'Goal?'] })
    expect(revived?.id).toBe(goal?.id)
    expect(await given()).toEqual(expected)
  })

  test('change type and need without losing their id', async () => {
    const [before] = await save({
      questions: [{ question: 'Goal?', questionType: 'text', required: true }],
    })
    expect(before).toMatchObject({ questionType: 'text', required: true })
    const [kept] = await save({ informationRequired: ['Goal?'] })
    expect(kept).toEqual(before)
    const [after] = await save({ questions: [{ ...before, questionType: 'textarea', required: false }] })
    expect(after).toEqual({ ...before, questionType: 'textarea', required: false })
  })

  test('become another question when the text changes, even under the old id', async () => {
    const [before] = await save({ informationRequired: ['Goal?'] })
    const [after] = await save({ questions: [{ id: before?.id, question: 'What is your goal?' }] })
    expect(after?.id).not.toBe(before?.id)
    const retired = await PackageQuestion.query(shop.db).findById(before?.id ?? 0)
    expect(retired).toMatchObject({ question: 'Goal?', retiredAt: expect.any(Date) })
  })

  test('are all retired by an empty list, and left alone by a change of anything else', async () => {
    await save({ informationRequired: ['Goal?', 'Deadline?'] })
    expect(texts(await save({ name: 'Renamed' }))).toEqual(['Goal?', 'Deadline?'])
    expect(await save({ informationRequired: [] })).toEqual([])
    expect(await PackageQuestion.query(shop.db).whereNotNull('retiredAt').resultSize()).toBe(2)
  })

  test('count before their texts where both are sent', async () => {
    const saved = await save({ informationRequired: ['Other?'], questions: [{ question: 'Goal?' }] })
    expect(texts(saved)).toEqual(['Goal?'])
  })

  test('are refused with an id of another package', async () => {
    const other = await insertPackage(shop.db)
    const foreign = await PackageQuestion.query(shop.db)
      .insert({ packageId: other.id, question: 'Theirs?', position: 0 })
      .returning('*')
    const body = { questions: [{ id: foreign.id, question: 'Ours now?' }] }
    const response = await admin.put(`/api/admin/packages/${packageId}`, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ issues: [{ path: 'questions.0.id' }] })
    expect(await PackageQuestion.query(shop.db).findById(foreign.id)).toEqual(foreign)
  })

  test('are whole after edits at once: one of the lists, never a mixture', async () => {
    const lists = Array.from({ length: 6 }, (_, editor) => ['Goal?', `Question ${editor}?`, 'Deadline?'])
    const saved = await Promise.all(
      lists.map((informationRequired) =>
        admin.put(`/api/admin/packages/${packageId}`, { informationRequired }),
      ),
    )
    expect(saved.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    const [shown] = (await admin.get('/api/admin/packages')).json<AdminPackage[]>()
    expect(lists).toContainEqual(shown?.informationRequired)
    expect(await PackageQuestion.query(shop.db).where({ question: 'Goal?' }).resultSize()).toBe(1)
  })
})
