/** Calls of Razorpay's API, each bounded in time and in the length of its response, which is checked. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import * as z from 'zod'
import { checkoutHosts } from '../../../rules/payment-provider.ts'
import { GatewayRejected, GatewayUnavailable } from '../gateway.ts'

const MAX_RESPONSE_BYTES = 2 * 1024 * 1024
/** Statuses that leave the outcome unknown. 409: the first request for the same refund is still running. */
const UNDECIDED_STATUSES = new Set([408, 409, 425, 429])

export interface ClientConfig {
  keyId: string
  keySecret: string
  /** Without `/v1`. */
  apiUrl?: string
  timeoutMs: number
}

/** One call. A query is part of the path. */
interface Asked {
  /** Below `/v1`. */
  path: string
  /** Sent as JSON by POST. Unset: GET. */
  body?: object
  headers?: Record<string, string>
}

/**
 * Makes one call and reads its response.
 * @param matches whether the response is about the requested object
 * @throws GatewayUnavailable, GatewayRejected
 */
export type Ask = <Schema extends z.ZodType>(
  schema: Schema,
  call: Asked,
  matches?: (result: z.output<Schema>) => boolean,
) => Promise<z.output<Schema>>

const Refusal = z.object({
  error: z.object({
    code: z.string().min(1),
    description: z.string(),
    field: z.string().nullish().catch(null),
  }),
})

export function createRazorpayClient({ keyId, keySecret, apiUrl, timeoutMs }: ClientConfig): Ask {
  const origin = (apiUrl ?? checkoutHosts.api).replace(/\/+$/, '')
  const ownHeaders = {
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
    accept: 'application/json',
    'user-agent': 'shop/1',
  }
  const bounds = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }

  return async (schema, { path, body, headers }, matches = () => true) => {
    const { status, text } = await callProvider(
      {
        url: new URL(`${origin}/v1${path}`),
        headers: { ...ownHeaders, ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }),
      },
      bounds,
    ).catch((error: unknown) => {
      throw new GatewayUnavailable(nameOf(error))
    })
    const result = readReply(schema, status, parseJson(text))
    if (!matches(result)) throw new GatewayUnavailable('an answer about something else')
    return result
  }
}

/** @returns undefined for what is not JSON, whatever its status says */
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
    // The response was sent by something between the shop and the provider.
    if (!refusal.success) throw new GatewayUnavailable(`status ${status} without the provider's error`)
    throw new GatewayRejected({ status, ...refusal.data.error })
  }
  if (status < 200 || status >= 300) throw new GatewayUnavailable(`status ${status}`)
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const fields = result.error.issues.map(({ path }) => path.join('.') || 'answer')
  throw new GatewayUnavailable(`an answer that cannot be read: ${fields.join(', ')}`)
}

/** @returns the error's code alone, because the error may hold the request with its key */
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
  /** For the whole call, from connecting to the last byte. */
  timeoutMs: number
  maxResponseBytes: number
}

/**
 * Follows no redirect, because that would send the key to another host. Any status is returned.
 * @returns the status and the text of the body
 * @throws Error, with a `code`, when the response is not complete in time
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
