import { createHash } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { signIn } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Session } from '#db/models/people/session.ts'
import { insertUser } from '#db/testing/builders.ts'

const shop = openTestApp()

const PASSWORD = 'a-fine-secret'
const insertOwner = async () => insertUser(shop.db, { passwordHash: await hashCheaply(PASSWORD) })

/** Opens another app on the same database, with other options. */
async function withApp(
  changed: { sessionSecrets?: string[]; publicOrigin?: string; trustProxy?: string },
  work: (app: FastifyInstance) => Promise<void>,
): Promise<void> {
  const app = await buildApp({
    env: { ...shop.env, ...changed },
    db: shop.db,
    gateway: shop.gateway,
    jobs: shop.jobs,
    overload: false,
  })
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

describe('a session', () => {
  test('ends after half an hour without a request', async () => {
    const { id } = await insertUser(shop.db)
    const seen = (minutes: number) =>
      openSession(shop, id, { lastSeenAt: `now() - interval '${minutes} minutes'` })
    expect(await statusOf(await seen(29))).toBe(200)
    expect(await statusOf(await seen(30))).toBe(401)
  })

  test('ends after twelve hours even if it was in use', async () => {
    const { id } = await insertUser(shop.db)
    expect(await statusOf(await openSession(shop, id, { expiresAt: 'now()' }))).toBe(401)
    await signIn(shop, (await insertOwner()).email, PASSWORD)
    const opened = await shop
      .db('sessions')
      .select(shop.db.raw(`round(extract(epoch FROM expires_at - created_at) / 60) AS minutes`))
      .orderBy('created_at', 'desc')
      .first()
    expect(Number(opened.minutes)).toBe(12 * 60)
  })

  test('is extended by each request, and written at most once a minute', async () => {
    await shop.db.raw(`
      CREATE TABLE session_writes (at timestamptz DEFAULT clock_timestamp());
      CREATE FUNCTION count_session_write() RETURNS trigger AS
        'BEGIN INSERT INTO session_writes DEFAULT VALUES; RETURN NULL; END' LANGUAGE plpgsql;
      CREATE TRIGGER count_session_write AFTER UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION count_session_write()`)
    const { id } = await insertUser(shop.db)
    const visitor = await openSession(shop, id, { lastSeenAt: `now() - interval '20 minutes'` })
    await Promise.all(Array.from({ length: 30 }, () => statusOf(visitor)))
    expect(await shop.db('session_writes')).toHaveLength(1)
    const seen = await shop
      .db('sessions')
      .select(shop.db.raw(`now() - last_seen_at < interval '10 s' AS now`))
      .first()
    expect(seen).toEqual({ now: true })
    await shop.db.raw('DROP TABLE session_writes; DROP FUNCTION count_session_write CASCADE')
  })

  test('of a deleted user signs nobody in', async () => {
    const user = await insertUser(shop.db)
    const visitor = await openSession(shop, user.id)
    await user.$query(shop.db).delete()
    expect(await statusOf(visitor)).toBe(401)
  })
})

describe('a sign-in', () => {
  test('stores nothing for visitors who never sign in', async () => {
    const visitor = new Visitor(shop)
    for (const url of ['/api/packages', '/api/auth/me', '/api/orders']) await visitor.get(url)
    await visitor.post('/api/auth/login', { email: 'nobody@example.com', password: PASSWORD })
    await visitor.post('/api/coupons/validate', { code: 'NONE' })
    expect(visitor.cookies.size).toBe(0)
    expect(await Session.query(shop.db).resultSize()).toBe(0)
  })

  test('gives a cookie that scripts cannot read and other sites do not send', async () => {
    const owner = await insertOwner()
    const response = await new Visitor(shop).post('/api/auth/login', {
      email: owner.email,
      password: PASSWORD,
    })
    const sid = response.cookies.find(({ name }) => name === 'sid')
    expect(sid).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(sid).not.toHaveProperty('secure')
    expect(sid).not.toHaveProperty('domain')
  })

  test('gives a cookie that a sibling host cannot plant or overwrite on https, and deletes it with the same attributes', async () => {
    const owner = await insertOwner()
    await withApp({ publicOrigin: 'https://shop.example', trustProxy: '127.0.0.1' }, async (app) => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
      const payload = { email: owner.email, password: PASSWORD }
      const response = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
      // Browsers require this for a name with the prefix (RFC 6265bis): Secure, the path / and no domain.
      const prefixed = { name: '__Host-sid', path: '/', secure: true, httpOnly: true }
      const sid = response.cookies.find(({ name }) => name === '__Host-sid')
      expect(sid).toMatchObject(prefixed)
      expect(sid).not.toHaveProperty('domain')
      expect(response.cookies).toContainEqual(expect.objectContaining({ name: 'signed_in', secure: true }))

      const cookies = { '__Host-sid': sid?.value ?? '' }
      const me = () => app.inject({ url: '/api/auth/me', headers, cookies })
      expect((await me()).statusCode).toBe(200)
      const planted = { url: '/api/auth/me', headers, cookies: { sid: sid?.value ?? '' } }
      expect((await app.inject(planted)).statusCode).toBe(401)
      const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers, cookies })
      expect(out.cookies.find(({ name }) => name === '__Host-sid')).toMatchObject({
        name: '__Host-sid',
        path: '/',
        secure: true,
        expires: new Date(0),
      })
      expect((await me()).statusCode).toBe(401)
    })
  })

  test('with an id that an attacker planted gets a new id (fixation)', async () => {
    const owner = await insertOwner()
    const attacker = await openSession(shop, (await insertUser(shop.db)).id)
    const planted = attacker.cookies.get('sid') ?? ''
    const victim = new Visitor(shop)
    victim.cookies.set('sid', planted)
    await victim.post('/api/auth/login', { email: owner.email, password: PASSWORD })
    expect(victim.cookies.get('sid')).not.toBe(planted)
    expect((await victim.get('/api/auth/me')).json()).toMatchObject({ id: owner.id })
    expect(await statusOf(attacker)).toBe(401)
  })

  test('again ends the session before it', async () => {
    const owner = await insertOwner()
    const visitor = await signIn(shop, owner.email, PASSWORD)
    const before = new Visitor(shop)
    before.cookies.set('sid', visitor.cookies.get('sid') ?? '')
    await visitor.post('/api/auth/login', { email: owner.email, password: PASSWORD })
    expect(await statusOf(visitor)).toBe(200)
    expect(await statusOf(before)).toBe(401)
  })
})

