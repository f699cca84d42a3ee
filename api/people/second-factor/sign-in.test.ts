/** Attempts to bypass the second factor by somebody who knows the password. */

import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { issueEmailToken, issueResetToken } from '#api/people/auth/mailed-links/mailed-token.ts'
import { payOrder, placeModalOrder } from '#api/testing/buyer.ts'
import {
  addPasskey,
  addTotp,
  givePassword,
  insertOwner,
  PASSWORD,
  totpCode,
} from '#api/testing/second-factor.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { countAwaitedLocks, waitUntil } from '#api/testing/wait-until.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { RecoveryCode } from '#db/models/people/second-factor.ts'
import { Session } from '#db/models/people/session.ts'
import { User } from '#db/models/people/user.ts'
import { insertPackage } from '#db/testing/builders.ts'

const shop = openTestApp()

const giveCode = (visitor: Visitor, code: string) =>
  visitor.post('/api/auth/second-factor', { method: 'totp', code })
const giveRecoveryCode = (visitor: Visitor, code: string) =>
  visitor.post('/api/auth/second-factor', { method: 'recovery_code', code })

async function insertProtected() {
  const owner = await insertOwner(shop)
  return { ...owner, ...(await addTotp(owner.browser)) }
}

/** A browser in which only the password was given. */
async function openPending() {
  const owner = await insertProtected()
  return { ...owner, thief: (await givePassword(shop, owner.user)).browser }
}

describe('the password of an account with a second factor', () => {
  test('opens no session, and says which factors there are', async () => {
    const { user, browser } = await insertProtected()
    await addPasskey(shop, browser)
    const { browser: thief, response } = await givePassword(shop, user)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'second_factor_needed', factors: ['passkey', 'totp'] })
    expect([...thief.cookies.keys()]).toEqual(['second_factor'])
    expect(response.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', maxAge: 600 }])
    expect(await Session.query(shop.db).where({ userId: user.id }).resultSize()).toBe(1)
  })

  test('and nothing else opens no call but those that ask for the factor', async () => {
    const { thief } = await openPending()
    const guarded = shop.app.routeTable.filter(({ access }) => !['public', 'optional'].includes(access))
    expect(guarded.length).toBeGreaterThan(50)
    for (const { method, url } of guarded) {
      const path = url.replaceAll(/:\w+/g, '1')
      const { statusCode } = await thief.call(method as 'GET', path, method === 'GET' ? undefined : {})
      expect(statusCode, `${method} ${url}`).toBe(401)
    }
  })

  test('signs in with a code under a session of its own, known as a device, and the cookie between is gone', async () => {
    const { user, secret } = await insertProtected()
    const { browser: owner } = await givePassword(shop, user)
    const signedIn = await giveCode(owner, totpCode(secret, 1))
    expect([signedIn.statusCode, signedIn.json()]).toMatchObject([200, { id: user.id, factors: ['totp'] }])
    expect([...owner.cookies.keys()].sort()).toEqual([
      ...['browser', 'device', 'session_name', 'sid', 'signed_in'],
    ])
    expect(await statusOf(owner)).toBe(200)
  })

  test('is asked for again when it was changed meanwhile', async () => {
    const { user, secret, thief } = await openPending()
    await user.$query(shop.db).patch({ passwordHash: 'another' })
    expect((await giveCode(thief, totpCode(secret, 1))).json()).toMatchObject({
      code: 'second_factor_expired',
    })
  })

  test('is asked for again after ten minutes', async () => {
    const { thief } = await openPending()
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    expect((await giveCode(thief, '000000')).json()).toMatchObject({ code: 'second_factor_expired' })
  })

  test('is not replaced by a cookie of one’s own making', async () => {
    const { user, secret, thief } = await openPending()
    const genuine = thief.cookies.get('second_factor') ?? ''
    const [value = '', signature] = genuine.split('.')
    const claim = JSON.parse(Buffer.from(value, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...claim, expiresAtMs: 1e15 })).toString('base64url')
    // A session's cookie, signed with the same secret, does not work either.
    const session = (await openSession(shop, user.id)).cookies.get('sid') ?? ''
    for (const cookie of [`${forged}.${signature}`, session, value, 'x']) {
      thief.cookies.set('second_factor', cookie)
      expect((await giveCode(thief, totpCode(secret, 1))).statusCode).toBe(401)
    }
  })

  test('does not open a disabled account', async () => {
    const { user, secret, thief } = await openPending()
    await user.$query(shop.db).patch({ disabledAt: new Date() })
    expect((await giveCode(thief, totpCode(secret, 1))).json()).toMatchObject({ code: 'account_disabled' })
  })
})

