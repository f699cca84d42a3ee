/** The gateway against providers that misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CREDENTIALS } from '#api/demo/sandbox/testing/credentials.ts'
import type { Gateway } from '#api/money/payments/gateway.ts'
import { GatewayRejected, GatewayUnavailable } from '#api/money/payments/gateway.ts'
import { money } from '#api/rules/money/money.ts'
import { createRazorpayGateway } from './gateway.ts'

/** Timeout for providers that never respond. The others get ample time, however slow the machine. */
const TIMEOUT_MS = 300
const AMPLE_MS = 30_000
const NOW = { created_at: 1_700_000_000 }
const PAID = { amount: 9_900, currency: 'USD', status: 'captured', captured: true, method: 'card' }
const PAYMENT = { id: 'pay_1', entity: 'payment', order_id: 'order_1', amount_refunded: 0, ...PAID, ...NOW }
const OPEN = { amount: 9_900, amount_paid: 0, amount_due: 9_900, currency: 'USD', status: 'created' }
const ORDER = { id: 'order_1', receipt: 'rcpt_1', attempts: 0, ...OPEN, ...NOW }
const BACK = { amount: 900, currency: 'USD', status: 'processed' }
const REFUND = { id: 'rfnd_1', payment_id: 'pay_1', ...BACK, ...NOW }
const REFUSAL = { error: { code: 'BAD_REQUEST_ERROR', description: 'No' } }

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

async function provide(
  handle: Handler,
  timeoutMs = AMPLE_MS,
): Promise<{ gateway: Gateway; calls: string[]; countConnections(): Promise<number> }> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    gateway: createRazorpayGateway({ ...CREDENTIALS, checkoutScript: '', apiUrl, timeoutMs }),
    calls,
    countConnections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
  }
}

