import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import { checkBooksAfterEach } from '#api/testing/books.ts'
import { buyerForm } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import type { Package } from '#db/models/catalogue/package.ts'
import { Order } from '#db/models/orders/order.ts'
import { IdempotencyKey } from '#db/models/platform/idempotency-key.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'
import { respondOnce, type StoreResponse } from './idempotency.ts'

const shop = openTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } })
checkBooksAfterEach(shop)

let pkg: Package
beforeEach(async () => {
  pkg = await insertPackage(shop.db, { priceCents: 10_000 })
})
afterEach(() => shop.setFaults({}))

const body = (fields: object = {}, form: object = {}) => ({
  packageId: pkg.id,
  finalAmount: 100,
  userData: buyerForm({ ...form }),
  ...fields,
})
const order = (key: string | undefined, sent: object = body(), visitor = new Visitor(shop)) =>
  visitor.call('POST', '/api/create-order', sent, key === undefined ? {} : { 'idempotency-key': key })
/** Orders as a guest without a cookie, because the first response was lost. */
const orderFrom = (ip: string, key: string, sent: object = body()) =>
  new Visitor(shop).call('POST', '/api/create-order', sent, { 'idempotency-key': key, 'x-forwarded-for': ip })
const countOrders = () => Order.query(shop.db).resultSize()
const newKey = () => crypto.randomUUID()

