import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PersonalData } from '#api/contract/operations/personal-data.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { payOrder, placeModalOrder, signIn } from '#api/testing/buyer.ts'
import { addPasskey, addTotp, insertOwner } from '#api/testing/second-factor.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { User } from '#db/models/people/user.ts'
import {
  insertAssignment,
  insertCoupon,
  insertMessage,
  insertOrder,
  insertPackage,
  insertUser,
} from '#db/testing/builders.ts'

const shop = openTestApp()

/** Grace has bought a package, answered its question, and staff have written about it. */
async function buyAndWork(): Promise<{ grace: Visitor; graceId: number }> {
  const { db } = shop
  const pkg = await insertPackage(db)
  const [{ id: questionId }] = await db('package_questions')
    .insert({ packageId: pkg.id, question: 'Which colours?', position: 0 })
    .returning('id')
  // An unpaid form by a stranger with her e-mail.
  const form = { password: 'a-strange-secret', company: 'Strangers Ltd' }
  await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299, form })
  const order = await placeModalOrder(new Visitor(shop), { packageId: pkg.id, finalAmount: 1299 })
  expect((await payOrder(shop, new Visitor(shop), order)).statusCode).toBe(200)
  await shop.finishJobs()
  const grace = await signIn(shop, 'grace@example.com', 'a-fine-secret')
  await grace.post(`/api/orders/${order.id}/answers`, { answers: { [questionId]: 'Heron blue' } })
  const { id: staffId } = await insertUser(db, { isStaff: true })
  const work = { orderId: order.id, staffId, assignedById: staffId, notes: 'Prefers mornings' }
  await insertAssignment(db, work)
  const [{ id: orderId, userId: authorId }] = await db('orders').where({ paymentStatus: 'paid' })
  await grace.post(`/api/orders/${orderId}/messages`, { text: 'Is Monday fine?', key: randomUUID() })
  const written = { kind: 'note', actorKind: 'admin', actorId: staffId, note: 'written off in secret' }
  await db('order_events').insert({ ...written, orderId })
  await insertMessage(db, { orderId, authorId: staffId, authorRole: 'staff', text: 'It is' })
  await insertMessage(db, {
    orderId,
    authorId: staffId,
    authorRole: 'staff',
    isTeamOnly: true,
    text: 'Secretive',
  })
  await insertMessage(db, { orderId: (await insertOrder(db)).id, authorId, text: 'About another order' })
  const { id: graceId } = await User.query(db).findOne({ email: 'grace@example.com' }).throwIfNotFound()
  await insertCoupon(db, { code: 'FOR-GRACE', ownerId: graceId })
  await insertCoupon(db, { code: 'FOR-OTHERS', ownerId: staffId })
  await insertCoupon(db, { code: 'FOR-ALL' })
  return { grace, graceId }
}

test('a customer downloads everything about them, and nothing that opens the account', async () => {
  const { grace } = await buyAndWork()
  const response = await grace.get('/api/user/data')
  expect(response.headers['content-disposition']).toBe('attachment; filename="my-data.json"')
  const data = response.json<PersonalData>()
  expect(data).toMatchObject({
    account: { email: 'grace@example.com', address: 'Bredgade 12' },
    orders: [{ amount: '1299.00', buyer: { company: 'Holm & Sons' }, acceptedPolicies: [{}, {}] }],
    payments: [{ amount: '1299.00', status: 'captured' }],
    answers: [{ question: 'Which colours?', answer: 'Heron blue' }],
    messages: [
      { from: 'customer', text: 'Is Monday fine?' },
      { from: 'staff', text: 'It is' },
      { text: 'About another order' },
    ],
    coupons: [{ code: 'FOR-GRACE', expiresAt: null }],
    forms: [{ phone: '+45 33 12 34 56' }],
    sessions: [{ address: '127.0.0.1' }],
    changes: [{ action: 'signed_in', address: '127.0.0.1' }],
  })
  expect(data.history.map(({ kind, to }) => `${kind} ${to}`)).toEqual([
    'status pending',
    'payment_status paid',
    'status processing',
    'note null',
  ])
  expect(data.mails).toContainEqual(
    expect.objectContaining({ kind: 'order_confirmation', to: 'grace@example.com', state: 'sent' }),
  )
  expect(data.paymentEvents.length).toBeGreaterThan(0)
  // The mail about Grace's message goes to the staff.
  expect(await shop.db('outbox').where({ kind: 'messages' })).toHaveLength(1)
  expect(data.mails.map(({ kind }) => kind)).not.toContain('messages')
  expect(response.body).not.toMatch(
    /argon2|Secretive|mornings|written off in secret|passwordHash|tokenHash|Strangers/i,
  )
})

