/** All calls of the API: with cookies, JSON in and out, and its errors (docs/product/api.md, Every call). */
import type { ErrorBody } from '#api/contract/platform/errors.ts'
import { awaitResponse, NoAnswer } from './first-byte.ts'

/** A refused call. The `message` is the status and the body's text, such as `404: Not Found`. */
export class ApiError extends Error {
  readonly status: number
  /** The API's error; undefined if something else responded, for example a proxy. */
  readonly body: ErrorBody | undefined

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseErrorBody(text)
  }
}

export interface RefusedCall {
  url: string
  method: string
  /** The API's reason. */
  message?: string
}

/** Reacts to a refusal. @returns whether to repeat the call */
type Remedy = (call: RefusedCall) => Promise<boolean>

const remedies = new Map<string, Remedy>()

/** Registers a remedy for refusals with this code. It runs before the caller gets the error. */
export function onRefusal(code: string, remedy: Remedy): void {
  remedies.set(code, remedy)
}

/** @returns whether to repeat the call; false if there is no remedy */
export async function seekRemedy(
  code: string,
  call: RefusedCall = { url: '', method: 'GET' },
): Promise<boolean> {
  return (await remedies.get(code)?.(call)) ?? false
}

/** The API's code for a call that needs a fresh second factor (docs/product/account.md, Second factor). */
export const PROOF_NEEDED = 'proof_needed'
/** The code of the remedy for {@link NoAnswer}. */
export const NO_ANSWER = 'no_answer'

/** Takes the response of a call that layouts/early-calls.js made before the scripts were loaded. */
function takeEarlyCall(url: string): Promise<Response> | undefined {
  const { earlyCalls } = globalThis as { earlyCalls?: Map<string, Promise<Response>> }
  const response = earlyCalls?.get(url)
  earlyCalls?.delete(url)
  return response
}

/** Used by every call. The frame on another website sends no cookies (site/shop/purchase/frame.ts). */
let credentials: RequestCredentials = 'include'
let ownHeaders: Record<string, string> = {}

/** From now on calls send and store no cookies, and send these headers instead. */
export function sendWithoutCookies(headers: Record<string, string>): void {
  credentials = 'omit'
  ownHeaders = headers
}

export const UNREAD_PATH = '/api/messages/unread'
export const SIGN_OUT_PATH = '/api/auth/logout'

let beforeChange: (() => Promise<void>) | undefined

/** Every call that changes something, apart from a sign-out, waits for this first. */
export function runBeforeChanges(work: () => Promise<void>): void {
  beforeChange = work
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A Blob is sent unchanged, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Bypasses the browser's cache, which may have an old response. */
  isFresh?: boolean
  /** An export, whose first byte may take longer than other calls are given. */
  isLong?: boolean
}

/** When a call last kept the session alive. Calls that only poll for news do not. */
let usedAtMs = Date.now()
export const readLastUse = (): number => usedAtMs

/**
 * For callers who need the response's headers or bytes.
 * @throws ApiError when the response is not OK; NoAnswer; TypeError when the network fails
 */
export async function request(url: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', body, headers, signal, isFresh, isLong } = options
  const isFile = body instanceof Blob
  if (method !== 'GET' && !url.startsWith(SIGN_OUT_PATH)) await beforeChange?.()
  const early = method === 'GET' ? takeEarlyCall(url) : undefined
  const send = (bound: AbortSignal) =>
    early ??
    fetch(url, {
      method,
      credentials,
      headers: {
        ...(body !== undefined && {
          'content-type': isFile ? 'application/octet-stream' : 'application/json',
        }),
        ...ownHeaders,
        ...headers,
      },
      signal: bound,
      ...(isFresh && { cache: 'no-cache' }),
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    })
  const response = await awaitResponse(send, signal, isFile || isLong).catch(async (error: unknown) => {
    if (error instanceof NoAnswer && method !== 'GET') await seekRemedy(NO_ANSWER, { url, method })
    throw error
  })
  if (response.ok) {
    if (url !== UNREAD_PATH) usedAtMs = Date.now()
    return response
  }
  const error = new ApiError(response.status, (await response.text()) || response.statusText)
  if (error.body && (await seekRemedy(error.body.code, { url, method, message: error.body.message })))
    return request(url, options)
  throw error
}

/** @returns the body's JSON @throws as request does */
export async function callApi<T>(url: string, options?: CallOptions): Promise<T> {
  const response = await request(url, options)
  return (response.status === 204 ? undefined : await response.json()) as T
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'code' in body ? (body as ErrorBody) : undefined
  } catch {
    return undefined
  }
}