describe('the same call under the same key', () => {
  test('at the same moment, ten times: one order and ten equal responses', async () => {
    const key = newKey()
    const responses = await Promise.all(Array.from({ length: 10 }, () => order(key)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(new Set(responses.map(({ json }) => json<CreateOrderResponse>().orderId)).size).toBe(1)
    expect(await countOrders()).toBe(1)
  })

  test('by a guest whose network has changed is done once, too', async () => {
    const key = newKey()
    const first = await orderFrom('203.0.113.7', key)
    const second = await orderFrom('198.51.100.20', key)
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect(await countOrders()).toBe(1)
  })

  test('with its fields in another order, or with unknown fields, is the same call', async () => {
    const key = newKey()
    await order(key)
    const turned = Object.fromEntries(Object.entries({ ...body(), status: 'paid' }).toReversed())
    expect((await order(key, turned)).statusCode).toBe(201)
    expect(await countOrders()).toBe(1)
  })

  test('after a refusal by the rules gets the same refusal', async () => {
    const key = newKey()
    const first = await order(key, body({ finalAmount: 90 }))
    await pkg.$query(shop.db).patch({ priceCents: 9_000 })
    const second = await order(key, body({ finalAmount: 90 }))
    expect([first.statusCode, second.statusCode]).toEqual([409, 409])
    expect(second.json()).toMatchObject({ code: 'price_changed', finalAmount: '100.00' })
    expect(await countOrders()).toBe(0)
  })

  test('after a temporary fault is done anew', async () => {
    const key = newKey()
    await shop.setFaults({ failRate: 1 })
    expect((await order(key)).statusCode).toBe(503)
    await shop.setFaults({})
    expect((await order(key)).statusCode).toBe(201)
    expect(await countOrders()).toBe(1)
  })

  test('does not get the secret that signs in a second time', async () => {
    await insertCoupon(shop.db, { code: 'ALLFREE', discountHundredths: 10_000 })
    const free = body({ finalAmount: 0 }, { couponCode: 'ALLFREE' })
    const key = newKey()
    const first = (await order(key, free)).json<CreateOrderResponse>()
    const second = (await order(key, free)).json<CreateOrderResponse>()
    const { sessionId, ...rest } = first
    expect(sessionId).toMatch(/.{40,}/)
    expect(second).toEqual(rest)
    expect(JSON.stringify(await IdempotencyKey.query(shop.db))).not.toContain(sessionId)
  })

  test('without a key is another order', async () => {
    await order(undefined)
    await order(undefined)
    expect(await countOrders()).toBe(2)
    expect(await IdempotencyKey.query(shop.db).resultSize()).toBe(0)
  })
})

describe('another call under the same key', () => {
  test('by a stranger who has the key reveals nothing of the order, and changes nothing for its buyer', async () => {
    const key = newKey()
    const first = await orderFrom('203.0.113.7', key)
    const stranger = await orderFrom('198.51.100.20', key, body({}, { password: 'another-guess' }))
    expect(stranger.statusCode).toBe(422)
    expect(Object.keys(stranger.json())).toEqual(['code', 'message', 'requestId'])
    expect((await orderFrom('203.0.113.7', key)).json()).toEqual(first.json())
  })

  test('is refused also if the first one failed', async () => {
    const key = newKey()
    await shop.setFaults({ failRate: 1 })
    await order(key)
    await shop.setFaults({})
    expect((await order(key, body({}, { company: 'Another Ltd' }))).statusCode).toBe(422)
  })

  test('by another caller is accepted: each caller has keys of their own', async () => {
    const key = newKey()
    const users = [await insertUser(shop.db), await insertUser(shop.db)]
    for (const user of users) {
      const sent = { packageId: pkg.id, finalAmount: 100, userId: user.id }
      const response = await order(key, sent, await openSession(shop, user.id))
      expect(response.statusCode, response.body).toBe(201)
    }
    expect((await order(key)).statusCode).toBe(201)
    expect(await countOrders()).toBe(3)
  })
})

test.each(['', ' ', 'a b', 'x'.repeat(256), 'ключ', 'tab\tin'])('the key %j is no key', async (key) => {
  // Sent as raw bytes, which only clients other than browsers can do.
  const response = await order(Buffer.from(key).toString('latin1'))
  expect(response.statusCode).toBe(400)
  expect(await countOrders()).toBe(0)
})

test('a key of 255 visible characters is one', async () => {
  expect((await order('~'.repeat(255))).statusCode).toBe(201)
})

test('the request is not stored: no password, and no plain digest of one', async () => {
  await order(newKey())
  const [row] = await IdempotencyKey.query(shop.db)
  expect(JSON.stringify(row)).not.toContain('a-fine-secret')
  expect(row?.fingerprint).toHaveLength(32)
})

describe('a process that dies', () => {
  const request = (key: string) => ({
    headers: { 'idempotency-key': key },
    params: {},
    body: {},
    user: null,
    apiKey: null,
    method: 'POST',
    routeOptions: { url: '/api/test' } as never,
  })
  const die = () => new Promise<never>(() => {})
  const once = (key: string, work: Parameters<typeof respondOnce<{ nth: number }>>[2]) =>
    respondOnce<{ nth: number }>(shop, request(key), work)
  const respond = (nth: number) => (storeResponse?: StoreResponse<{ nth: number }>) =>
    shop.db.transaction(async (trx) => {
      await storeResponse?.(trx, { nth })
      return { nth }
    })

  test('does not block its key for ever: another waits, gets 409 with Retry-After, and takes over later', async () => {
    const key = newKey()
    void once(key, die)
    await expect.poll(() => IdempotencyKey.query(shop.db).resultSize()).toBe(1)
    await expect(once(key, respond(2))).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_key_in_use',
      details: { retryAfterSeconds: 2 },
    })
    await shop.db('idempotency_keys').update({ lockedUntil: shop.db.fn.now() })
    expect(await once(key, respond(2))).toEqual({ nth: 2 })
    expect(await once(key, respond(3))).toEqual({ nth: 2 })
  })

  test('that was only slow has its work rolled back once another took over', async () => {
    const key = newKey()
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = once(key, async (storeResponse) => {
      await waiting
      return shop.db.transaction(async (trx) => {
        await insertPackage(trx, { name: 'Written late' })
        await storeResponse?.(trx, { nth: 1 })
        return { nth: 1 }
      })
    })
    await expect.poll(() => IdempotencyKey.query(shop.db).resultSize()).toBe(1)
    await shop.db('idempotency_keys').update({ lockedUntil: shop.db.fn.now() })
    expect(await once(key, respond(2))).toEqual({ nth: 2 })
    goOn()
    await expect(slow).rejects.toMatchObject({ code: 'idempotency_key_in_use' })
    expect(await shop.db('packages').where({ name: 'Written late' })).toEqual([])
    expect(await once(key, respond(3))).toEqual({ nth: 2 })
  })
})

test('a key counts for a day', async () => {
  const key = newKey()
  await order(key)
  const age = (interval: string) =>
    shop.db('idempotency_keys').update({ createdAt: shop.db.raw(`now() - interval '${interval}'`) })
  await age('23 hours 59 minutes')
  await order(key)
  expect(await countOrders()).toBe(1)
  await age('24 hours 1 minute')
  expect((await order(key, body({}, { company: 'Another Ltd' }))).statusCode).toBe(201)
  expect(await countOrders()).toBe(2)
})

test('keys from before a rotation of the secret are still matched with their request', async () => {
  const key = newKey()
  await order(key)
  shop.env.sessionSecrets.unshift('b'.repeat(64))
  expect((await order(key)).statusCode).toBe(201)
  expect((await order(key, body({}, { company: 'Another Ltd' }))).statusCode).toBe(422)
  shop.env.sessionSecrets.shift()
  expect(await countOrders()).toBe(1)
})
