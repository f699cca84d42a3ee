import { describe, expect, test } from 'vitest'
import { insertPackage } from '#db/testing/builders.ts'
import { buyerForm } from './buyer.ts'
import { openTestApp, Visitor } from './test-app.ts'
import { buildWorld, openBrowser } from './world.ts'

const shop = openTestApp()

const { originalAmount: _, discountAmount: __, couponCode: ___, taxId: ____, ...ACCOUNT } = buyerForm()
const HOST = { 'content-type': 'application/json' }

/** Sends the payload unchanged, where `inject` would serialise it as JSON. */
const send = (url: string, payload: string, headers: Record<string, string> = HOST) =>
  shop.app.inject({ method: 'POST', url, payload, headers })

describe('values are not coerced:', () => {
  test('an id in a body is a whole number that the database can hold, else 400', async () => {
    for (const id of [null, [7], '7', 7.5, true, {}, -1, 0, 2_147_483_648, 1e308]) {
      const response = await send(
        '/api/create-order',
        JSON.stringify({ packageId: id, finalAmount: 1, userId: 1 }),
      )
      expect(response.statusCode, JSON.stringify(id)).toBe(400)
      const { issues } = response.json<{ issues: { path: string }[] }>()
      expect(new Set(issues.map(({ path }) => path)), JSON.stringify(id)).toEqual(new Set(['packageId']))
    }
  })

  test('a malformed id in a path is 404', async () => {
    const world = await buildWorld(shop.db)
    const admin = await openBrowser(shop, world, 'admin')
    const numbers = ['0', '-1', '1.5', '1e3', '2147483648', '99999999999', '01', '１']
    for (const id of [...numbers, 'abc', '9999999', '%00', '%F0%9F', '1%20', '1;drop', '..%2f1']) {
      for (const [method, path, body] of [
        ...['', '/reviews', '/reviews/random', '/questions'].map(
          (rest) => ['GET', `packages/${id}${rest}`] as const,
        ),
        ['GET', `orders/${id}/answers`],
        ['GET', `admin/orders/${id}/history`],
        ['PATCH', `admin/users/${id}`, { isStaff: true }],
        ['PATCH', `admin/orders/${id}/status`, { status: 'pending' }],
        ['PUT', `admin/packages/${id}`, { name: 'Other' }],
      ] as const) {
        const response = await admin.call(method, `/api/${path}`, body)
        // Text that is not valid UTF-8 cannot be decoded at all.
        expect(response.statusCode, path).toBe(id === '%F0%9F' ? 400 : 404)
        expect(response.json(), path).toMatchObject({
          code: expect.any(String),
          requestId: expect.any(String),
        })
      }
    }
  })

  test('a path of any length is 404', async () => {
    const response = await new Visitor(shop).get(`/api/packages/${'9'.repeat(2_000)}`)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      code: 'not_found',
      message: 'Not found',
      requestId: expect.any(String),
    })
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  test('isAdmin of "true", 1 or null is refused, and a profile’s isAdmin is dropped', async () => {
    const world = await buildWorld(shop.db)
    const admin = await openBrowser(shop, world, 'admin')
    for (const isAdmin of ['true', 1, null, [true]]) {
      expect((await admin.patch(`/api/admin/users/${world.users.customer.id}`, { isAdmin })).statusCode).toBe(
        400,
      )
    }
    const customer = await openBrowser(shop, world, 'customer')
    const { password: _____, country: ______, ...profile } = ACCOUNT
    const greedy = {
      ...profile,
      email: world.users.customer.email,
      isAdmin: true,
      isStaff: true,
      id: world.users.admin.id,
    }
    expect((await customer.put('/api/user/profile', greedy)).json()).toMatchObject({
      id: world.users.customer.id,
      isAdmin: false,
      isStaff: false,
    })
  })
})