const provideJson = (status: number, body: unknown) =>
  provide((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

const callsOf = (gateway: Gateway): Record<string, () => Promise<unknown>> => ({
  createOrder: () => gateway.createOrder({ amount: money(9_900, 'USD'), receipt: 'rcpt_1', notes: {} }),
  listPayments: () => gateway.listPayments('order_1'),
  getPayment: () => gateway.getPayment('pay_1'),
  capturePayment: () => gateway.capturePayment({ paymentId: 'pay_1', amount: money(9_900, 'USD') }),
  refundPayment: () =>
    gateway.refundPayment({ paymentId: 'pay_1', amount: money(900, 'USD'), idempotencyKey: 'refund-key-1' }),
})

async function expectAllUnavailable(gateway: Gateway): Promise<void> {
  for (const [name, call] of Object.entries(callsOf(gateway))) {
    const error = await call().catch((thrown: unknown) => thrown)
    expect([name, error]).toEqual([name, expect.any(GatewayUnavailable)])
  }
}

describe('the outcome is unknown when the provider', () => {
  test.each<[string, Handler]>([
    ['never responds', () => {}],
    [
      'sends a byte now and then',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('%s, after the time-out', async (_what, handle) => {
    const { gateway, calls, countConnections } = await provide(handle, TIMEOUT_MS)
    for (const call of Object.values(callsOf(gateway))) {
      const before = performance.now()
      await expect(call()).rejects.toBeInstanceOf(GatewayUnavailable)
      expect(performance.now() - before).toBeGreaterThan(TIMEOUT_MS - 10)
    }
    expect(calls).toHaveLength(Object.keys(callsOf(gateway)).length)
    await vi.waitUntil(async () => (await countConnections()) === 0)
  })

  const JSON_HEADERS = { 'content-type': 'application/json' }

  test.each<[string, Handler]>([
    ['resets the connection', (request) => request.socket.resetAndDestroy()],
    [
      'breaks off within its response',
      (_request, response) => {
        response.writeHead(200, { ...JSON_HEADERS, 'content-length': 1_000 }).write('{"id": "pay_1"')
        setTimeout(() => response.destroy(), 20)
      },
    ],
    [
      'sends JSON that ends early',
      (_request, response) => response.writeHead(200, JSON_HEADERS).end(JSON.stringify(PAYMENT).slice(0, -9)),
    ],
    [
      'sends more than a response may have',
      (_request, response) =>
        response
          .writeHead(200, JSON_HEADERS)
          .end(JSON.stringify({ ...PAYMENT, padding: ' '.repeat(3 * 1024 * 1024) })),
    ],
    ...[200, 400, 403, 404, 502].map((status): [string, Handler] => [
      `is hidden by a page of somebody else’s with status ${status}`,
      (_request, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
    ]),
  ])('%s', async (_what, handle) => {
    await expectAllUnavailable((await provide(handle)).gateway)
  })

  test('is not there', async () => {
    const nobody = { checkoutScript: '', apiUrl: 'http://127.0.0.1:1' }
    await expectAllUnavailable(createRazorpayGateway({ ...CREDENTIALS, ...nobody }))
  })

  test.each([500, 502, 503, 504, 429, 408, 409])(
    'responds with %i, with its own error or without',
    async (status) => {
      await expectAllUnavailable((await provideJson(status, REFUSAL)).gateway)
      await expectAllUnavailable((await provideJson(status, null)).gateway)
    },
  )

  test.each([302, 304, 500, 503])('responds with %i, even with a valid body', async (status) => {
    const { gateway } = await provideJson(status, PAYMENT)
    await expect(gateway.getPayment('pay_1')).rejects.toBeInstanceOf(GatewayUnavailable)
  })

  test.each([
    null,
    [],
    '',
    0,
    {},
    { items: null },
    { items: [null] },
    { ...PAYMENT, amount: '9900' },
    { ...PAYMENT, amount: -1 },
    { ...PAYMENT, amount: 0.5 },
    { ...PAYMENT, status: 'almost' },
    { ...PAYMENT, order_id: '../x' },
    { error: { code: 'BAD_REQUEST_ERROR', description: 'No' } },
  ])('responds with %j', async (body) => {
    await expectAllUnavailable((await provideJson(200, body)).gateway)
  })

  test('responds about something else than it was asked for', async () => {
    const responses: [string, unknown][] = [
      ['getPayment', { ...PAYMENT, id: 'pay_2' }],
      ['capturePayment', { ...PAYMENT, id: 'pay_2' }],
      ['capturePayment', { ...PAYMENT, status: 'authorized' }],
      ['createOrder', { ...ORDER, currency: 'INR' }],
      ['createOrder', { ...ORDER, amount: 100 }],
      ['createOrder', { ...ORDER, receipt: 'rcpt_2' }],
      ['refundPayment', { ...REFUND, payment_id: 'pay_2' }],
      ['refundPayment', { ...REFUND, amount: 9_900 }],
    ]
    for (const [name, body] of responses) {
      const { gateway } = await provideJson(200, body)
      await expect(callsOf(gateway)[name]?.()).rejects.toBeInstanceOf(GatewayUnavailable)
    }
  })
})

describe('the key', () => {
  test('is not carried along a redirect', async () => {
    const { gateway, calls } = await provide((request, response) => {
      if (request.url?.startsWith('/elsewhere')) response.end(JSON.stringify(PAYMENT))
      else response.writeHead(302, { location: '/elsewhere' }).end()
    })
    await expectAllUnavailable(gateway)
    expect(calls.filter((call) => call.includes('elsewhere'))).toEqual([])
  })

  test('is in no error, however deep one looks', async () => {
    const basic = btoa(`${CREDENTIALS.keyId}:${CREDENTIALS.keySecret}`)
    const providers = [
      await provide(() => {}, TIMEOUT_MS),
      await provide((request) => request.socket.resetAndDestroy()),
      await provideJson(502, REFUSAL),
      await provideJson(400, REFUSAL),
      await provideJson(200, {}),
    ]
    for (const { gateway } of providers) {
      const error = await gateway.getPayment('pay_1').catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      const shown = inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })
      expect(shown).not.toContain(CREDENTIALS.keySecret)
      expect(shown).not.toContain(basic)
    }
  })
})

describe('a refusal', () => {
  test.each([400, 401, 404, 422])('with status %i is told with its code and description', async (status) => {
    const { gateway } = await provideJson(status, REFUSAL)
    for (const call of Object.values(callsOf(gateway))) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(GatewayRejected)
      expect(error).toMatchObject({ status, code: 'BAD_REQUEST_ERROR', description: 'No' })
    }
  })
})

test('an empty text counts as none', async () => {
  const { gateway } = await provideJson(200, { ...REFUND, receipt: '' })
  expect(await gateway.getRefund('rfnd_1')).toMatchObject({ receipt: null })
})
