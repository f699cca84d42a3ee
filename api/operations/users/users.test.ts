import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#api/contract/operations/jobs.ts'
import type { UserPage } from '#api/contract/operations/users.ts'
import type { ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { signIn } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertMessage, insertOrder, insertPaidOrder, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'off' } })
let ada: SignedIn
let admin: Visitor
beforeEach(async () => {
  ada = await signInAsAdmin(shop)
  admin = ada.browser
})

const newUser = (fields: Record<string, unknown> = {}) => ({
  firstName: '  Noor ',
  lastName: 'Aziz',
  email: 'noor@shop.example',
  password: 'a-fine-secret',
  ...fields,
})

/** @returns the newest mail to the address */
async function receiveMail(to: string): Promise<{ kind: string; text: string }> {
  await shop.finishJobs()
  const [sent] = await OutboxMessage.query(shop.db)
    .where({ toEmail: to, state: 'sent' })
    .orderBy('id', 'desc')
  const { text = '' } = await PostalMime.parse(await readFile(join(shop.mailDir, `${sent?.messageId}.eml`)))
  return { kind: sent?.kind ?? '', text }
}

const BAD_FIELDS: [string, unknown][] = [
  ['firstName', 'N'],
  ['lastName', undefined],
  ['email', 'noor'],
  ['password', '12345'],
  ['company', 'x'.repeat(201)],
  ['taxId', 7],
  ['isAdmin', 'true'],
  ['isStaff', 1],
]

describe('making an account', () => {
  test('gives the flags that were ticked, and the account can sign in', async () => {
    const response = await admin.post('/api/admin/users', newUser({ isStaff: true, company: 'The shop' }))
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      firstName: 'Noor',
      email: 'noor@shop.example',
      company: 'The shop',
      city: '',
      taxId: null,
      isStaff: true,
      isAdmin: false,
    })
    const noor = await signIn(shop, 'noor@shop.example', 'a-fine-secret')
    expect((await noor.get('/api/staff/assignments')).statusCode).toBe(200)
    expect((await noor.get('/api/admin/users')).statusCode).toBe(403)
  })

  test('mails a link by which its owner chooses the password and proves the address', async () => {
    const { password: _, ...form } = newUser({ isStaff: true })
    const made = await admin.post('/api/admin/users', form)
    expect(made.json()).toMatchObject({ isEmailVerified: false })
    const login = (password: string) =>
      new Visitor(shop).post('/api/auth/login', { email: form.email, password })
    expect((await login('none')).statusCode).toBe(400)
    expect((await login('anything-at-all')).statusCode).toBe(401)
    const { kind, text } = await receiveMail(form.email)
    expect([kind, text]).toEqual(['invitation', expect.stringContaining('for 48 hours')])
    const [, token] = /reset-password#token=([\w-]{43})/.exec(text) ?? []
    const chosen = await new Visitor(shop).post('/api/auth/reset-password', {
      token,
      newPassword: 'a-fine-secret',
    })
    expect(chosen.statusCode).toBe(200)
    expect((await login('a-fine-secret')).json()).toMatchObject({ isEmailVerified: true, isStaff: true })
  })

  test('mails that there is a password where the admin has typed one, without it', async () => {
    await admin.post('/api/admin/users', newUser({ isStaff: true, password: 'ledger-river-41-moss' }))
    const { text } = await receiveMail('noor@shop.example')
    expect(text).toContain('has created an account with a password')
    expect(text).toContain('Ask them for it, or choose your own')
    expect(text).not.toContain('ledger-river')
  })

  test('refuses an e-mail that is taken, whatever its case', async () => {
    await admin.post('/api/admin/users', newUser())
    const response = await admin.post('/api/admin/users', newUser({ email: 'NOOR@Shop.example' }))
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'email_taken', issues: [{ path: 'email' }] })
  })

  test('ignores unknown fields', async () => {
    const extra = { id: 77, passwordHash: 'mine', createdAt: '2000-01-01T00:00:00Z' }
    const response = await admin.post('/api/admin/users', newUser(extra))
    expect([response.statusCode, response.json()]).toMatchObject([201, { isStaff: false, isAdmin: false }])
    const stored = await User.query(shop.db).findOne({ email: 'noor@shop.example' }).throwIfNotFound()
    expect(stored.id).not.toBe(77)
    expect(stored.passwordHash).toMatch(/^\$argon2id\$/)
    expect(stored.createdAt.getFullYear()).toBeGreaterThan(2000)
  })

  test('is refused where a value is missing or wrong', async () => {
    for (const [field, value] of BAD_FIELDS) {
      const response = await admin.post('/api/admin/users', newUser({ [field]: value }))
      expect(response.statusCode, `${field} = ${JSON.stringify(value)}`).toBe(400)
      expect(response.json()).toMatchObject({ issues: [{ path: field }] })
    }
    expect(await User.query(shop.db).resultSize()).toBe(1)
  })
})

