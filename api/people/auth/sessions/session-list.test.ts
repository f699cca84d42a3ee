import { promisify } from 'node:util'
import type { Session as StoredSession } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '#api/contract/people/auth.ts'
import { signInAs, signInAsAdmin } from '#api/testing/back-office.ts'
import { buyerForm, signIn } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'
import { describeDevice, KnexSessionStore } from './session-store.ts'

const shop = openTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } })

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const PASSWORD = 'a-fine-secret'
const EMAIL = 'owner@shop.example'

const login = async (headers: Record<string, string> = {}) => {
  const visitor = new Visitor(shop)
  const response = await visitor.call(
    'POST',
    '/api/auth/login',
    { email: EMAIL, password: PASSWORD },
    headers,
  )
  return { visitor, response }
}
const list = async (visitor: Visitor) => (await visitor.get('/api/user/sessions')).json<Session[]>()

let userId: number
let owner: Visitor
beforeEach(async () => {
  const { user, browser } = await signInAs(shop, { email: EMAIL })
  userId = user.id
  owner = browser
})

describe('the list of sessions', () => {
  test('names the device, its address and the session that asks, never what the cookie holds', async () => {
    await login({ 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.7' })
    const sessions = await list(owner)
    expect(sessions).toEqual([
      expect.objectContaining({ isCurrent: true }),
      expect.objectContaining({ device: 'Firefox on Linux', address: '203.0.113.7', isCurrent: false }),
    ])
    const { rows } = await shop.db.raw<{ rows: { hash: string }[] }>(
      `SELECT encode(id_hash, 'hex') AS hash FROM sessions`,
    )
    for (const { hash } of rows) expect(JSON.stringify(sessions)).not.toContain(hash)
  })

  test('leaves out sessions that are over', async () => {
    await openSession(shop, userId, { lastSeenAt: `now() - interval '31 minutes'` })
    await openSession(shop, userId, { expiresAt: `now() - interval '1 minute'` })
    await (await login()).visitor.post('/api/auth/logout')
    expect(await list(owner)).toHaveLength(1)
  })

  test('a thief is signed out by the owner, alone or with all others', async () => {
    const thief = (await login({ 'user-agent': FIREFOX })).visitor
    const laptop = (await login()).visitor
    const stolen = (await list(owner)).find(({ device }) => device === 'Firefox on Linux')
    expect((await owner.call('DELETE', `/api/user/sessions/${stolen?.id}`)).statusCode).toBe(204)
    expect([await statusOf(thief), await statusOf(laptop)]).toEqual([401, 200])
    expect((await owner.call('DELETE', '/api/user/sessions')).statusCode).toBe(204)
    expect([await statusOf(owner), await statusOf(laptop)]).toEqual([200, 401])
  })

  test('nobody ends a session of somebody else', async () => {
    const stranger = await openSession(shop, (await insertUser(shop.db)).id)
    const [session] = await list(owner)
    expect((await stranger.call('DELETE', `/api/user/sessions/${session?.id}`)).statusCode).toBe(404)
    await stranger.call('DELETE', '/api/user/sessions')
    expect(await statusOf(owner)).toBe(200)
  })
})

describe('a disabled account', () => {
  const setDisabled = (admin: Visitor, id: number, isDisabled: boolean) =>
    admin.put(`/api/admin/users/${id}/disabled`, { isDisabled })

  test('is signed out, and neither signs in nor orders with its password until it is enabled', async () => {
    const { browser: admin } = await signInAsAdmin(shop)
    const { id: packageId } = await insertPackage(shop.db)
    const order = () =>
      new Visitor(shop).post('/api/create-order', {
        packageId,
        finalAmount: 1299,
        userData: buyerForm({ email: EMAIL, password: PASSWORD }),
      })
    expect((await setDisabled(admin, userId, true)).json()).toMatchObject({ isDisabled: true })
    expect(await statusOf(owner)).toBe(401)
    for (const refused of [(await login()).response, await order()]) {
      expect(refused.statusCode).toBe(403)
      expect(refused.json()).toMatchObject({
        code: 'account_disabled',
        message: 'This account has been disabled. Please contact us.',
      })
    }
    await setDisabled(admin, userId, false)
    expect(await statusOf(owner)).toBe(401)
    expect((await login()).response.statusCode).toBe(200)
    expect((await order()).statusCode).toBe(201)
  })

  test('is not told apart from others by a wrong password', async () => {
    const { browser: admin } = await signInAsAdmin(shop)
    await setDisabled(admin, userId, true)
    const guess = await new Visitor(shop).post('/api/auth/login', { email: EMAIL, password: 'wrong-guess' })
    expect([guess.statusCode, guess.json().code]).toEqual([401, 'bad_credentials'])
  })

  test('does not come back through a session that was being opened', async () => {
    const { browser: admin } = await signInAsAdmin(shop)
    await setDisabled(admin, userId, true)
    expect(await statusOf(await openSession(shop, userId))).toBe(401)
  })

  test('is never the own one, nor one of two admins who disable each other', async () => {
    const ada = await signInAsAdmin(shop)
    const ben = await signInAs(shop, { isAdmin: true, email: 'ben@shop.example' })
    expect((await setDisabled(ada.browser, ada.user.id, true)).json()).toMatchObject({ code: 'own_account' })
    const responses = await Promise.all([
      setDisabled(ada.browser, ben.user.id, true),
      setDisabled(ben.browser, ada.user.id, true),
    ])
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const enabled = await shop.db('users').where({ isAdmin: true, disabledAt: null })
    expect(enabled).toHaveLength(1)
  })
})

test('an admin signs a user out everywhere, and the audit log says so', async () => {
  const { browser: admin } = await signInAsAdmin(shop)
  await login()
  expect((await admin.call('DELETE', `/api/admin/users/${userId}/sessions`)).statusCode).toBe(204)
  expect(await statusOf(owner)).toBe(401)
  const [entry] = (await admin.get(`/api/admin/audit-log?subject=user&subjectId=${userId}`)).json()
  expect(entry).toMatchObject({ action: 'updated', changes: [{ field: 'sessions', from: 2, to: 0 }] })
  expect((await admin.call('DELETE', '/api/admin/users/999999/sessions')).statusCode).toBe(404)
})

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', 'Unknown device'],
])('%s is %s', (userAgent, device) => expect(describeDevice(userAgent)).toBe(device))

