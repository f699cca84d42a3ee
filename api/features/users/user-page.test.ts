import { expect, test } from 'vitest'
import { insertMessage, insertOrder, insertPaidOrder, insertUser } from '../../../db/testing/builders.ts'
import type { ListedOrder } from '../../contract/admin-orders.ts'
import type { Mail } from '../../contract/operation.ts'
import type { UserPage } from '../../contract/users.ts'
import { fetchList, signInAsAdmin } from '../../testing/back-office.ts'
import { openTestApp, Visitor } from '../../testing/test-app.ts'

const shop = openTestApp()

test('a person’s page has their figures, the last line of each conversation, notes and sign-ins, and nobody else’s', async () => {
  const { db } = shop
  const { user: ada, browser } = await signInAsAdmin(shop)
  const { id: userId, email } = await insertUser(db, { firstName: 'Mei', lastName: 'Tanaka' })
  const orders = [
    await insertPaidOrder(db, { userId, amountCents: 5_000, originalCents: 5_000 }),
    await insertPaidOrder(db, { userId, amountCents: 7_000, originalCents: 7_000 }),
  ]
  await insertOrder(db, { userId, paymentStatus: 'unpaid' })
  const [first, second] = orders.map(({ id }) => id) as [number, number]
  const foreign = await insertPaidOrder(db)
  const payment = await db('payments').where({ orderId: second }).first()
  await db('refunds').insert({
    paymentId: payment.id,
    amountCents: 2_000,
    reason: 'Agreed',
    status: 'processed',
  })
  const written = { authorId: ada.id, authorRole: 'admin' as const }
  await insertMessage(db, { ...written, orderId: first, text: 'Hello' })
  await insertMessage(db, { authorId: userId, orderId: first, text: 'The last word' })
  await insertMessage(db, { ...written, orderId: second, text: 'Another order' })
  await insertMessage(db, { ...written, orderId: second, text: 'A careful person', isTeamOnly: true })
  await insertMessage(db, { ...written, orderId: foreign.id, text: 'Foreign' })
  await insertMessage(db, { ...written, orderId: foreign.id, text: 'Foreign note', isTeamOnly: true })
  await new Visitor(shop).post('/api/auth/login', { email, password: 'a-wrong-secret' })

  const page = (await browser.get(`/api/admin/users/${userId}`)).json<UserPage>()
  expect(page).toMatchObject({
    ...{ user: { id: userId, email }, orders: 2, paid: '120.00', refunded: '20.00' },
    notes: [{ text: 'A careful person', order: { id: second } }],
    sessions: [],
    signIns: [{ action: 'sign_in_failed', address: '127.0.0.1' }],
  })
  expect(page.conversations.map(({ order, text }) => [order.id, text])).toEqual([
    [second, 'Another order'],
    [first, 'The last word'],
  ])
  expect((await browser.get('/api/admin/users/99999')).statusCode).toBe(404)
})

test('orders and mails are listed of one person alone', async () => {
  const { db } = shop
  const { browser } = await signInAsAdmin(shop)
  const mei = await insertUser(db, { email: 'mei@teas.example' })
  const order = await insertPaidOrder(db, { userId: mei.id })
  await insertPaidOrder(db)
  const mail = { kind: 'welcome', payload: {}, sentAt: new Date() }
  const [own] = await db('outbox')
    .insert([
      { ...mail, toEmail: 'Mei@teas.example' },
      { ...mail, toEmail: 'somebody@teas.example' },
    ])
    .returning('id')
  const listIds = async (url: string) =>
    (await fetchList<ListedOrder | Mail>(browser, url)).rows.map(({ id }) => id)
  expect(await listIds(`/api/admin/orders?userId=${mei.id}`)).toEqual([order.id])
  expect(await listIds(`/api/admin/mails?userId=${mei.id}`)).toEqual([own.id])
})
