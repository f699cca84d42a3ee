import { beforeEach, describe, expect, test } from 'vitest'
import { buyerForm } from '#api/testing/buyer.ts'
import { hashCheaply } from '#api/testing/passwords.ts'
import { openSession } from '#api/testing/sessions.ts'
import { statusesOf } from '#api/testing/statuses.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { pickBuyer } from '#db/models/people/buyer.ts'
import { insertCoupon, insertPackage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'

const shop = openTestApp({ variables: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' } })

/** Each test uses its own addresses, because attempts are remembered. */
let network = 0
beforeEach(() => {
  network += 1
})

const RIGHT = 'the-right-password'
let passwordHash: Promise<string> | undefined
const insertOwner = async (email: string) => {
  passwordHash ??= hashCheaply(RIGHT)
  return insertUser(shop.db, { email, passwordHash: await passwordHash })
}

/** @param host the last part of the caller's address */
function call(
  method: 'POST' | 'PUT',
  url: string,
  payload?: object,
  host = 1,
  cookies: Record<string, string> = {},
) {
  return shop.app.inject({
    method,
    url,
    cookies,
    remoteAddress: '127.0.0.1',
    headers: { 'x-forwarded-for': `10.9.${network}.${host}` },
    ...(payload && { payload }),
  })
}
const login = (email: string, password: string, host?: number) =>
  call('POST', '/api/auth/login', { email, password }, host)

/** @returns calls of a new user's one session from many addresses: the last part of each is the call's number */
async function roam() {
  const { cookies } = await openSession(shop, (await insertUser(shop.db)).id)
  return (url: string, payload?: object) => (nth: number) =>
    call('POST', url, payload, nth, Object.fromEntries(cookies))
}

/** Ids restart with each test, and attempts of a user are remembered. */
async function skipUsedIds() {
  for (let before = 0; before < network; before += 1) await insertUser(shop.db)
}

describe('guessing a password', () => {
  test('of one account from one address ends after five tries, whatever the case of the e-mail', async () => {
    await insertOwner(`guessed-${network}@example.com`)
    const spellings = [`guessed-${network}@example.com`, `GUESSED-${network}@Example.com`]
    const statuses = await statusesOf(7, (index) => login(spellings[index % 2] ?? '', `wrong-guess-${index}`))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('is refused with a text, a code and the time to wait', async () => {
    await statusesOf(5, () => login('nobody@example.com', 'wrong-guess'))
    const refused = await login('nobody@example.com', 'wrong-guess')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({
      code: 'too_many_requests',
      message: 'Too many tries. Please try again in 15 minutes.',
      requestId: expect.any(String),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  })

  test('fifty times at once still gets five tries', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login('at-once@example.com', `wrong-guess-${index}`)),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
  })

  test('by ordering with it counts like signing in', async () => {
    const email = `ordered-${network}@example.com`
    await insertOwner(email)
    const pkg = await insertPackage(shop.db)
    const order = (password: string) =>
      call('POST', '/api/create-order', {
        packageId: pkg.id,
        finalAmount: 1299,
        userData: buyerForm({ email, password }),
      })
    expect(await statusesOf(5, (index) => order(`wrong-guess-${index}`))).toEqual([409, 409, 409, 409, 409])
    expect((await order(RIGHT)).statusCode).toBe(429)
    expect((await login(email, RIGHT)).statusCode).toBe(429)
  })

  test.each([
    ['PUT', '/api/user/password', { newPassword: 'brand-new-secret' }],
    ['PUT', '/api/user/profile', { ...buyerForm(), email: 'thief@example.com' }],
  ] as const)('with a stolen session, by %s %s, ends after five tries', async (method, url, body) => {
    await skipUsedIds()
    const owner = await insertOwner(`stolen-${network}@example.com`)
    const thief = await openSession(shop, owner.id)
    const guess = (currentPassword: string, host?: number) =>
      call(method, url, { ...body, currentPassword }, host, Object.fromEntries(thief.cookies))
    expect(await statusesOf(5, (n) => guess(`wrong-guess-${n}`, n))).toEqual(Array(5).fill(400))
    expect((await guess(RIGHT)).statusCode).toBe(429)
  })
})

describe('an honest visitor', () => {
  test('who mistypes the password four times and then gets it right is let in', async () => {
    const email = `mistyping-${network}@example.com`
    await insertOwner(email)
    await statusesOf(4, () => login(email, 'wrong-guess'))
    expect((await login(email, RIGHT)).statusCode).toBe(200)
    expect((await login(email, RIGHT)).statusCode).toBe(200)
  })

  test('is not locked out by somebody at the same address who guesses at another account', async () => {
    const email = `neighbour-${network}@example.com`
    await insertOwner(email)
    await statusesOf(7, () => login('somebody-else@example.com', 'wrong-guess'))
    expect((await login(email, RIGHT)).statusCode).toBe(200)
  })
})

test('a thousand guesses at coupons get ten equal responses and 990 refusals', async () => {
  // Some are of other people's coupons.
  const { id: ownerId } = await insertUser(shop.db)
  for (const index of [0, 1, 4, 7, 8]) await insertCoupon(shop.db, { code: `GUESS-${index}`, ownerId })
  const responses = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      call('POST', index % 2 ? '/api/coupons/use' : '/api/coupons/validate', { code: `GUESS-${index}` }),
    ),
  )
  const misses = responses.filter(({ statusCode }) => statusCode === 404)
  expect(misses).toHaveLength(10)
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(990)
  const texts = new Set(misses.map((miss) => JSON.stringify({ ...miss.json<object>(), requestId: '' })))
  expect(texts.size).toBe(1)
})

describe('the audit log is kept for good, and a customer cannot flood it', () => {
  const countEntries = () => AuditEntry.query(shop.db).resultSize()

  test('by changing the profile a hundred times', async () => {
    // Not the first user, whose id has tries from other tests.
    await insertUser(shop.db)
    const user = await insertUser(shop.db)
    const visitor = await openSession(shop, user.id)
    for (let nth = 0; nth < 100; nth += 1)
      await visitor.put('/api/user/profile', { ...pickBuyer(user), company: `Company ${nth}` })
    expect(await countEntries()).toBe(20)
  })

  test('by changing the password again and again', async () => {
    await skipUsedIds()
    const owner = await insertOwner(`changing-${network}@example.com`)
    const browser = await openSession(shop, owner.id)
    const passwordOf = (nth: number) => (nth === 0 ? RIGHT : `secret-number-${nth}`)
    const change = (nth: number) => {
      const body = { currentPassword: passwordOf(nth), newPassword: passwordOf(nth + 1) }
      return browser.put('/api/user/password', body)
    }
    expect(await statusesOf(12, change)).toEqual([...Array(10).fill(204), 429, 429])
    expect(await countEntries()).toBe(10)
  })

  test('by signing in a hundred times', async () => {
    const email = `coming-${network}@example.com`
    await insertOwner(email)
    expect(await statusesOf(100, () => login(email, RIGHT))).toEqual([
      ...Array(60).fill(200),
      ...Array(40).fill(429),
    ])
    expect(await countEntries()).toBe(60)
  })

  test('and a stranger’s guesses use up nothing of what the owner may do', async () => {
    const email = `guessed-${network}@example.com`
    await insertOwner(email)
    await statusesOf(9, (index) => login(email, 'wrong-guess', index))
    expect(await statusesOf(60, () => login(email, RIGHT, 100))).toEqual(Array(60).fill(200))
  })
})

test('invoices are kept for good, and a customer cannot flood them by changing the billing details', async () => {
  await skipUsedIds()
  const { id: userId } = await insertUser(shop.db)
  const order = await insertPaidOrder(shop.db, { userId })
  const browser = await openSession(shop, userId)
  const change = (nth: number) =>
    browser.put(`/api/orders/${order.id}/billing-details`, { ...buyerForm(), company: `Company ${nth}` })
  expect(await statusesOf(7, change)).toEqual([...Array(5).fill(200), 429, 429])
})

test('guessing coupons by ordering with them counts like checking them', async () => {
  const pkg = await insertPackage(shop.db)
  const order = (couponCode: string | null) =>
    call('POST', '/api/create-order', {
      packageId: pkg.id,
      finalAmount: 1299,
      userData: buyerForm({ email: `coupon-${network}@example.com`, couponCode }),
    })
  expect(await statusesOf(10, (index) => order(`GUESS-${index}`))).toEqual(Array(10).fill(409))
  expect((await order('GUESS-11')).statusCode).toBe(429)
  expect((await call('POST', '/api/coupons/validate', { code: 'GUESS-12' })).statusCode).toBe(429)
  // After too many guesses the visitor may still buy.
  expect((await order(null)).statusCode).toBe(201)
})

test('who must wait a day is told so', async () => {
  await statusesOf(5, () => call('POST', '/api/coupons/generate'))
  const refused = await call('POST', '/api/coupons/generate')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  expect(refused.json()).toMatchObject({ message: 'Too many tries. Please try again in 24 hours.' })
})

const accountForm = (email: string) => {
  const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...form } = buyerForm()
  return { ...form, email }
}
const ORDER = { packageId: 1, finalAmount: 1, userId: 1 }
const VERIFIED = {
  orderId: 1,
  razorpayOrderId: 'order_1',
  razorpayPaymentId: 'pay_1',
  razorpaySignature: 'forged',
}

type Ask = (nth: number) => Promise<{ statusCode: number }>
describe('one address', () => {
  test.each<[limit: number, what: string, status: number, ask: Ask]>([
    [50, 'guesses at many accounts', 401, (n) => login(`spray-${n}@example.com`, 'Spring2024!')],
    [5, 'coupons of the exit offer', 201, () => call('POST', '/api/coupons/generate')],
    [20, 'sign-in tokens', 401, (n) => call('POST', '/api/auth/session-login', { sessionId: `guess-${n}` })],
    [20, 'accounts', 201, (n) => call('POST', '/api/auth/register', accountForm(`row-${n}@example.com`))],
    [30, 'orders', 404, () => call('POST', '/api/create-order', ORDER)],
    [60, 'payments to verify', 400, () => call('POST', '/api/verify-payment', VERIFIED)],
  ])('has %i %s', async (limit, _what, status, ask) => {
    expect(await statusesOf(limit + 1, ask)).toEqual([...Array(limit).fill(status), 429])
  })
})

describe('from many addresses', () => {
  test.each<[limit: number, what: string, status: number, prepare: () => Promise<Ask>]>([
    [
      10,
      'guesses at coupons by one user',
      404,
      async () => (await roam())('/api/coupons/use', { code: 'GUESS' }),
    ],
    [5, 'coupons of the exit offer for one user', 201, async () => (await roam())('/api/coupons/generate')],
    [30, 'orders of one user', 404, async () => (await roam())('/api/create-order', ORDER)],
    [
      5,
      'questions about one e-mail',
      409,
      async () => {
        const form = accountForm(`asked-${network}@example.com`)
        await insertOwner(form.email)
        return (n) => call('POST', '/api/auth/register', form, n)
      },
    ],
  ])('there are %i %s', async (limit, _what, status, prepare) => {
    expect(await statusesOf(limit + 1, await prepare())).toEqual([...Array(limit).fill(status), 429])
  })
})

test('a good coupon is checked, and the catalogue read, as often as one likes', async () => {
  await insertCoupon(shop.db, { code: 'GOOD' })
  const check = () => call('POST', '/api/coupons/validate', { code: 'GOOD' })
  expect(await statusesOf(25, check)).toEqual(Array(25).fill(200))
  const read = () => new Visitor(shop).get('/api/packages')
  expect(await statusesOf(100, read)).toEqual(Array(100).fill(200))
})

describe('an address', () => {
  test.each<[string, (n: number) => { from: string; says: string }]>([
    [
      'cannot be forged by an entry in X-Forwarded-For before the proxy’s own',
      (n) => ({ from: '127.0.0.1', says: `192.0.2.${n}, 10.9.${network}.1` }),
    ],
    [
      'cannot be forged by a caller who is not a trusted proxy',
      (n) => ({ from: `10.8.${network}.1`, says: `192.0.2.${n}` }),
    ],
    [
      'of IPv6 counts as its whole /64, because one owner has all of it',
      (n) => ({ from: '127.0.0.1', says: `2001:db8:0:${network}::${n + 1}` }),
    ],
  ])('%s', async (_what, callerOf) => {
    const generate = (n: number) => {
      const { from, says } = callerOf(n)
      const headers = { 'x-forwarded-for': says }
      return shop.app.inject({ method: 'POST', url: '/api/coupons/generate', remoteAddress: from, headers })
    }
    expect(await statusesOf(6, generate)).toEqual([201, 201, 201, 201, 201, 429])
  })
})

test('an admin uploads sixty pictures an hour, and another one still can', async () => {
  const upload = async (admin: Visitor) =>
    admin.call('POST', '/api/admin/pictures', Buffer.from('no picture'), {
      'content-type': 'application/octet-stream',
    })
  const [one, other] = await Promise.all(
    [1, 2].map(async () => openSession(shop, (await insertUser(shop.db, { isAdmin: true })).id)),
  )
  if (!one || !other) throw new Error('Two admins were expected')
  expect((await statusesOf(61, () => upload(one))).filter((status) => status === 429)).toHaveLength(1)
  expect((await upload(other)).statusCode).not.toBe(429)
})

test('a stranger makes thirty views of a website up in ten minutes, and no rows of their own', async () => {
  await shop.db('embed_origins').insert({ origin: 'https://partner.example' })
  const view = (origin: string) => call('POST', '/api/embed/views', { origin })
  const origins = (index: number) =>
    index % 2 ? 'https://partner.example' : `https://made-up-${index}.example`
  expect(await statusesOf(31, (index) => view(origins(index)))).toEqual([...Array(30).fill(204), 429])
  expect(await shop.db('embed_views')).toMatchObject([{ origin: 'https://partner.example', views: 15 }])
})

test('a customer reads all their data twenty times an hour', async () => {
  const browser = await openSession(shop, (await insertUser(shop.db)).id)
  expect(await statusesOf(21, () => browser.get('/api/user/data'))).toEqual([...Array(20).fill(200), 429])
})
