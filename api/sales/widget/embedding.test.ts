/** Selling on other websites: who may embed the frame, how orders are attributed, and what is counted. */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { EmbedOrigin as WireEmbedOrigin } from '#api/contract/sales/widget.ts'
import { FRAME_SECRET_HEADER } from '#api/rules/embed.ts'
import { buyerForm, verifyBody } from '#api/testing/buyer.ts'
import { openSession } from '#api/testing/sessions.ts'
import { openTestApp, Visitor } from '#api/testing/test-app.ts'
import { Order } from '#db/models/orders/order.ts'
import { AuditEntry } from '#db/models/people/audit-entry.ts'
import { EmbedOrigin } from '#db/models/sales/embed-origin.ts'
import { insertOrder, insertPackage, insertPaidOrder, insertUser } from '#db/testing/builders.ts'
import { MOST_ORIGINS } from './embed-origin.ts'

const PARTNER = 'https://partner.example'

const shop = openTestApp()
beforeEach(() => shop.setFaults({ dropWebhooks: true }))

const openAdmin = async () => openSession(shop, (await insertUser(shop.db, { isAdmin: true })).id)
const allow = (origin = PARTNER) => EmbedOrigin.query(shop.db).insert({ origin })

describe('a website is on the list', () => {
  test.each([
    ['https://partner.example', 'https://partner.example'],
    [' https://Partner.Example/ ', 'https://partner.example'],
    ['https://shop.partner.example:8443', 'https://shop.partner.example:8443'],
    ['https://partner.example:443', 'https://partner.example'],
    ['http://localhost:4399', 'http://localhost:4399'],
    ['http://127.0.0.1:4399', 'http://127.0.0.1:4399'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%j is stored as %s', async (typed, origin) => {
    const admin = await openAdmin()
    const added = await admin.post('/api/admin/embed-origins', { origin: typed })
    expect(added.json()).toMatchObject({ origin, views: 0, orders: 0, revenue: '0.00' })
    expect(added.statusCode).toBe(201)
  })

  test.each([
    'http://partner.example',
    'https://*.partner.example',
    'https://partner.example/blog',
    'https://partner.example/?',
    'https://partner.example#',
    'https://user@partner.example',
    "https://partner.example'; frame-ancestors *",
    'https://partner.example https://evil.example',
    'https://*',
    '*',
    'partner.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'null',
    '',
    `https://${'a'.repeat(200)}.example`,
  ])('never %j', async (origin) => {
    const admin = await openAdmin()
    const refused = await admin.post('/api/admin/embed-origins', { origin })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().issues).toMatchObject([{ path: 'origin' }])
    expect(await EmbedOrigin.query(shop.db)).toEqual([])
  })

  test('once, and with as many others as fit into a header', async () => {
    const admin = await openAdmin()
    await allow()
    const again = await admin.post('/api/admin/embed-origins', { origin: PARTNER })
    expect(again.json().issues).toEqual([{ path: 'origin', message: 'This website is already on the list' }])
    for (let number = 1; number < MOST_ORIGINS; number += 1) await allow(`https://partner-${number}.example`)
    const oneMore = await admin.post('/api/admin/embed-origins', { origin: 'https://one-more.example' })
    expect(oneMore.json()).toMatchObject({ code: 'too_many_origins' })
  })

  test('and every change of the list is audited', async () => {
    const admin = await openAdmin()
    const { id } = (await admin.post('/api/admin/embed-origins', { origin: PARTNER })).json()
    expect((await admin.call('DELETE', `/api/admin/embed-origins/${id}`)).statusCode).toBe(204)
    expect(await AuditEntry.query(shop.db).where({ subject: 'embed_origin' }).orderBy('id')).toMatchObject([
      { action: 'created', subjectLabel: PARTNER, changes: [{ field: 'origin', to: PARTNER }] },
      { action: 'removed', subjectLabel: PARTNER, changes: [{ field: 'origin', from: PARTNER }] },
    ])
  })
})

describe('a website asks whether it may show the frame', () => {
  const ask = async (origin?: string, site?: string) => {
    const { json, headers } = await shop.app.inject({
      url: '/api/embed/origin',
      headers: {
        ...(origin !== undefined && { origin }),
        ...(site !== undefined && { 'sec-fetch-site': site }),
      },
    })
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Origin, Sec-Fetch-Site' })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    return json()
  }

  test('it may while it is on the list, and so may the shop itself', async () => {
    expect(await ask(PARTNER)).toEqual({ allowed: false })
    await allow()
    expect(await ask(PARTNER)).toEqual({ allowed: true })
    expect(await ask('https://partner.example.evil.example')).toEqual({ allowed: false })
    expect(await ask('null')).toEqual({ allowed: false })
    expect(await ask()).toEqual({ allowed: false })
    expect(await ask(shop.env.publicOrigin)).toEqual({ allowed: true })
    expect(await ask(undefined, 'same-origin')).toEqual({ allowed: true })
    expect(await ask('https://evil.example', 'same-origin')).toEqual({ allowed: false })
    expect(await ask(undefined, 'cross-site')).toEqual({ allowed: false })
    await EmbedOrigin.query(shop.db).delete()
    expect(await ask(PARTNER)).toEqual({ allowed: false })
  })
})

