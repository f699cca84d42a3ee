import { beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '#api/contract/platform/audit.ts'
import { fetchList, type SignedIn, signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { buyerForm } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import type { User } from '#db/models/people/user.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'
import { issueEmailToken } from './mailed-links/mailed-token.ts'

const PASSWORD = 'the-right-secret'

const shop = openTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } })
let ada: SignedIn
let clara: User
beforeEach(async () => {
  ada = await signInAsAdmin(shop)
  clara = await insertUser(shop.db, {
    email: 'clara@shop.example',
    passwordHash: await hashCheaply(PASSWORD),
  })
})

const callFrom = (ipAddress: string, visitor: Visitor, ...[method, url, body]: Parameters<Visitor['call']>) =>
  visitor.call(method, url, body, { 'x-forwarded-for': ipAddress })
const signIn = (email: string, password: string, visitor = new Visitor(shop)) =>
  callFrom('203.0.113.7', visitor, 'POST', '/api/auth/login', { email, password })
/** Newest first. */
const entries = async (query = '') =>
  (await fetchList<AuditEntry>(ada.browser, `/api/admin/audit-log${query}`)).rows

test('who signs in and out is recorded with the address', async () => {
  const visitor = new Visitor(shop)
  await signIn(clara.email, PASSWORD, visitor)
  await callFrom('198.51.100.4', visitor, 'POST', '/api/auth/logout')
  // Already signed out.
  await callFrom('198.51.100.4', visitor, 'POST', '/api/auth/logout')
  const { id, firstName, lastName } = clara
  const about = {
    actor: { id, firstName, lastName },
    subject: 'user',
    subjectId: id,
    subjectLabel: clara.email,
    changes: [],
  }
  expect(await entries()).toMatchObject([
    { ...about, action: 'signed_out', ipAddress: '198.51.100.4' },
    { ...about, action: 'signed_in', ipAddress: '203.0.113.7' },
  ])
})

test('whoever guesses a password leaves the address and the account, and a guess at no account leaves no e-mail', async () => {
  await signIn(clara.email, 'a-wrong-guess')
  await signIn('nobody@elsewhere.example', 'a-wrong-guess')
  const failed = { actor: null, action: 'sign_in_failed', subject: 'user', ipAddress: '203.0.113.7' }
  expect(await entries('?action=sign_in_failed')).toMatchObject([
    { ...failed, subjectId: null, subjectLabel: 'No such account' },
    { ...failed, subjectId: clara.id, subjectLabel: clara.email },
  ])
  const { rows } = await shop.db.raw('SELECT * FROM audit_log LEFT JOIN audit_details ON audit_id = id')
  expect(JSON.stringify(rows)).not.toMatch(/nobody@elsewhere|a-wrong-guess/)
})

test('a password that is guessed by ordering with it leaves the same', async () => {
  const { id: packageId } = await insertPackage(shop.db)
  const userData = buyerForm({ email: clara.email, password: 'a-wrong-guess' })
  const order = { packageId, finalAmount: 1299, userData }
  await callFrom('203.0.113.7', new Visitor(shop), 'POST', '/api/create-order', order)
  expect(await entries()).toMatchObject([
    { actor: null, action: 'sign_in_failed', subjectId: clara.id, ipAddress: '203.0.113.7' },
  ])
})

test('an account that is made signs in, and that is recorded', async () => {
  const form = buyerForm({ email: 'noor@shop.example' })
  await callFrom('203.0.113.7', new Visitor(shop), 'POST', '/api/auth/register', form)
  expect(await entries()).toMatchObject([
    { action: 'signed_in', subjectLabel: 'noor@shop.example', ipAddress: '203.0.113.7' },
  ])
})

test('a changed password and changed rights are recorded with the address', async () => {
  const noor = await signInAs(shop, { email: 'noor@shop.example' })
  await callFrom('203.0.113.7', noor.browser, 'PUT', '/api/user/password', {
    currentPassword: 'a-fine-secret',
    newPassword: 'another-secret',
  })
  await callFrom('198.51.100.4', ada.browser, 'PATCH', `/api/admin/users/${noor.user.id}`, { isAdmin: true })
  expect(await entries()).toMatchObject([
    {
      actor: { id: ada.user.id },
      changes: [{ field: 'isAdmin', from: false, to: true }],
      ipAddress: '198.51.100.4',
    },
    { actor: { id: noor.user.id }, changes: [{ field: 'password' }], ipAddress: '203.0.113.7' },
  ])
})

test('an address that is proved by its link is recorded with the caller’s', async () => {
  const { id: userId, email } = await insertUser(shop.db, { emailVerifiedAt: null })
  const token = await issueEmailToken(shop.db, shop.env, { userId, email, messageId: crypto.randomUUID() })
  const browser = await openSession(shop, userId)
  await callFrom('203.0.113.7', browser, 'POST', '/api/auth/confirm-email', { token })
  expect(await entries()).toMatchObject([
    {
      actor: { id: userId },
      subjectId: userId,
      ipAddress: '203.0.113.7',
      changes: [{ field: 'isEmailVerified', from: false, to: true }],
    },
  ])
})

test.each(['user', 'order', 'registration', 'coupon'])(
  'an admin who takes the list of each %s away leaves an entry',
  async (subject) => {
    const url = `/api/admin/${subject}s.csv`
    expect((await callFrom('198.51.100.4', ada.browser, 'GET', url)).statusCode).toBe(200)
    expect(await entries()).toMatchObject([
      {
        actor: { id: ada.user.id },
        action: 'exported',
        subject,
        subjectId: null,
        subjectLabel: `${subject}s.csv`,
        ipAddress: '198.51.100.4',
      },
    ])
  },
)