describe('changing roles', () => {
  test('signs the user out everywhere, and the next sign-in has the new rights', async () => {
    const clara = await signInAs(shop, { email: 'clara@shop.example' })
    const elsewhere = await openSession(shop, clara.user.id)
    const response = await admin.patch(`/api/admin/users/${clara.user.id}`, { isStaff: true })
    expect(response.json()).toMatchObject({ id: clara.user.id, isStaff: true, isAdmin: false })
    for (const browser of [clara.browser, elsewhere])
      expect((await browser.get('/api/auth/me')).statusCode).toBe(401)
    const again = await signIn(shop, 'clara@shop.example', 'a-fine-secret')
    expect((await again.get('/api/staff/assignments')).statusCode).toBe(200)
  })

  test('that are set already changes nothing and signs nobody out', async () => {
    const clara = await signInAs(shop, { isStaff: true })
    const before = await User.query(shop.db).findById(clara.user.id)
    for (const roles of [{ isStaff: true }, { isAdmin: false }, {}]) {
      expect((await admin.patch(`/api/admin/users/${clara.user.id}`, roles)).statusCode).toBe(200)
    }
    expect((await clara.browser.get('/api/auth/me')).statusCode).toBe(200)
    expect(await User.query(shop.db).findById(clara.user.id)).toEqual(before)
  })

  test('changes nothing but the flags', async () => {
    const clara = await insertUser(shop.db)
    const extra = { isStaff: true, email: 'evil@example.com', passwordHash: 'mine', id: 99 }
    expect((await admin.patch(`/api/admin/users/${clara.id}`, extra)).statusCode).toBe(200)
    const { updatedAt: _, ...stored } = await User.query(shop.db).findById(clara.id).throwIfNotFound()
    const { updatedAt: __, ...before } = clara
    const moved = { changedIn: expect.any(String), changedAt: expect.any(Date) }
    expect(stored).toEqual({ ...before, ...moved, isStaff: true })
  })

  test('the last admin keeps the flag', async () => {
    const response = await admin.patch(`/api/admin/users/${ada.user.id}`, { isAdmin: false, isStaff: true })
    expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'last_admin' }])
    expect((await admin.get('/api/auth/me')).json()).toMatchObject({ isAdmin: true, isStaff: false })
  })

  test('one admin is left, however many are demoted at once', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => insertUser(shop.db, { isAdmin: true })))
    const ids = [ada.user.id, ...others.map(({ id }) => id)]
    const demote = async (id: number, by: number) =>
      (await openSession(shop, by)).patch(`/api/admin/users/${id}`, { isAdmin: false })
    const themselves = await Promise.all(ids.map((id) => demote(id, id)))
    expect(themselves.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 409])
    expect(await User.query(shop.db).where({ isAdmin: true }).resultSize()).toBe(1)
  })

  test('who was demoted demotes nobody, however many demote each other at once', async () => {
    const admins = await Promise.all([1, 2, 3, 4].map(() => insertUser(shop.db, { isAdmin: true })))
    const browsers = await Promise.all(admins.map(({ id }) => openSession(shop, id)))
    const ring = await Promise.all(
      browsers.map((browser, index) =>
        browser.patch(`/api/admin/users/${admins.at(index - 1)?.id}`, { isAdmin: false }),
      ),
    )
    const statuses = ring.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([])
    const demoted = statuses.filter((status) => status === 200).length
    expect(demoted).toBeLessThan(4)
    expect(await User.query(shop.db).where({ isAdmin: true }).resultSize()).toBe(5 - demoted)
  })
})

test('a person’s page has their figures, the last line of each conversation, notes and sign-ins, and nobody else’s', async () => {
  const { db } = shop
  const { user, browser } = ada
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
  const written = { authorId: user.id, authorRole: 'admin' as const }
  await insertMessage(db, { ...written, orderId: first, text: 'Hello' })
  await insertMessage(db, { authorId: userId, orderId: first, text: 'The last word' })
  await insertMessage(db, { ...written, orderId: second, text: 'Another order' })
  await insertMessage(db, { ...written, orderId: second, text: 'A careful person', isTeamOnly: true })
  await insertMessage(db, { ...written, orderId: foreign.id, text: 'Foreign' })
  await insertMessage(db, { ...written, orderId: foreign.id, text: 'Foreign note', isTeamOnly: true })
  await new Visitor(shop).post('/api/auth/login', { email, password: 'a-wrong-secret' })

  const page = (await browser.get(`/api/admin/users/${userId}`)).json<UserPage>()
  expect(page).toMatchObject({
    user: { id: userId, email },
    orders: 2,
    paid: '120.00',
    refunded: '20.00',
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
  const { browser } = ada
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