describe('a name or label that forges what stands around it is refused:', () => {
  const MARKS = ['\n', '\r', '\u2028', '\u2029']

  test.each(MARKS)('%j', async (mark) => {
    const { order, ...world } = await buildWorld(shop.db)
    const admin = await openBrowser(shop, { order, ...world }, 'admin')
    const customer = await openBrowser(shop, { order, ...world }, 'customer')
    const text = `Evil${mark}gnp.exe`
    const { email, password, ...profile } = ACCOUNT
    const pkg = { name: 'New', description: 'A new package.', price: 99 }
    const category = { name: 'New', description: 'A new category.', imageUrl: '/illustrations/wordpress.svg' }
    const forms: [Visitor, 'POST' | 'PUT', string, object, string[]][] = [
      [
        new Visitor(shop),
        'POST',
        '/api/auth/register',
        ACCOUNT,
        ['firstName', 'lastName', 'company', 'city'],
      ],
      [customer, 'PUT', '/api/user/profile', { ...profile, email }, ['lastName', 'jobTitle', 'city']],
      [admin, 'POST', '/api/admin/users', { ...profile, email, password }, ['firstName', 'lastName']],
      [admin, 'POST', '/api/admin/coupons', { code: 'X', discountType: 'percentage', discount: 1 }, ['code']],
      [admin, 'POST', '/api/admin/packages', pkg, ['name', 'category', 'imageAlt']],
      [admin, 'POST', '/api/admin/categories', category, ['name']],
    ]
    for (const [browser, method, url, body, fields] of forms) {
      for (const field of fields) {
        const response = await browser.call(method, url, { ...body, [field]: text })
        const { issues = [] } = response.json<{ issues?: { path: string }[] }>()
        expect([response.statusCode, issues.map(({ path }) => path)], `${url} ${field}`).toEqual([
          400,
          [field],
        ])
      }
    }
    // Long texts may have several lines and mix writing directions.
    const saved = await admin.call('PUT', `/api/admin/packages/${world.pkg.id}`, { longDescription: text })
    expect(saved.statusCode).toBe(200)
  })
})

