/** Mails to account owners, caused by API calls and read from a mail server. */

import { beforeEach, describe, expect, test } from 'vitest'
import { brand } from '#api/content/content.ts'
import type { AccountEvent } from '#api/contract/operations/mail-kinds.ts'
import { openSmtpServer, type ReceivedMail } from '#api/platform/mail/testing/smtp-server.ts'
import { signInAsAdmin } from '#api/testing/back-office.ts'
import { buyerForm, payOrder, placeModalOrder } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import type { User } from '#db/models/people/user.ts'
import { OutboxMessage } from '#db/models/platform/outbox-message.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'
import { queueAccountNotice } from './account-notice.ts'
import { issueEmailToken, issueResetToken } from './mailed-links/mailed-token.ts'

const smtp = await openSmtpServer()
const shop = openTestApp({
  variables: { SMTP_URL: smtp.url, PUBLIC_ORIGIN: 'http://shop.example', TRUST_PROXY: '127.0.0.1' },
})
const PASSWORD = 'a-fine-secret'
const HEADERS = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }
const CALLER = ['Firefox on Linux', '203.0.113.7']

let owner: User
beforeEach(async () => {
  smtp.mails.length = 0
  owner = await insertUser(shop.db, { email: 'owner@example.com', passwordHash: await hashCheaply(PASSWORD) })
})

/** @returns recipient and subject of each due notice, sorted */
async function receive(): Promise<(readonly [to: string | undefined, about: string])[]> {
  await shop.finishJobs()
  return smtp.mails
    .filter(({ subject }) => subject?.startsWith(`Your ${brand.name} account: `))
    .map(({ recipients, subject }) => [recipients[0], subject?.split(': ')[1] ?? ''] as const)
    .sort()
}

const login = (browser = new Visitor(shop), email = owner.email) =>
  browser.call('POST', '/api/auth/login', { email, password: PASSWORD }, HEADERS)

/** Checks both parts, text and HTML. */
function expectFacts({ text = '', html = '' }: ReceivedMail, facts: string[]): void {
  for (const fact of facts) for (const part of [text, html]) expect(part).toContain(fact)
}

describe('a sign-in by a browser that is new to the account', () => {
  test('is told with when, which device and which address, and what to do if it was somebody else', async () => {
    await login()
    expect(await receive()).toEqual([])
    const thief = new Visitor(shop)
    await login(thief)
    expect(await receive()).toEqual([['owner@example.com', 'new sign-in']])
    const [mail] = smtp.mails as [ReceivedMail]
    expectFacts(mail, [...CALLER, 'http://shop.example/#forgot-password'])
    expect(mail.text).toMatch(/When: \d+ \w+ \d{4}, \d\d:\d\d UTC\n/)
    expect(mail.text).not.toContain(owner.firstName)
    await login(thief)
    expect(await receive()).toHaveLength(1)
  })

  test('is not told to two accounts that one browser signs in to by turns', async () => {
    const other = await insertUser(shop.db, { email: 'other@example.com', passwordHash: owner.passwordHash })
    const browser = new Visitor(shop)
    for (const { email } of [owner, other, owner, other]) await login(browser, email)
    expect(await receive()).toEqual([])
  })

  test('is told where the token of a purchase opened the account, but not to who has just registered or bought', async () => {
    await new Visitor(shop).post('/api/auth/register', buyerForm({ email: 'new@example.com' }))
    const { id: packageId } = await insertPackage(shop.db)
    const buy = async (email: string) => {
      const browser = new Visitor(shop)
      const order = await placeModalOrder(browser, { packageId, finalAmount: 1299, form: { email } })
      const { sessionId } = (await payOrder(shop, browser, order)).json<{ sessionId: string }>()
      expect((await browser.post('/api/auth/session-login', { sessionId })).statusCode).toBe(200)
    }
    await buy('buyer@example.com')
    expect(await receive()).toEqual([])
    await buy('buyer@example.com')
    expect(await receive()).toEqual([['buyer@example.com', 'new sign-in']])
  })
})