describe('an order from the frame', () => {
  const newSecret = () => randomBytes(32).toString('base64url')
  const callWith = (
    secret: string,
    method: 'POST',
    url: string,
    body: unknown,
    visitor = new Visitor(shop),
  ) => visitor.call(method, url, body, { [FRAME_SECRET_HEADER]: secret })

  async function place(secret: string, fields: object = {}, visitor = new Visitor(shop)) {
    const { id: packageId } = await insertPackage(shop.db, { priceCents: 10_000 })
    const body = { packageId, finalAmount: 100, userData: buyerForm(), ...fields }
    const response = await callWith(secret, 'POST', '/api/create-order', body, visitor)
    expect(response.statusCode).toBe(201)
    return response.json<CreateOrderResponse>()
  }
  async function verify(secret: string | undefined, order: CreateOrderResponse) {
    const body = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
    const response =
      secret === undefined
        ? await new Visitor(shop).post('/api/verify-payment', body)
        : await callWith(secret, 'POST', '/api/verify-payment', body)
    expect(response.statusCode).toBe(200)
    return response.json<{ sessionId?: string }>().sessionId
  }

  test('is known by the secret of the frame: it alone gets the token that signs in, once', async () => {
    const secret = newSecret()
    const order = await place(secret)
    const sessionId = await verify(secret, order)
    expect(sessionId).toBeDefined()
    const tab = new Visitor(shop)
    const signIn = (own?: string) =>
      tab.call('POST', '/api/auth/session-login', { sessionId }, own ? { 'x-frame-secret': own } : {})
    for (const other of [undefined, newSecret()]) expect((await signIn(other)).statusCode).toBe(401)
    expect((await signIn(secret)).statusCode).toBe(200)
    expect((await tab.get('/api/auth/me')).json()).toMatchObject({ email: 'grace@example.com' })
    const thief = new Visitor(shop)
    expect((await thief.post('/api/auth/session-login', { sessionId })).statusCode).toBe(401)
  })

  test.each([
    ['another frame', newSecret()],
    ['a browser without a secret', undefined],
  ])('does not sign in %s', async (_who, secret) => {
    expect(await verify(secret, await place(newSecret()))).toBeUndefined()
  })

  test('signs nobody in ten minutes later', async () => {
    const secret = newSecret()
    const sessionId = await verify(secret, await place(secret))
    await shop.db('sign_in_tokens').update({ expiresAt: shop.db.raw("now() - interval '1 second'") })
    const late = await callWith(secret, 'POST', '/api/auth/session-login', { sessionId })
    expect(late.statusCode).toBe(401)
  })

  test('leaves no cookie, and goes by the secret where the browser has a cookie of the shop', async () => {
    const browser = new Visitor(shop)
    await browser.post('/api/create-order', {
      packageId: (await insertPackage(shop.db)).id,
      finalAmount: 1299,
      userData: buyerForm({ email: 'first@example.com' }),
    })
    const cookie = browser.cookies.get('browser')
    expect(cookie).toBeDefined()
    const secret = newSecret()
    const order = await place(secret, {}, browser)
    expect(browser.cookies.get('browser')).toBe(cookie)
    expect(await verify(secret, order)).toBeDefined()
    const frame = new Visitor(shop)
    await place(newSecret(), { userData: buyerForm({ email: 'second@example.com' }) }, frame)
    expect([...frame.cookies.keys()]).toEqual([])
  })

  test('whose secret is short enough to be guessed is refused', async () => {
    const { id: packageId } = await insertPackage(shop.db)
    const body = { packageId, finalAmount: 1299, userData: buyerForm() }
    expect((await callWith('a', 'POST', '/api/create-order', body)).statusCode).toBe(400)
    expect(await Order.query(shop.db).resultSize()).toBe(0)
  })

  test('records the website where it was bought, if that is on the list', async () => {
    await allow()
    const { id } = await place(newSecret(), { embedOrigin: PARTNER })
    expect(await Order.query(shop.db).findById(id)).toMatchObject({ embedOrigin: PARTNER })
    const made = await place(newSecret(), { embedOrigin: 'https://made-up.example' })
    expect(await Order.query(shop.db).findById(made.id)).toMatchObject({ embedOrigin: null })
    const admin = await openAdmin()
    expect((await admin.get(`/api/admin/orders/${id}`)).json()).toMatchObject({ embedOrigin: PARTNER })
  })
})

describe('views and sales', () => {
  const listed = async () =>
    (await (await openAdmin()).get('/api/admin/embed-origins')).json<WireEmbedOrigin[]>()
  const look = (origin: string) => new Visitor(shop).post('/api/embed/views', { origin })

  test('are counted for each website on the list, and say nothing about the visitor', async () => {
    await allow()
    for (let time = 0; time < 3; time += 1) expect((await look(PARTNER)).statusCode).toBe(204)
    await look('https://unknown.example')
    await shop.db('embed_views').insert({ origin: PARTNER, day: '2020-01-01', views: 7 })
    await insertPaidOrder(shop.db, { embedOrigin: PARTNER })
    await insertOrder(shop.db, { embedOrigin: PARTNER, paymentStatus: 'unpaid' })
    await insertPaidOrder(shop.db)
    expect(await listed()).toMatchObject([{ origin: PARTNER, views: 3, orders: 1, revenue: '1299.00' }])
    expect(Object.keys(await shop.db('embed_views').first())).toEqual(['origin', 'day', 'views'])
    expect(await shop.db('embed_views').where({ origin: 'https://unknown.example' })).toEqual([])
  })

  test('of an order that went back are no revenue', async () => {
    await allow()
    const order = await insertPaidOrder(shop.db, { embedOrigin: PARTNER })
    const { id: paymentId } = await shop.db('payments').where({ orderId: order.id }).first()
    await shop.db('refunds').insert({ paymentId, amountCents: 29_900, status: 'processed', reason: 'Late' })
    expect(await listed()).toMatchObject([{ orders: 1, revenue: '1000.00' }])
  })
})
