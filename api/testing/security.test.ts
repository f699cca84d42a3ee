import Fastify, { type InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { registerOriginCheck } from '#api/platform/plugins/security.ts'
import { bodyOf, pathOf } from './example-calls.ts'
import { openTestApp, Visitor } from './test-app.ts'
import { buildWorld, openBrowser, type Role } from './world.ts'

const shop = openTestApp()

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const FOREIGN: [how: string, headers: Record<string, string>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['the origin of a hidden page', { origin: 'null' }],
  ['an origin that begins like ours', { origin: 'http://localhost:43210' }],
  ['our name under another scheme', { origin: 'https://localhost:4321' }],
  ['an origin with a blank', { origin: ' http://localhost:4321/' }],
  ['a form of another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sister site', { 'sec-fetch-site': 'same-site' }],
  [
    'another origin that claims to be ours',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ],
]

describe('a call that changes something', () => {
  test('is refused from every other site, whoever is signed in, and changes nothing', async () => {
    const changing = shop.app.routeTable.filter(
      ({ method, url }) => !SAFE.has(method) && !url.startsWith('/api/webhooks/'),
    )
    expect(changing.length).toBeGreaterThan(15)
    const world = await buildWorld(shop.db)
    for (const route of changing) {
      const { method, url, access } = route
      const role: Role = access === 'admin' || access === 'staff' ? access : 'customer'
      const { cookies } = await openBrowser(shop, world, role)
      for (const [how, headers] of FOREIGN) {
        const response = await shop.app.inject({
          method: method as NonNullable<InjectOptions['method']>,
          url: pathOf(route, world),
          headers,
          cookies: Object.fromEntries(cookies),
          payload: (bodyOf(route, world, role) ?? {}) as object,
        })
        expect.soft([method, url, how, response.statusCode]).toEqual([method, url, how, 403])
        expect.soft(response.json()).toMatchObject({ code: 'bad_origin' })
      }
    }
  })

  test('is accepted from the site itself, and from programs, which send no origin', async () => {
    for (const headers of [
      { origin: shop.env.publicOrigin },
      { origin: shop.env.publicOrigin, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ] as Record<string, string>[]) {
      const response = await shop.app.inject({ method: 'POST', url: '/api/coupons/generate', headers })
      expect(response.statusCode, JSON.stringify(headers)).toBe(201)
    }
  })

  describe('in the demo', () => {
    const post = (host: string, origin: string, more: Record<string, string> = {}) =>
      shop.app.inject({ method: 'POST', url: '/api/coupons/generate', headers: { host, origin, ...more } })

    test.each(['127.0.0.1:4321', 'localhost:4321', 'localhost', '192.168.1.20:8080', '[::1]:4321'])(
      'is accepted from a page that was opened at http://%s',
      async (host) => {
        expect((await post(host, `http://${host}`)).statusCode).toBe(201)
      },
    )

    test.each([
      ['a website that leads its own name here', 'evil.example:4321', 'http://evil.example:4321'],
      ['a name below localhost', 'evil.localhost:4321', 'http://evil.localhost:4321'],
      ['a name that looks like an address', '127.0.0.1.evil.example', 'http://127.0.0.1.evil.example'],
      ['another port of this machine', '127.0.0.1:4321', 'http://127.0.0.1:9999'],
      ['another machine of the network', '192.168.1.20:4321', 'http://192.168.1.66:4321'],
      ['another website', '127.0.0.1:4321', 'http://evil.example'],
      ['another scheme', '127.0.0.1:4321', 'https://127.0.0.1:4321'],
      ['a user before the address', 'evil@127.0.0.1:4321', 'http://evil@127.0.0.1:4321x'],
    ])('is refused from %s, and the refusal names the address that works', async (_how, host, origin) => {
      const forwarded = {
        'x-forwarded-host': origin.replace(/^https?:\/\//, ''),
        'x-forwarded-proto': 'http',
      }
      for (const more of [{}, forwarded]) {
        const response = await post(host, origin, more)
        expect(response.statusCode).toBe(403)
        expect(response.json().message).toContain(shop.env.publicOrigin)
      }
    })
  })

  test('is refused in production from the address of the machine', async () => {
    const env = { ...shop.env, isProduction: true, publicOrigin: 'https://shop.example' }
    const app = Fastify()
    registerOriginCheck(app, env)
    app.post('/', async () => 'done')
    const headers = { host: '127.0.0.1:4321', origin: 'http://127.0.0.1:4321' }
    expect((await app.inject({ method: 'POST', url: '/', headers })).statusCode).toBe(403)
    await app.close()
  })

  test('is refused to another site that asks whether it may send one', async () => {
    const preflight = await shop.app.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('the provider’s webhooks are known by their signature, not their origin', async () => {
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/webhooks/razorpay',
      headers: { origin: 'https://api.razorpay.com', 'sec-fetch-site': 'cross-site' },
      payload: {},
    })
    expect(response.json()).toMatchObject({ code: 'bad_signature' })
  })
})

describe('another website', () => {
  /** Calls that every website may read: the public catalogue, and what a website may know about itself. */
  const OPEN = new Set([
    ...['GET /api/packages', 'GET /api/packages/:id', 'GET /api/packages/:id/reviews'],
    ...['GET /api/packages/:id/reviews/random', 'GET /api/categories', 'GET /api/embed/origin'],
  ])

  test('reads the public catalogue and nothing else, and never with the visitor’s cookies', async () => {
    const world = await buildWorld(shop.db)
    const { cookies } = await openBrowser(shop, world, 'admin')
    for (const route of shop.app.routeTable) {
      const { method, url } = route
      const { headers } = await shop.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: pathOf(route, world),
        headers: { origin: 'https://evil.example' },
        cookies: Object.fromEntries(cookies),
      })
      const expected = OPEN.has(`${method} ${url}`) ? '*' : undefined
      expect.soft([method, url, headers['access-control-allow-origin']]).toEqual([method, url, expected])
      expect.soft(headers, url).not.toHaveProperty('access-control-allow-credentials')
    }
    const known = shop.app.routeTable.map(({ method, url }) => `${method} ${url}`)
    expect(known).toEqual(expect.arrayContaining([...OPEN]))
  })
})

describe('headers', () => {
  const OF_EVERY_ANSWER = {
    'content-security-policy': "frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }

  test('are on every response: success, refusal, unknown and malformed', async () => {
    const visitor = new Visitor(shop)
    const responses = [
      await visitor.get('/api/packages'),
      await visitor.get('/api/orders'),
      await visitor.get('/api/nothing'),
      await visitor.get('/nothing'),
      await visitor.post('/api/auth/login', { email: 'x' }),
      await shop.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: '{',
        headers: { 'content-type': 'application/json' },
      }),
    ]
    for (const { headers } of responses) {
      expect(headers).toMatchObject(OF_EVERY_ANSWER)
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  test('require https for a year, but only where the shop has it', async () => {
    const app = await buildApp({
      env: { ...shop.env, publicOrigin: 'https://shop.example' },
      db: shop.db,
      gateway: shop.gateway,
      jobs: shop.jobs,
      overload: false,
    })
    const { headers } = await app.inject('/api/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await app.close()
  })

  test('let nobody cache the error of a call that a CDN may cache', async () => {
    expect((await new Visitor(shop).get('/api/packages/999')).headers['cache-control']).toBe('no-store')
  })
})
