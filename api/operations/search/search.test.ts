import { beforeEach, expect, test } from 'vitest'
import type { SearchResults } from '#api/contract/operations/search.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { openTestApp, type Visitor } from '#api/testing/test-app.ts'
import { insertOrder, insertPackage, insertPayment, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()
let admin: Visitor
beforeEach(async () => {
  admin = (await signInAsAdmin(shop)).browser
})

async function search(q: string): Promise<SearchResults> {
  const response = await admin.get(`/api/admin/search?q=${encodeURIComponent(q)}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<SearchResults>()
}
const numbersOf = ({ orders }: SearchResults) => orders.map(({ invoiceNumber }) => invoiceNumber)

test('an order is found by number, e-mail, name and payment id, whatever the case', async () => {
  const pkg = await insertPackage(shop.db, { name: 'Cloud Review' })
  const mei = await insertUser(shop.db, { firstName: 'Mei', lastName: 'Tanaka', email: 'mei@teas.example' })
  const order = await insertOrder(shop.db, { packageId: pkg.id, userId: mei.id })
  await insertOrder(shop.db, { packageId: pkg.id })
  await insertPayment(shop.db, { orderId: order.id, providerPaymentId: 'pay_Meis1' })
  for (const q of [
    order.invoiceNumber.toLowerCase(),
    `#${order.id}`,
    'MEI@teas.example',
    'tanaka mei',
    'pay_Meis1',
  ])
    expect(numbersOf(await search(q)), q).toEqual([order.invoiceNumber])
  expect((await search('mei@teas')).orders[0]).toEqual({
    id: order.id,
    invoiceNumber: order.invoiceNumber,
    paymentStatus: 'paid',
    status: 'pending',
    packageName: 'Cloud Review',
    createdAt: order.createdAt.toISOString(),
    customer: { firstName: 'Mei', lastName: 'Tanaka', email: 'mei@teas.example' },
  })
})

test('the order of that number stands before newer ones whose number begins like it', async () => {
  for (let id = 1; id <= 12; id += 1) await insertOrder(shop.db)
  const [first] = await shop.db('orders').orderBy('id')
  const number = String(first.id)
  expect(numbersOf(await search(number))[0]).toBe(`INV-${number}`)
  expect(numbersOf(await search(`INV-${number}`))[0]).toBe(`INV-${number}`)
})

test('people and packages are found beside orders, five of each kind at most', async () => {
  const pkg = await insertPackage(shop.db, { name: 'Sakura Store', isActive: false })
  for (let number = 0; number < 7; number += 1) {
    const user = await insertUser(shop.db, { company: 'Sakura', isStaff: number === 6 })
    await insertOrder(shop.db, { packageId: pkg.id, userId: user.id })
  }
  const { orders, people, packages } = await search('sakura')
  expect(orders).toHaveLength(5)
  expect(people).toHaveLength(5)
  expect(people[0]).toMatchObject({ isStaff: true, isAdmin: false })
  expect(packages).toEqual([{ id: pkg.id, name: 'Sakura Store', category: pkg.category, isActive: false }])
})

test('nothing is found without words, and a text that is too long is refused', async () => {
  await insertOrder(shop.db)
  const nothing = { orders: [], people: [], packages: [] }
  expect(await search('   ')).toEqual(nothing)
  expect(await search('no such thing')).toEqual(nothing)
  for (const query of ['', `?q=${'a'.repeat(101)}`, '?q=a&q=b'])
    expect((await admin.get(`/api/admin/search${query}`)).statusCode, query).toBe(400)
})
