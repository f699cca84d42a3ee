import { expect, test } from 'vitest'
import { Review } from '../../../db/models/order-work/review.ts'
import { PackageQuestion } from '../../../db/models/package.ts'
import { insertOrder, insertPackage, insertUser } from '../../../db/testing/builders.ts'
import { openSession } from '../../testing/sessions.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

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

test('an unchanged catalogue is 304 for clients that have it, and a change is seen at once', async () => {
  const offered = await insertPackage(shop.db)
  for (const url of ['/api/packages', `/api/packages/${offered.id}`]) {
    const etag = String((await visitor.get(url)).headers.etag)
    const again = () => shop.app.inject({ url, headers: { 'if-none-match': etag } })
    expect((await again()).statusCode).toBe(304)
    expect((await again()).headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=5, stale-while-revalidate=20',
    )
    await offered.$query(shop.db).patch({ name: `${offered.name}, renamed for ${url}` })
    expect((await again()).statusCode).toBe(200)
  }
})

test.each(['0', '-1', 'abc', '1.5', '99', '2147483648', '99999999999999999999', '%00', "1'"])(
  'the package %s is unknown, never an error',
  async (id) => {
    for (const suffix of ['', '/reviews', '/reviews/random', '/questions']) {
      const response = await visitor.get(`/api/packages/${id}${suffix}`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not_found' })
    }
  },
)

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
  const random = (await visitor.get(`/api/packages/${offered.id}/reviews/random`)).json<{ comment: string }>()
  expect(['New', 'Old']).toContain(random.comment)
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

test('browsing stores nothing and sets no cookie', async () => {
  await insertPackage(shop.db)
  const response = await visitor.get('/api/packages')
  expect(response.cookies).toEqual([])
  expect(await shop.db('sessions').select()).toEqual([])
})