describe('a session that was ended', () => {
  test('stays ended when requests in flight save it again (race × 100)', async () => {
    const { id } = await insertUser(shop.db)
    const store = new KnexSessionStore(shop.db)
    const [set, destroy] = [store.set, store.destroy].map((method) => promisify(method.bind(store)))
    const session = { userId: id } as StoredSession
    const revived: number[] = []
    for (let round = 0; round < 100; round += 1) {
      const sessionId = `race-${round}`
      await set?.(sessionId as never, session as never)
      await Promise.all([
        set?.(sessionId as never, session as never),
        destroy?.(sessionId as never),
        set?.(sessionId as never, session as never),
      ])
      await set?.(sessionId as never, session as never)
      if (await store.find(sessionId, true)) revived.push(round)
    }
    expect(revived).toEqual([])
  })

  test('by signing out is ended on the server, and signing out twice is no error', async () => {
    const visitor = await openSession(shop, (await insertUser(shop.db)).id)
    const sid = visitor.cookies.get('sid') ?? ''
    expect((await visitor.post('/api/auth/logout')).statusCode).toBe(204)
    expect(visitor.cookies.size).toBe(0)
    expect((await visitor.post('/api/auth/logout')).statusCode).toBe(204)
    visitor.cookies.set('sid', sid)
    expect(await statusOf(visitor)).toBe(401)
  })

  test('by a sign-out that comes late, ends the one that it names and no newer one', async () => {
    const { email } = await insertUser(shop.db, { passwordHash: await hashCheaply(PASSWORD) })
    const first = await signIn(shop, email, PASSWORD)
    const name = first.cookies.get('session_name')
    const old = new Visitor(shop)
    for (const [key, value] of first.cookies) old.cookies.set(key, value)
    const newer = await signIn(shop, email, PASSWORD)
    const newest = newer.cookies.get('session_name')
    expect((await newer.post(`/api/auth/logout?session=${name}`)).statusCode).toBe(204)
    expect(await statusOf(newer)).toBe(200)

    const response = await old.post(`/api/auth/logout?session=${name}`)
    expect(response.statusCode).toBe(204)
    expect(response.cookies.map(({ name }) => name)).toEqual([
      'sid',
      'signed_in',
      'session_name',
      'second_factor',
    ])
    for (const { value } of response.cookies) expect(value).toBe('')
    expect(await statusOf(old)).toBe(401)
    expect(newest).not.toBe(name)
    expect((await newer.post('/api/auth/logout?session=somebody')).statusCode).toBe(400)
  })

  test('is not needed for a lost flag to count: the next call of a demoted admin is refused', async () => {
    const user = await insertUser(shop.db, { isAdmin: true, isStaff: true })
    const visitor = await openSession(shop, user.id)
    await user.$query(shop.db).patch({ isAdmin: false, isStaff: false })
    expect((await visitor.get('/api/admin/users')).statusCode).toBe(403)
    expect((await visitor.get('/api/staff/assignments')).statusCode).toBe(403)
  })
})
