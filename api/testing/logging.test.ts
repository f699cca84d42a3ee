import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { withoutQueryValues } from '#api/platform/logging/logging.ts'
import { Order } from '#db/models/orders/order.ts'
import { insertCoupon, insertPackage, insertUser } from '#db/testing/builders.ts'
import { buyerForm, placeModalOrder, verifyBody } from './buyer.ts'
import { openSession } from './sessions.ts'
import { openTestApp, TEST_CREDENTIALS, Visitor } from './test-app.ts'

let lines: string[] = []
const shop = openTestApp({
  variables: { LOG_LEVEL: 'trace', RATE_LIMIT: 'on' },
  logTo: { write: (line) => lines.push(line) },
})
beforeEach(() => {
  lines = []
})

type Line = Record<string, unknown>
const parsed = () => lines.map((line) => JSON.parse(line) as Line)
const requestLines = () => parsed().filter(({ msg }) => msg === 'request')

/** None of these may appear in the log. */
const CANARIES = {
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  email: 'canary-mail@example.com',
  password: 'canary-password-7f3a',
  phone: '+45 4111 1111 111',
  company: 'Canarycompany',
  jobTitle: 'Canarytitle',
  address: 'Canarystreet 4242 4242 4242 4242',
  city: 'Canarycity',
  state: 'Canarystate',
  zipCode: 'CAN-4242',
  taxId: 'CANARYTAX',
}

const UUID = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g

function expectNoneOf(secrets: Iterable<string>): void {
  const log = lines.join('')
  expect(log.length).toBeGreaterThan(0)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(4)
    expect(log, secret).not.toContain(secret)
    expect(log, secret).not.toContain(encodeURIComponent(secret))
  }
  expect(log).not.toMatch(/argon2|"(cookie|authorization|set-cookie|body|headers|rawPacket)":/)
  // Four groups of four digits look like a card number. A request id may match by chance.
  expect(log.replaceAll(UUID, '')).not.toMatch(/\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b/)
}

test('a whole purchase leaves no personal data and no secrets in the log', async () => {
  const pkg = await insertPackage(shop.db)
  await insertCoupon(shop.db, { code: 'CANARYCOUPON', discountHundredths: 1_000 })
  const secrets = new Set<string>(Object.values(CANARIES))
  secrets.add('CANARYCOUPON')
  const visitor = new Visitor(shop)
  await visitor.get('/api/packages?email=canary-mail@example.com&token=canary-in-a-query')
  secrets.add('canary-in-a-query')
  await visitor.post('/api/coupons/validate', { code: 'canarycoupon' })
  const order = await placeModalOrder(visitor, {
    packageId: pkg.id,
    finalAmount: 1169.1,
    form: { ...CANARIES, couponCode: 'CANARYCOUPON' },
  })
  const paid = await shop.pay(order.razorpayOrderId ?? '')
  secrets.add(paid.razorpay_signature)
  await visitor.post('/api/verify-payment', {
    ...verifyBody(order, paid),
    razorpaySignature: 'canary-signature',
  })
  secrets.add('canary-signature')
  const { sessionId } = (await visitor.post('/api/verify-payment', verifyBody(order, paid))).json<{
    sessionId: string
  }>()
  secrets.add(sessionId)
  await visitor.post('/api/auth/session-login', { sessionId })
  secrets.add(visitor.cookies.get('sid') ?? '').add((visitor.cookies.get('sid') ?? '').split('.')[0] ?? '')
  await visitor.get('/api/orders')
  await visitor.put('/api/user/password', {
    currentPassword: CANARIES.password,
    newPassword: 'canary-new-password',
  })
  secrets.add('canary-new-password').add(visitor.cookies.get('sid') ?? '')
  await visitor.post('/api/auth/logout')
  for (let index = 0; index < 6; index += 1) {
    await visitor.post('/api/auth/login', { email: CANARIES.email, password: 'canary-wrong-guess' })
  }
  secrets.add('canary-wrong-guess')
  const body = JSON.stringify({ event: 'canary.event', payload: { card: '4111111111111111' } })
  const signature = createHmac('sha256', TEST_CREDENTIALS.webhookSecret).update(body).digest('hex')
  secrets.add(signature).add(TEST_CREDENTIALS.keySecret).add(TEST_CREDENTIALS.webhookSecret)
  await shop.app.inject({
    method: 'POST',
    url: '/api/webhooks/razorpay',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': 'canary-event-id',
    },
    payload: body,
  })
  await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', authorization: 'Bearer canary-bearer' },
    payload: '{"password": "canary-unfinished',
  })
  secrets.add('canary-bearer').add('canary-unfinished')
  expect(requestLines().length).toBeGreaterThan(15)
  expectNoneOf(secrets)
})