describe('a body', () => {
  test('that is not an object is refused by every call', async () => {
    for (const body of ['null', '[]', '7', '"text"', 'true', '{}']) {
      for (const url of ['/api/auth/login', '/api/create-order', '/api/verify-payment', '/api/coupons/use']) {
        const response = await send(url, body)
        expect(response.statusCode, `${body} ${url}`).toBe(400)
        expect(response.json(), `${body} ${url}`).toMatchObject({ code: 'invalid_input' })
      }
    }
  })

  test('that is not JSON is 400 and is not quoted back', async () => {
    for (const body of ['{', '{"email":}', '{"a": 1 "b": 1}', '\u0000', '{"a":1}}', 'undefined', "{'a':1}"]) {
      const response = await send('/api/auth/login', body)
      expect(response.statusCode, body).toBe(400)
      expect(response.json(), body).toEqual({
        code: 'malformed',
        message: 'The request could not be read',
        requestId: expect.any(String),
      })
    }
  })

  test('with a prototype’s key is refused, and no object has changed', async () => {
    for (const evil of [
      '{"__proto__": {"isAdmin": true}, "email": "a@example.com", "password": "a-fine-secret"}',
      '{"email": "a@example.com", "password": "a-fine-secret", "a": {"constructor": {"prototype": {"isAdmin": true}}}}',
      '{"constructor": {"prototype": {"isAdmin": true}}}',
    ]) {
      const response = await send('/api/auth/login', evil)
      expect(response.statusCode).toBe(400)
    }
    const sent = await send('/api/orders/1/answers', '{"answers": {"__proto__": "x", "toString": "y"}}')
    expect([400, 401]).toContain(sent.statusCode)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('of thirty thousand brackets is read and refused', async () => {
    for (const deep of [
      `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    ]) {
      expect((await send('/api/auth/login', deep)).statusCode).toBe(400)
      const hidden = `{"email":"a@example.com","password":"a-fine-secret","x":${deep}}`
      expect([400, 401]).toContain((await send('/api/auth/login', hidden)).statusCode)
    }
  })

  test('of 64 KB is read, one byte more is 413', async () => {
    const bodyOf = (length: number) => {
      const shell = JSON.stringify({ code: '', pad: '' })
      return JSON.stringify({ code: '', pad: 'x'.repeat(length - shell.length) })
    }
    expect((await send('/api/coupons/use', bodyOf(65_536))).statusCode).toBe(400)
    const refused = await send('/api/coupons/use', bodyOf(65_537))
    expect([refused.statusCode, refused.json()]).toMatchObject([413, { code: 'too_large' }])
    expect((await send('/api/webhooks/razorpay', bodyOf(65_537))).statusCode).toBe(413)
  })

  test('of another type is 415, also where a call needs no body', async () => {
    const forms = ['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded']
    for (const type of [
      ...forms,
      'multipart/form-data; boundary=x',
      'text/html',
      'application/jsonp',
      'nonsense',
      '',
    ]) {
      for (const url of [
        '/api/auth/login',
        '/api/coupons/generate',
        '/api/auth/logout',
        '/api/webhooks/razorpay',
      ]) {
        const response = await send(url, '{"email":"a@example.com","password":"a-fine-secret"}', {
          'content-type': type,
        })
        expect(response.statusCode, `${type} ${url}`).toBe(415)
        expect(response.json(), `${type} ${url}`).toMatchObject({ code: 'not_json' })
      }
    }
  })

  test('without a content type is 415 too, and a missing one 400', async () => {
    const response = await fetch(`${shop.url}/api/auth/login`, {
      method: 'POST',
      body: new Blob(['{"email":"a@example.com","password":"a-fine-secret"}']),
    })
    expect(response.status).toBe(415)
    for (const headers of [HOST, {}]) {
      const missing = await shop.app.inject({ method: 'POST', url: '/api/auth/login', headers })
      expect(missing.statusCode).toBe(400)
    }
  })
})

describe('a fault without a message of its own', () => {
  test.each([
    ['/api/create-order', '{}', 'packageId', 'packageId is required'],
    ['/api/create-order', '{"packageId":"1"}', 'packageId', 'packageId must be a number'],
    ['/api/create-order', '{"packageId":1.5}', 'packageId', 'packageId must be a whole number'],
    ['/api/create-order', '{"packageId":0}', 'packageId', 'packageId must be at least 1'],
    ['/api/create-order', '{"packageId":2147483648}', 'packageId', 'packageId must be at most 2147483647'],
    ['/api/create-order', '{"userData":[]}', 'userData', 'userData must be an object'],
    ['/api/create-order', '{"userData":{"taxId":7}}', 'userData.taxId', 'Tax ID must be text'],
    ['/api/auth/session-login', '{"sessionId":7}', 'sessionId', 'sessionId must be text'],
    ['/api/auth/session-login', '{"sessionId":""}', 'sessionId', 'sessionId is required'],
    ['/api/verify-payment', '[]', '', 'The body must be an object'],
  ])('is said plainly: %s %s', async (url, body, path, message) => {
    const response = await send(url, body)
    expect(response.statusCode).toBe(400)
    expect(response.json<{ issues: object[] }>().issues).toContainEqual({ path, message })
  })

  test.each([
    ['patch', '/api/admin/users/1', { isAdmin: 'yes' }, 'isAdmin', 'isAdmin must be true or false'],
    [
      'patch',
      '/api/admin/orders/1/status',
      { status: 'lost' },
      'status',
      'status must be one of pending, processing, completed, cancelled',
    ],
    ['post', '/api/orders/1/answers', { answers: ['Red'] }, 'answers', 'answers must be an object'],
    [
      'post',
      '/api/orders/1/answers',
      { answers: { colour: 'Red' } },
      'answers.colour',
      'colour is not valid',
    ],
  ] as const)('is said plainly: %s %s %j', async (method, url, body, path, message) => {
    const admin = await openBrowser(shop, await buildWorld(shop.db), 'admin')
    const response = await admin[method](url, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ message, issues: [{ path, message }] })
  })

  test.each([-1, '1,299.00', '1299.005', 'much', null, true, '1'.repeat(40)])(
    'a final amount of %j is refused in words for people',
    async (finalAmount) => {
      const { id } = await insertPackage(shop.db)
      const response = await send(
        '/api/create-order',
        JSON.stringify({ packageId: id, userId: 1, finalAmount }),
      )
      expect(response.json()).toMatchObject({
        message:
          finalAmount === -1
            ? 'The price has changed since you saw it'
            : 'Final amount must be an amount of at most two decimals, such as 1299.50',
      })
    },
  )
})