describe('the second factor is not bypassed', () => {
  test('by the link that sets a password: it stays, and is asked for', async () => {
    const { user } = await insertProtected()
    const token = await issueResetToken(shop.db, shop.env, { userId: user.id, messageId: 'a-mail' })
    const thief = new Visitor(shop)
    const body = { token, newPassword: PASSWORD }
    expect((await thief.post('/api/auth/reset-password', body)).statusCode).toBe(200)
    expect(await statusOf(thief)).toBe(401)
    const { response } = await givePassword(shop, user, thief)
    expect(response.json()).toMatchObject({ code: 'second_factor_needed' })
  })

  test('by the link that confirms an address: it opens nothing', async () => {
    const { user } = await insertProtected()
    const { id: userId, email } = user
    const token = await issueEmailToken(shop.db, shop.env, { userId, email, messageId: 'a-mail' })
    const { browser: thief } = await givePassword(shop, user)
    expect((await thief.post('/api/auth/confirm-email', { token })).statusCode).toBe(401)
  })

  test('by a purchase with the account’s password: it is paid, and signs nobody in', async () => {
    const { user } = await insertProtected()
    const pkg = await insertPackage(shop.db)
    const thief = new Visitor(shop)
    const form = { email: user.email, password: PASSWORD }
    const order = await placeModalOrder(thief, { packageId: pkg.id, finalAmount: 1299, form })
    const paid = await payOrder(shop, thief, order)
    expect(paid.statusCode).toBe(200)
    expect(paid.json()).not.toHaveProperty('sessionId')
    expect(await statusOf(thief)).toBe(401)
  })

  test('by a purchase’s sessionId from before it was added', async () => {
    const { user, browser } = await insertOwner(shop)
    const pkg = await insertPackage(shop.db)
    const thief = new Visitor(shop)
    const form = { email: user.email, password: PASSWORD }
    const order = await placeModalOrder(thief, { packageId: pkg.id, finalAmount: 1299, form })
    const { sessionId } = (await payOrder(shop, thief, order)).json()
    expect(sessionId).toEqual(expect.any(String))
    await addTotp(browser)
    expect((await thief.post('/api/auth/session-login', { sessionId })).statusCode).toBe(401)
    expect(await statusOf(thief)).toBe(401)
  })

  test('by a session from before it was added, apart from the one that added it', async () => {
    const { user, browser } = await insertOwner(shop)
    const { browser: thief } = await givePassword(shop, user)
    expect(await statusOf(thief)).toBe(200)
    await addTotp(browser)
    expect(await statusOf(thief)).toBe(401)
    expect(await statusOf(browser)).toBe(200)
    // A further factor ends no sessions.
    const { browser: other } = await insertOwner(shop, { email: 'other@example.com' })
    await addPasskey(shop, browser)
    expect(await statusOf(other)).toBe(200)
  })

  test('by a sign-in that is in flight while it is added', async () => {
    const { user } = await insertOwner(shop)
    const adding = await shop.db.transaction()
    await User.query(adding)
      .findById(user.id)
      .patch({ factors: ['totp'] })
    const thief = new Visitor(shop)
    // The factor is not committed yet: storing the session waits for the user's row.
    const login = givePassword(shop, user, thief)
    await waitUntil(async () => (await countAwaitedLocks(shop.db)) > 0)
    await adding.commit()
    await login
    expect(await statusOf(thief)).toBe(401)
  })

  test('by changing the password: the session that does it stays the owner’s', async () => {
    const { browser } = await insertProtected()
    const body = { currentPassword: PASSWORD, newPassword: 'another-long-secret' }
    expect((await browser.put('/api/user/password', body)).statusCode).toBe(204)
    expect(await statusOf(browser)).toBe(200)
    // But the password is not a proof here.
    expect((await browser.get('/api/user/second-factor')).json()).toMatchObject({ isProved: false })
  })
})

