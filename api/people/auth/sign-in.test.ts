import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { Unavailable } from '#api/platform/errors.ts'
import { buyerForm, payOrder, placeModalOrder } from '#api/testing/buyer.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { SignInToken } from '#db/models/orders/sign-in-token.ts'
import { User } from '#db/models/people/user.ts'
import { insertPackage, insertUser } from '#db/testing/builders.ts'
import { hashPassword, verifyPassword } from './passwords/passwords.ts'

const shop = openTestApp()

const login = (email: string, password: string) =>
  new Visitor(shop).post('/api/auth/login', { email, password })
const percentile = (figures: number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? 0
const median = (figures: number[]) => percentile(figures, 0.5)

/** Inserts somebody who signs in with `a-fine-secret`. */
const insertKnown = async (email: string) =>
  insertUser(shop.db, { email, passwordHash: await hashPassword('a-fine-secret') })

describe('signing in', () => {
  test('takes the e-mail in any case and with blanks around it', async () => {
    await insertKnown('Grace@Example.com')
    expect((await login(' gRACE@example.com ', 'a-fine-secret')).json()).toMatchObject({
      email: 'Grace@Example.com',
    })
  })

  test('gives the same response for a wrong password and for an account that does not exist', async () => {
    await insertKnown('known@example.com')
    const responses = [
      await login('known@example.com', 'wrong-guess'),
      await login('unknown@example.com', 'wrong-guess'),
    ]
    for (const response of responses) {
      expect(response.statusCode).toBe(401)
      expect(response.json()).toEqual({
        code: 'bad_credentials',
        message: 'Invalid email or password',
        requestId: expect.any(String),
      })
    }
    const [known, unknown] = responses.map(({ headers }) => Object.keys(headers).sort())
    expect(known).toEqual(unknown)
  })

  test('takes as long for an account that does not exist, so that nobody learns who has one', async () => {
    await insertKnown('known@example.com')
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now()
      await work()
      return performance.now() - startedAt
    }
    const timedLogin = (email: string) => timed(() => login(email, 'wrong-guess'))
    await timedLogin('unknown@example.com')
    const gaps: number[] = []
    const hashes: number[] = []
    // A real difference would be a whole hash, which scales with the machine's load like everything else.
    const isAsLong = () => Math.abs(median(gaps)) < median(hashes) / 4
    // Measured alternately, because the load varies.
    while (gaps.length < 200 && (gaps.length < 40 || !isAsLong())) {
      gaps.push((await timedLogin('known@example.com')) - (await timedLogin('unknown@example.com')))
      hashes.push(await timed(() => verifyPassword(undefined, 'wrong-guess')))
    }
    expect(isAsLong()).toBe(true)
  })

  test('to an account whose hash is not valid is refused and not an internal error', async () => {
    await insertUser(shop.db, { email: 'locked@example.com', passwordHash: 'unusable' })
    expect((await login('locked@example.com', 'wrong-guess')).statusCode).toBe(401)
  })
})

describe('making an account', () => {
  const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...form } = buyerForm()

  test('with isAdmin, isStaff or an id in the form makes a plain customer', async () => {
    const visitor = new Visitor(shop)
    const greedy = {
      ...form,
      isAdmin: true,
      isStaff: true,
      id: 7,
      passwordHash: 'mine',
      createdAt: '2001-01-01',
    }
    expect((await visitor.post('/api/auth/register', greedy)).statusCode).toBe(201)
    const [user] = await User.query(shop.db)
    expect(user).toMatchObject({ id: 1, isAdmin: false, isStaff: false })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('with an e-mail that has an account changes nothing in it and signs nobody in', async () => {
    await insertUser(shop.db, {
      email: 'GRACE@example.com',
      passwordHash: await hashPassword('the-owners-own'),
      firstName: 'Owner',
    })
    const thief = new Visitor(shop)
    const refused = await thief.post('/api/auth/register', form)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'email_taken', issues: [{ path: 'email' }] })
    expect(thief.cookies.size).toBe(0)
    expect((await login('grace@example.com', 'the-owners-own')).json()).toMatchObject({ firstName: 'Owner' })
    expect((await login('grace@example.com', 'a-fine-secret')).statusCode).toBe(401)
  })

  test('twenty times at once makes one', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => new Visitor(shop).post('/api/auth/register', form)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(409)])
    expect(await User.query(shop.db).resultSize()).toBe(1)
  })
})

