import { promisify } from 'node:util'
import type { Session as StoredSession } from 'fastify'
import { describe, expect, test } from 'vitest'
import { insertUser } from '../../../../db/testing/builders.ts'
import { signIn } from '../../../testing/buyer.ts'
import { hashCheaply } from '../../../testing/passwords.ts'
import { openSession } from '../../../testing/sessions.ts'
import { openTestApp, Visitor } from '../../../testing/test-app.ts'
import { KnexSessionStore } from './session-store.ts'

const shop = openTestApp()
const PASSWORD = 'a-fine-secret'
const statusOf = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).statusCode

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

  test('stays ended when sign-out and other requests come at once', async () => {
    const { id } = await insertUser(shop.db)
    for (let round = 0; round < 20; round += 1) {
      const visitor = await openSession(shop, id)
      const sid = visitor.cookies.get('sid') ?? ''
      await Promise.all([
        ...Array.from({ length: 4 }, () => visitor.get('/api/auth/me')),
        visitor.post('/api/auth/logout'),
        ...Array.from({ length: 4 }, () => visitor.get('/api/orders')),
      ])
      const late = new Visitor(shop)
      late.cookies.set('sid', sid)
      expect(await statusOf(late)).toBe(401)
    }
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
    expect(response.cookies).toEqual([])
    expect(await statusOf(old)).toBe(401)
    expect(newest).not.toBe(name)
    expect((await newer.post('/api/auth/logout?session=somebody')).statusCode).toBe(400)
  })

  test('because an admin changed the user’s role is ended everywhere, at once', async () => {
    const admin = await openSession(shop, (await insertUser(shop.db, { isAdmin: true })).id)
    const other = await insertUser(shop.db, { isAdmin: true })
    const [here, there] = [await openSession(shop, other.id), await openSession(shop, other.id)]
    expect((await here.get('/api/admin/users')).statusCode).toBe(200)
    const demoted = await admin.patch(`/api/admin/users/${other.id}`, { isAdmin: false })
    expect(demoted.statusCode).toBe(200)
    expect(await statusOf(here)).toBe(401)
    expect(await statusOf(there)).toBe(401)
  })

  test('is not needed for a lost flag to count: the next call of a demoted admin is refused', async () => {
    const user = await insertUser(shop.db, { isAdmin: true, isStaff: true })
    const visitor = await openSession(shop, user.id)
    await user.$query(shop.db).patch({ isAdmin: false, isStaff: false })
    expect((await visitor.get('/api/admin/users')).statusCode).toBe(403)
    expect((await visitor.get('/api/staff/assignments')).statusCode).toBe(403)
  })
})