test('a stranger who made an account with somebody’s address puts no second factor on it', async () => {
  const { user, browser } = await insertOwner(shop, { emailVerifiedAt: null })
  for (const path of ['/api/user/passkeys/options', '/api/user/totp']) {
    const refused = await browser.post(path)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'email_unverified'])
  }
  // A setup that began while the address was verified cannot be confirmed either.
  await user.$query(shop.db).patch({ emailVerifiedAt: new Date() })
  const { secret } = (await browser.post('/api/user/totp')).json()
  await user.$query(shop.db).patch({ emailVerifiedAt: null })
  expect((await browser.post('/api/user/totp/confirm', { code: totpCode(secret) })).statusCode).toBe(409)
})

describe('recovery codes', () => {
  test('are ten, with the first factor alone, and each signs in once, however it is typed', async () => {
    const { user, browser, recoveryCodes } = await insertProtected()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    expect((await addPasskey(shop, browser)).recoveryCodes).toEqual([])
    const [code = ''] = recoveryCodes
    const { browser: owner } = await givePassword(shop, user)
    expect((await giveRecoveryCode(owner, ` ${code.toUpperCase().replaceAll('-', ' ')}`)).statusCode).toBe(
      200,
    )
    const { browser: thief } = await givePassword(shop, user)
    expect((await giveRecoveryCode(thief, code)).json()).toMatchObject({ code: 'wrong_code' })
    expect((await owner.get('/api/user/second-factor')).json()).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test('lie hashed in the database, and end with the ones that replace them and with the last factor', async () => {
    const { user, browser, recoveryCodes } = await insertProtected()
    const stored = JSON.stringify(await RecoveryCode.query(shop.db))
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''))
    const renewed = await browser.post('/api/user/recovery-codes')
    expect(renewed.statusCode).toBe(201)
    const { browser: thief } = await givePassword(shop, user)
    expect((await giveRecoveryCode(thief, recoveryCodes[0] ?? '')).statusCode).toBe(400)
    expect((await browser.call('DELETE', '/api/user/totp')).statusCode).toBe(204)
    expect(await RecoveryCode.query(shop.db).resultSize()).toBe(0)
    expect((await browser.post('/api/user/recovery-codes')).json()).toMatchObject({
      code: 'no_second_factor',
    })
  })

  test('of somebody else sign nobody in', async () => {
    const { user } = await insertProtected()
    const { recoveryCodes } = await insertProtected()
    const { browser: thief } = await givePassword(shop, user)
    expect((await giveRecoveryCode(thief, recoveryCodes[0] ?? '')).statusCode).toBe(400)
  })
})

test('every change of factors, every code of recovery and every failure is in the audit log', async () => {
  const { user, browser, recoveryCodes } = await insertProtected()
  const { browser: owner } = await givePassword(shop, user)
  await giveCode(owner, '000000')
  await giveRecoveryCode(owner, recoveryCodes[0] ?? '')
  const { id } = await addPasskey(shop, browser)
  await browser.call('DELETE', `/api/user/passkeys/${id}`)
  await browser.post('/api/user/recovery-codes')
  const entries = await AuditEntry.query(shop.db).withGraphFetched('details').orderBy('id')
  const told = entries.map(({ action, actorId, subjectId, changes: [change] }) => {
    expect(subjectId).toBe(user.id)
    return [action, actorId === user.id, ...(change ? [change.field, change.to] : [])]
  })
  expect(told).toEqual([
    ['updated', true, 'authenticatorApp', 'added'],
    ['second_factor_failed', false],
    ['updated', true, 'recoveryCodes', 'one used'],
    ['signed_in', true],
    ['updated', true, 'passkey', 'added'],
    ['updated', true, 'passkey', 'removed'],
    ['updated', true, 'recoveryCodes', 'renewed'],
  ])
  expect(entries.every(({ details }) => details?.ipAddress === '127.0.0.1')).toBe(true)
})
