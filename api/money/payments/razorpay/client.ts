/**
 * Wraps the official SDK, which has no timeout, turns a lost connection into a TypeError, throws objects that are not Errors,
 * and does not validate responses.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import Razorpay from 'razorpay'
import * as z from 'zod'
import { GatewayRejected, GatewayUnavailable } from '#api/money/payments/gateway.ts'
import { checkoutHosts } from '#api/rules/payment-provider.ts'

const MAX_RESPONSE_BYTES = 2 * 1024 * 1024
/** Statuses that leave the outcome unknown. 409: the first request for the same refund is still running. */
const UNDECIDED_STATUSES = new Set([408, 409, 425, 429])

const UNKNOWN_PAYMENT = 'The payment provider doesn’t know this payment'

export interface ClientConfig {
  keyId: string
  keySecret: string
  /** Without `/v1`, which the SDK adds. */
  apiUrl?: string
  timeoutMs: number
}

export interface RazorpayClient {
  readonly sdk: Razorpay
  /** For calls that the SDK does not support. `path` starts with `/v1`. */
  post(path: string, body: unknown, headers: Record<string, string>): Promise<unknown>
  /**
   * Makes one call and reads its response.
   * @param matches whether the response is about the requested object
   * @throws GatewayUnavailable, GatewayRejected
   */
  ask<Schema extends z.ZodType>(
    schema: Schema,
    call: () => Promise<unknown>,
    matches?: (result: z.output<Schema>) => boolean,
  ): Promise<z.output<Schema>>
}

/** Returns errors as values too, to bypass the SDK's error handling. */
type Reply = { status: number; body: unknown } | { status: undefined; reason: string }

/** Replaces the SDK's axios, which its types do not declare. */
interface Requests {
  get(path: string, options: { params?: Record<string, unknown> | undefined }): Promise<{ data: Reply }>
  post(path: string, body?: unknown, options?: { headers?: Record<string, string> }): Promise<{ data: Reply }>
}

const Refusal = z.object({
  error: z.object({
    code: z.string().min(1),
    // Razorpay's words are for programmers.
    description: z
      .string()
      .transform((words) => words.replace('The id provided does not exist', UNKNOWN_PAYMENT)),
    field: z.string().nullish().catch(null),
  }),
})

export function createRazorpayClient({ keyId, keySecret, apiUrl, timeoutMs }: ClientConfig): RazorpayClient {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret })
  const origin = (apiUrl ?? checkoutHosts.api).replace(/\/+$/, '')
  const ownHeaders = {
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
    accept: 'application/json',
    'user-agent': `razorpay-node@${Razorpay.VERSION}`,
  }
  const bounds = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }

  async function call(request: Omit<Call, 'url'> & { path: string }): Promise<{ data: Reply }> {
    try {
      const url = new URL(origin + request.path)
      const { status, text } = await callProvider({ ...request, url }, bounds)
      return { data: { status, body: parseJson(text) } }
    } catch (error) {
      return { data: { status: undefined, reason: nameOf(error) } }
    }
  }

  const requests: Requests = {
    get: (path, { params = {} }) =>
      call({ method: 'GET', path: path + toQuery(params), headers: ownHeaders }),
    post: (path, body, { headers = {} } = {}) =>
      call({
        method: 'POST',
        path,
        headers: { ...ownHeaders, ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
  }
  Object.assign(sdk.api, { rq: requests })

  return {
    sdk,
    async post(path, body, headers) {
      const { data } = await requests.post(path, body, { headers })
      return data
    },
    async ask(schema, call, matches = () => true) {
      const reply = (await call()) as Reply
      if (reply.status === undefined) throw new GatewayUnavailable(reply.reason)
      const result = readReply(schema, reply.status, reply.body)
      if (!matches(result)) throw new GatewayUnavailable('an answer about something else')
      return result
    },
  }
}

function toQuery(params: Record<string, unknown>): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

/** @returns undefined for a body that is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readReply<Schema extends z.ZodType>(schema: Schema, status: number, body: unknown) {
  const isRefusal = status >= 400 && status < 500 && !UNDECIDED_STATUSES.has(status)
  if (isRefusal) {
    const refusal = Refusal.safeParse(body)
    // Not the provider's error format: something between the shop and the provider responded, such as a proxy.
    if (!refusal.success) throw new GatewayUnavailable(`status ${status} without the provider's error`)
    throw new GatewayRejected({ status, ...refusal.data.error })
  }
  if (status < 200 || status >= 300) throw new GatewayUnavailable(`status ${status}`)
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const fields = result.error.issues.map(({ path }) => path.join('.') || 'answer')
  throw new GatewayUnavailable(`an answer that cannot be read: ${fields.join(', ')}`)
}

/** @returns only the error's code, because the error may contain the request with its key */
function nameOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'no connection'
}

interface Call {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  /** JSON. */
  body?: string
}

interface Bounds {
  /** Limit for the whole call, from connecting to the last byte. */
  timeoutMs: number
  maxResponseBytes: number
}

/**
 * Replaces the SDK's axios, with which a process handles a tenth fewer purchases (docs/performance.md).
 * Follows no redirects, which would send the key to another host. Returns any status.
 * @throws Error with a `code` if the response is incomplete when the time is up, or too large
 */
function callProvider(
  { method, url, headers, body }: Call,
  { timeoutMs, maxResponseBytes }: Bounds,
): Promise<{ status: number; text: string }> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send(url, { method, headers: { ...headers, ...length } })
    const breakOff = (code: string) => request.destroy(Object.assign(new Error(code), { code }))
    const timer = setTimeout(breakOff, timeoutMs, 'ETIMEDOUT')
    request.once('close', () => clearTimeout(timer))
    request.once('error', reject)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes > maxResponseBytes) breakOff('ERR_RESPONSE_TOO_LONG')
      })
      response.once('error', reject)
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() })
      })
    })
    request.end(body)
  })
}