describe('the sign-in token of a purchase', () => {
  let buyer: Visitor
  async function buy(): Promise<string> {
    const pkg = await insertPackage(shop.db)
    buyer = new Visitor(shop)
    const order = await placeModalOrder(buyer, { packageId: pkg.id, finalAmount: 1299 })
    const verified = await payOrder(shop, buyer, order)
    return verified.json<{ sessionId: string }>().sessionId
  }
  const redeem = (sessionId: string, browser = buyer) =>
    browser.post('/api/auth/session-login', { sessionId })

  test('is redeemed by the browser that ordered, and by no other that has got it', async () => {
    const sessionId = await buy()
    const thief = new Visitor(shop)
    expect((await redeem(sessionId, thief)).statusCode).toBe(401)
    const pkg = await insertPackage(shop.db)
    await placeModalOrder(thief, {
      packageId: pkg.id,
      finalAmount: 1299,
      form: { email: 'thief@example.com' },
    })
    expect((await redeem(sessionId, thief)).statusCode).toBe(401)
    expect((await redeem(sessionId)).statusCode).toBe(200)
  })

  test('signs in once, however many come with it at once', async () => {
    const sessionId = await buy()
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(sessionId)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(401)])
  })

  test('lasts ten minutes, has 256 bits and lies hashed in the database', async () => {
    const sessionId = await buy()
    expect(Buffer.from(sessionId, 'base64url')).toHaveLength(32)
    const token = await SignInToken.query(shop.db).findOne({}).throwIfNotFound()
    expect(token.tokenHash.toString('base64url')).not.toBe(sessionId)
    expect(token.expiresAt.getTime() - token.createdAt.getTime()).toBe(600_000)
    expect((await redeem(token.tokenHash.toString('base64url'))).statusCode).toBe(401)
    await SignInToken.query(shop.db).patch({ expiresAt: shop.db.fn.now() as unknown as Date })
    expect((await redeem(sessionId)).statusCode).toBe(401)
  })
})

describe('a flood of sign-ins', () => {
  test('finds four hashes at work and 64 that wait; the rest is asked to come again', async () => {
    const hash = await hashPassword('a-fine-secret')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, () => verifyPassword(hash, 'wrong-guess')),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(80 - 68)
    expect(refused.every(({ reason }) => reason instanceof Unavailable)).toBe(true)
    expect(await verifyPassword(hash, 'a-fine-secret')).toBe(true)
  })

  test('is told when to come again, and leaves the catalogue open: no read waits for the queue of hashes', async () => {
    await insertPackage(shop.db)
    let isOver = false
    const statuses = new Set<number>()
    let busy: LightMyRequestResponse | undefined
    let hashes = 0
    const flood = Array.from({ length: 100 }, async (_, index) => {
      while (!isOver) {
        const response = await login(`flood-${index}@example.com`, 'wrong-guess')
        statuses.add(response.statusCode)
        if (response.statusCode === 401) hashes += 1
        if (response.statusCode === 503) {
          busy = response
          await sleep(250)
        }
      }
    })
    await expect.poll(() => statuses.has(503)).toBe(true)
    const hashesDuringRead: number[] = []
    for (let index = 0; index < 50; index += 1) {
      const before = hashes
      expect((await new Visitor(shop).get('/api/packages')).statusCode).toBe(200)
      hashesDuringRead.push(hashes - before)
    }
    isOver = true
    await Promise.all(flood)
    expect(statuses).toEqual(new Set([401, 503]))
    expect(busy?.json()).toMatchObject({ code: 'overloaded' })
    expect(Number(busy?.headers['retry-after'])).toBeGreaterThan(0)
    // Counted in hashes, not in time, so that a slow machine does not matter. Calls that wait in the queue would count 64
    // each; a single one may count as many because the process paused.
    expect(percentile(hashesDuringRead, 0.5)).toBeLessThan(32)
  })
})
