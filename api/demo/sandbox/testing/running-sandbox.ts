/** Starts a sandbox on its own port for one test. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import Razorpay from 'razorpay'
import { onTestFinished } from 'vitest'
import type { OrderEntity } from '#api/demo/sandbox/entities.ts'
import { registerSandbox, type SandboxOptions } from '#api/demo/sandbox/sandbox.ts'
import { waitUntil } from '#api/testing/wait-until.ts'
import { AUTHORIZATION, CREDENTIALS } from './credentials.ts'

export interface WidgetResponse {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

export interface RunningSandbox {
  url: string
  /** The official SDK, which calls this sandbox. */
  sdk: Razorpay
  makeOrder(fields?: Record<string, unknown>): Promise<OrderEntity>
  /** Pays like the buttons of the checkout. @throws Error unless the response is 200 */
  pay(orderId: string, outcome?: string): Promise<WidgetResponse>
  /** Refunds with the idempotency header, which the SDK cannot send. */
  refund(
    paymentId: string,
    amount: number,
    key: string,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  post(path: string, body: unknown): Promise<Response>
  close(): Promise<void>
}

export async function makeTempDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'razorpay-sandbox-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

interface StoredState {
  orders: unknown[]
  payments: { id: string }[]
  refunds: { id: string }[]
  pendingEvents: unknown[]
}

export function readState(file: string): StoredState {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** `untilSent` waits until no event is left to send. */
export async function runSandbox(
  options: Partial<SandboxOptions> = {},
): Promise<RunningSandbox & { untilSent(): Promise<unknown> }> {
  const stateFile = options.stateFile ?? join(await makeTempDir(), 'state.json')
  const app = Fastify()
  await app.register(registerSandbox, {
    prefix: '/sandbox/razorpay',
    ...CREDENTIALS,
    webhookRetries: { firstRetryMs: 20 },
    ...options,
    stateFile,
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return {
    ...connectTo(`${origin}/sandbox/razorpay`, () => app.close()),
    untilSent: () => waitUntil(() => readState(stateFile).pendingEvents.length === 0),
  }
}

export function connectTo(url: string, close: () => Promise<void> = async () => {}): RunningSandbox {
  const sdk = makeSdk(url)
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    url,
    sdk,
    post,
    close,
    refund: async (paymentId, amount, key) => {
      const response = await fetch(`${url}/v1/payments/${paymentId}/refund`, {
        method: 'POST',
        headers: {
          authorization: AUTHORIZATION,
          'content-type': 'application/json',
          'x-refund-idempotency': key,
        },
        body: JSON.stringify({ amount }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    makeOrder: async (fields) =>
      (await sdk.orders.create({ amount: 9_900, currency: 'USD', ...fields })) as unknown as OrderEntity,
    pay: async (orderId, outcome = 'success') => {
      const response = await post('/pay', { order_id: orderId, outcome })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as WidgetResponse
    },
  }
}

export function makeSdk(url: string, keySecret = CREDENTIALS.keySecret): Razorpay {
  const sdk = new Razorpay({ key_id: CREDENTIALS.keyId, key_secret: keySecret })
  // The constructor has no option for the URL.
  const { rq } = sdk.api as unknown as { rq: { defaults: { baseURL: string } } }
  rq.defaults.baseURL = url
  return sdk
}
