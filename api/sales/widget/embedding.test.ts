/** Selling on other websites: who may embed the frame, how orders are attributed, and what is counted. */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CreateOrderResponse } from '#api/contract/sales/checkout.ts'
import type { EmbedOrigin as WireEmbedOrigin } from '#api/contract/sales/widget.ts'
import { FRAME_SECRET_HEADER } from '#api/rules/embed.ts'
import { buyerForm, getOrder, placeOrder, verifyBody } from '#api/testing/buyer.ts'
import { expectRefused, expectResponse, succeed } from '#api/testing/responses.ts'
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

const ORIGINS = '/api/admin/embed-origins'
let admin: Visitor
beforeEach(async () => {
  admin = await openSession(shop, (await insertUser(shop.db, { isAdmin: true })).id)
})
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
    const added = await admin.post(ORIGINS, { origin: typed })
    expectResponse(added, 201, { origin, views: 0, orders: 0, revenue: '0.00' })
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
    expectResponse(await admin.post(ORIGINS, { origin }), 400, { issues: [{ path: 'origin' }] })
    expect(await EmbedOrigin.query(shop.db)).toEqual([])
  })

  test('once, and with as many others as fit into a header', async () => {
    await allow()
    const issues = [{ path: 'origin', message: 'This website is already on the list' }]
    expectResponse(await admin.post(ORIGINS, { origin: PARTNER }), 400, { issues })
    for (let number = 1; number < MOST_ORIGINS; number += 1) await allow(`https://partner-${number}.example`)
    expectRefused(await admin.post(ORIGINS, { origin: 'https://one-more.example' }), 'too_many_origins')
  })

  test('and every change of the list is audited', async () => {
    const { id } = (await admin.post(ORIGINS, { origin: PARTNER })).json()
    expectResponse(await admin.call('DELETE', `${ORIGINS}/${id}`), 204)
    expect(await AuditEntry.query(shop.db).where({ subject: 'embed_origin' }).orderBy('id')).toMatchObject([
      { action: 'created', subjectLabel: PARTNER, changes: [{ field: 'origin', to: PARTNER }] },
      { action: 'removed', subjectLabel: PARTNER, changes: [{ field: 'origin', from: PARTNER }] },
    ])
  })
})

describe('a website asks whether it may show the frame', () => {
  test.each([
    [PARTNER, undefined, true],
    ['https://partner.example.evil.example', undefined, false],
    ['null', undefined, false],
    [undefined, undefined, false],
    [shop.env.publicOrigin, undefined, true],
    [undefined, 'same-origin', true],
    ['https://evil.example', 'same-origin', false],
    [undefined, 'cross-site', false],
  ])('from the origin %s, fetched as %s: %s', async (origin, site, allowed) => {
    const headers = { ...(origin && { origin }), ...(site && { 'sec-fetch-site': site }) }
    const ask = () => shop.app.inject({ url: '/api/embed/origin', headers })
    await allow()
    const response = await ask()
    expect(response.json()).toEqual({ allowed })
    const open = { 'access-control-allow-origin': '*', vary: 'Origin, Sec-Fetch-Site' }
    expect(response.headers).toMatchObject(open)
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    await EmbedOrigin.query(shop.db).delete()
    expect((await ask()).json()).toEqual({ allowed: allowed && origin !== PARTNER })
  })
})

describe('an order from the frame', () => {
  const newSecret = () => randomBytes(32).toString('base64url')
  /** @param secret that of the frame, or undefined for a browser without one */
  const callWith = (secret: string | undefined, url: string, body: object, visitor = new Visitor(shop)) =>
    visitor.call('POST', url, body, secret === undefined ? {} : { [FRAME_SECRET_HEADER]: secret })

  async function place(secret: string, fields: object = {}, visitor = new Visitor(shop)) {
    const { id: packageId } = await insertPackage(shop.db, { priceCents: 10_000 })
    const body = { packageId, finalAmount: 100, userData: buyerForm(), ...fields }
    return succeed<CreateOrderResponse>(callWith(secret, '/api/create-order', body, visitor))
  }
  async function verify(secret: string | undefined, order: CreateOrderResponse) {
    const body = verifyBody(order, await shop.pay(order.razorpayOrderId ?? ''))
    const call = callWith(secret, '/api/verify-payment', body)
    return (await succeed<{ sessionId?: string }>(call)).sessionId
  }
  const signIn = (sessionId: string | undefined, secret?: string, visitor = new Visitor(shop)) =>
    callWith(secret, '/api/auth/session-login', { sessionId }, visitor)

  test('is known by the secret of the frame: it alone gets the token that signs in, once', async () => {
    const secret = newSecret()
    const order = await place(secret)
    const sessionId = await verify(secret, order)
    expect(sessionId).toBeDefined()
    const tab = new Visitor(shop)
    for (const other of [undefined, newSecret()]) expectResponse(await signIn(sessionId, other, tab), 401)
    expectResponse(await signIn(sessionId, secret, tab), 200)
    expect((await tab.get('/api/auth/me')).json()).toMatchObject({ email: 'grace@example.com' })
    expectResponse(await signIn(sessionId), 401)
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
    expectResponse(await signIn(sessionId, secret), 401)
  })

  test('leaves no cookie, and goes by the secret where the browser has a cookie of the shop', async () => {
    const browser = new Visitor(shop)
    await placeOrder(shop, { visitor: browser, form: { email: 'first@example.com' } })
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
    expectResponse(await callWith('a', '/api/create-order', body), 400)
    expect(await Order.query(shop.db).resultSize()).toBe(0)
  })

  test('records the website where it was bought, if that is on the list', async () => {
    await allow()
    const { id } = await place(newSecret(), { embedOrigin: PARTNER })
    expect(await getOrder(shop, id)).toMatchObject({ embedOrigin: PARTNER })
    const made = await place(newSecret(), { embedOrigin: 'https://made-up.example' })
    expect(await getOrder(shop, made.id)).toMatchObject({ embedOrigin: null })
    expect((await admin.get(`/api/admin/orders/${id}`)).json()).toMatchObject({ embedOrigin: PARTNER })
  })
})

describe('views and sales', () => {
  const listed = async () => (await admin.get(ORIGINS)).json<WireEmbedOrigin[]>()
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