describe('a forged cookie', () => {
  test('signs nobody in: with a wrong signature, with none, or with a value of a leaked table', async () => {
    const { id } = await insertUser(shop.db)
    const visitor = await openSession(shop, id)
    const genuine = visitor.cookies.get('sid') ?? ''
    const [sessionId = ''] = genuine.split('.')
    const { idHash } = await Session.query(shop.db).findOne({ userId: id }).throwIfNotFound()
    const sign = (value: string, secret = shop.env.sessionSecrets[0] ?? '') => new Signer(secret).sign(value)
    const forgeries = [
      sessionId,
      `${genuine}x`,
      sign(sessionId, 'another-secret-another-secret-0123'),
      sign(idHash.toString('hex')),
      sign(idHash.toString('base64url')),
      sign('x'.repeat(5_000)),
      sign('a\u0000b'),
    ]
    for (const forged of forgeries) {
      const forger = new Visitor(shop)
      forger.cookies.set('sid', forged)
      expect(await statusOf(forger), forged).toBe(401)
    }
    expect(await statusOf(visitor)).toBe(200)
  })

  test('does not set a cookie on a cacheable response', async () => {
    const visitor = new Visitor(shop)
    visitor.cookies.set('sid', 'stale.stale')
    const response = await visitor.get('/api/packages')
    expect(response.headers['cache-control']).toContain('s-maxage')
    expect(response.headers).not.toHaveProperty('set-cookie')
  })
})

describe('a secret that is rotated', () => {
  const me = async (app: FastifyInstance, sid: string) =>
    (await app.inject({ url: '/api/auth/me', cookies: { sid } })).statusCode

  test('keeps its sessions valid while it is in the list, and not afterwards', async () => {
    const visitor = await openSession(shop, (await insertUser(shop.db)).id)
    const sid = visitor.cookies.get('sid') ?? ''
    const [old = ''] = shop.env.sessionSecrets
    const fresh = createHash('sha256').update('fresh').digest('hex')
    await withApp({ sessionSecrets: [fresh, old] }, async (app) => expect(await me(app, sid)).toBe(200))
    await withApp({ sessionSecrets: [fresh] }, async (app) => expect(await me(app, sid)).toBe(401))
  })

  test('signs new cookies with the first of the list', async () => {
    const owner = await insertOwner()
    const fresh = createHash('sha256').update('fresh').digest('hex')
    await withApp({ sessionSecrets: [fresh, ...shop.env.sessionSecrets] }, async (app) => {
      const payload = { email: owner.email, password: PASSWORD }
      const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
      const sid = response.cookies.find(({ name }) => name === 'sid')?.value ?? ''
      expect(new Signer([fresh]).unsign(sid).valid).toBe(true)
    })
  })
})