test('a changed password is told, whether it was changed with the one before or by the link of a mail', async () => {
  const browser = await openSession(shop, owner.id)
  await browser.call(
    'PUT',
    '/api/user/password',
    { currentPassword: PASSWORD, newPassword: 'another-secret' },
    HEADERS,
  )
  const token = await issueResetToken(shop.db, shop.env, { userId: owner.id, messageId: crypto.randomUUID() })
  const body = { token, newPassword: 'a-third-secret' }
  await new Visitor(shop).call('POST', '/api/auth/reset-password', body, HEADERS)
  expect(await receive()).toEqual([
    ['owner@example.com', 'password changed'],
    ['owner@example.com', 'password changed'],
  ])
  for (const mail of smtp.mails) expectFacts(mail, CALLER)
})

test('a changed address is told to the address before', async () => {
  const browser = await openSession(shop, owner.id)
  const change = { userId: owner.id, email: 'thief@example.com', messageId: crypto.randomUUID() }
  const token = await issueEmailToken(shop.db, shop.env, change)
  expect((await browser.call('POST', '/api/auth/confirm-email', { token }, HEADERS)).statusCode).toBe(200)
  expect(await receive()).toEqual([['owner@example.com', 'email address changed']])
  expectFacts(smtp.mails[0] as ReceivedMail, CALLER)
  expect(smtp.mails[0]?.text).not.toContain('thief@')
})

test('changed permissions, and a disabled or enabled account, are told without the address of the admin', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  const url = `/api/admin/users/${owner.id}`
  await admin.call('PATCH', url, { isStaff: true }, HEADERS)
  await admin.call('PUT', `${url}/disabled`, { isDisabled: true }, HEADERS)
  await admin.call('PUT', `${url}/disabled`, { isDisabled: false }, HEADERS)
  // Calls that change nothing.
  await admin.call('PUT', `${url}/disabled`, { isDisabled: false }, HEADERS)
  expect(await receive()).toEqual([
    ['owner@example.com', 'permissions changed'],
    ['owner@example.com', 'sign-in disabled'],
    ['owner@example.com', 'sign-in enabled'],
  ])
  const rights = smtp.mails.find(({ subject }) => subject?.endsWith('permissions changed'))
  expectFacts(rights as ReceivedMail, ['Permissions now', 'Staff', 'An admin of the shop'])
  expect(JSON.stringify(smtp.mails)).not.toContain(CALLER[1])
})

test.each<[AccountEvent, string]>([
  ['passkey_added', 'passkey added'],
  ['passkey_removed', 'passkey removed'],
  ['authenticator_added', 'authenticator app added'],
  ['authenticator_removed', 'authenticator app removed'],
  ['recovery_codes_made', 'new recovery codes'],
  ['recovery_code_used', 'recovery code used'],
  ['second_factor_reset', 'second factor reset'],
])('notices about the second factor %s', async (event, about) => {
  const caller = { ipAddress: '203.0.113.7', userAgent: HEADERS['user-agent'] }
  await shop.db.transaction((trx) => queueAccountNotice(shop.jobs, trx, owner, event, caller))
  expect(await receive()).toEqual([['owner@example.com', about]])
  expectFacts(smtp.mails[0] as ReceivedMail, CALLER)
})

test('a flood of notices hides none of another kind, and an address that nobody has proved gets one of each', async () => {
  const queue = (user: User, event: AccountEvent) =>
    shop.db.transaction((trx) => queueAccountNotice(shop.jobs, trx, user, event))
  const newcomer = await insertUser(shop.db, { email: 'victim@example.com', emailVerifiedAt: null })
  for (let nth = 0; nth < 30; nth += 1) await queue(owner, 'new_device')
  for (let nth = 0; nth < 3; nth += 1) await queue(newcomer, 'new_device')
  await queue(owner, 'password_changed')
  await queue(newcomer, 'password_changed')
  const told = (await receive()).map((notice) => notice.join(' '))
  const count = (notice: string) => told.filter((each) => each === notice).length
  expect(count('owner@example.com new sign-in')).toBe(20)
  expect(count('owner@example.com password changed')).toBe(1)
  expect(count('victim@example.com new sign-in')).toBe(1)
  expect(count('victim@example.com password changed')).toBe(1)
  expect(await OutboxMessage.query(shop.db).where({ state: 'skipped' }).resultSize()).toBe(12)
})