test('names of passkeys and the day of an authenticator app are in it, and neither key nor secret', async () => {
  const { browser } = await insertOwner(shop)
  const { secret } = await addTotp(browser)
  await addPasskey(shop, browser)
  const { body, json } = await browser.get('/api/user/data')
  expect(json()).toMatchObject({
    passkeys: [{ name: 'My phone', lastUsedAt: null }],
    authenticatorApps: [{ at: expect.any(String) }],
  })
  expect(body).not.toMatch(new RegExp(`${secret}|publicKey|credential|sealed`))
})

test('an admin downloads the same for them, and another customer none of it', async () => {
  const { grace, graceId } = await buyAndWork()
  const { browser: admin } = await signInAsAdmin(shop)
  const read = async (visitor: Visitor, url: string) => {
    const { exportedAt: _, sessions: __, ...data } = (await visitor.get(url)).json<PersonalData>()
    return data
  }
  const own = await read(grace, '/api/user/data')
  expect(await read(admin, `/api/admin/users/${graceId}/data`)).toEqual(own)
  const [entry] = (await admin.get('/api/admin/audit-log?action=exported')).json()
  expect(entry).toMatchObject({ subject: 'user', subjectId: graceId, ipAddress: '127.0.0.1' })
  expect((await admin.get('/api/admin/users/999999/data')).statusCode).toBe(404)

  const { browser: other } = await signInAs(shop)
  const foreign = await other.get('/api/user/data')
  expect(foreign.statusCode).toBe(200)
  expect(foreign.body).not.toMatch(/grace|heron|Bredgade|Holm/i)
  expect((await other.get(`/api/admin/users/${graceId}/data`)).statusCode).toBe(403)
})

test('of a customer who was erased an admin downloads no invoice, as the invoice itself is not shown', async () => {
  const { graceId } = await buyAndWork()
  const { browser: admin } = await signInAsAdmin(shop)
  const read = () => admin.get(`/api/admin/users/${graceId}/data`)
  expect((await read()).json<PersonalData>().invoices).toHaveLength(1)
  await shop.db('orders').where({ paymentStatus: 'paid' }).update({ status: 'completed' })
  expect((await admin.post(`/api/admin/users/${graceId}/erasure`)).statusCode).toBe(204)
  await shop.finishJobs()
  const data = await read()
  expect(data.json<PersonalData>().invoices).toEqual([])
  expect(data.body).not.toMatch(/grace|heron|Bredgade|Holm/i)
})

test('an account with somebody else’s address lists none of the mails to it', async () => {
  const { db } = shop
  const { browser } = await signInAs(shop, { email: 'accountant@example.com', emailVerifiedAt: null })
  await db('outbox').insert([
    {
      kind: 'notification',
      payload: { notificationId: 1, recipientId: 1 },
      toEmail: 'accountant@example.com',
    },
    {
      kind: 'password_reset',
      payload: { email: 'accountant@example.com' },
      toEmail: 'accountant@example.com',
    },
  ])
  expect((await browser.get('/api/user/data')).json<PersonalData>().mails).toEqual([])
})