test('a fault is logged with its place and without the values that were being stored', async () => {
  const pkg = await insertPackage(shop.db)
  await shop.db.raw(`
    CREATE FUNCTION refuse_canary() RETURNS trigger AS $$ BEGIN
      RAISE EXCEPTION 'refused: % %', NEW.email, NEW.password_hash
        USING DETAIL = NEW.phone, HINT = NEW.company, CONSTRAINT = 'canary_fault';
    END $$ LANGUAGE plpgsql;
    CREATE TRIGGER refuse_canary BEFORE INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION refuse_canary()`)
  try {
    const response = await new Visitor(shop).post('/api/create-order', {
      packageId: pkg.id,
      finalAmount: 1299,
      userData: buyerForm({ ...CANARIES, email: 'canary-other@example.com' }),
    })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      requestId: expect.any(String),
    })
    const fault = parsed().find(({ msg }) => msg === 'request failed')
    expect(fault).toMatchObject({
      level: 50,
      reqId: response.json<{ requestId: string }>().requestId,
      err: { constraint: 'canary_fault', stack: expect.stringContaining('place-order.ts') },
    })
    expectNoneOf([...Object.values(CANARIES), 'canary-other'])
  } finally {
    await shop.db.raw('DROP FUNCTION refuse_canary CASCADE')
  }
  expect(await Order.query(shop.db).resultSize()).toBe(0)
})

test('bytes that are not a request are not logged either', async () => {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  socket.write('CANARY-BYTES sid=canary-cookie-bytes\r\n\r\n')
  await once(socket, 'close')
  await new Visitor(shop).get('/api/healthz')
  expectNoneOf(['CANARY-BYTES', 'canary-cookie-bytes'])
})

describe('the line of a request', () => {
  test('holds these fields and no other', async () => {
    const { id: userId } = await insertUser(shop.db)
    const visitor = await openSession(shop, userId)
    const response = await visitor.get('/api/orders/7/answers?token=canary&q=canary')
    expect(response.statusCode).toBe(404)
    const [line] = requestLines()
    expect(line).toEqual({
      level: 20,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      reqId: response.json<{ requestId: string }>().requestId,
      method: 'GET',
      url: '/api/orders/7/answers?token&q',
      route: '/api/orders/:id/answers',
      remoteAddress: '127.0.0.1',
      userId,
      status: 404,
      code: 'not_found',
      ms: expect.any(Number),
      msg: 'request',
    })
  })

  test('is written once per request, with an id that refusals contain too', async () => {
    const visitor = new Visitor(shop)
    const refusals = [
      await visitor.get('/api/nothing'),
      await visitor.get('/api/orders'),
      await visitor.get('/api/packages/0'),
      await visitor.post('/api/auth/login', {}),
      await visitor.get('/nothing'),
    ]
    const ids = refusals.map((response) => response.json<{ requestId: string }>().requestId)
    expect(new Set(ids).size).toBe(refusals.length)
    expect(requestLines().map(({ reqId }) => reqId)).toEqual(ids)
  })

  test('ignores a request id from the caller', async () => {
    const response = await shop.app.inject({
      url: '/api/nothing',
      headers: { 'request-id': 'forged', 'x-request-id': 'forged' },
    })
    expect(response.json<{ requestId: string }>().requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('cannot be split in two by the request’s URL', async () => {
    await new Visitor(shop).get('/api/packages/1%0a%7b%22level%22:60%7d')
    expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
  })
})

test.each([
  ['/api/packages', '/api/packages'],
  ['/api/admin/orders?q=anna&limit=5', '/api/admin/orders?q&limit'],
  ['/api?a-token-by-itself', '/api'],
  ['/api?a=b=c&d=', '/api?a&d'],
  ['/api?a=b?c=d', '/api?a'],
  ['/api?', '/api'],
])('of the URL %s the log has %s', (url, logged) => {
  expect(withoutQueryValues(url)).toBe(logged)
})
