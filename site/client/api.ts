/** The one way to fetch: credentials sent, JSON in and out, errors as docs/product/api.md, Every call has them. */
import type { ErrorBody } from '../../api/contract/errors.ts'

/** A refused call. `message` is the status code, a colon, a space, then the body's text (or the status text). */
export class ApiError extends Error {
  readonly status: number
  /** The API's own error; undefined where something else responded (a proxy, say). */
  readonly body: ErrorBody | undefined

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseErrorBody(text)
  }
}

/** What the page does about a refusal. @returns whether to make the call again */
type Remedy = () => Promise<boolean>

const remedies = new Map<string, Remedy>()

/** @param code of the refusals that the page tries to remedy before the callers hear of them */
export function onRefusal(code: string, remedy: Remedy): void {
  remedies.set(code, remedy)
}

/** @returns whether to make the refused call; false where nothing is known to be done about this code */
export async function seekRemedy(code: string): Promise<boolean> {
  return (await remedies.get(code)?.()) ?? false
}

/** @returns the response that the page asked for before its scripts were there (layouts/early-calls.js), once */
function takeEarlyCall(url: string): Promise<Response> | undefined {
  const { earlyCalls } = globalThis as { earlyCalls?: Map<string, Promise<Response>> }
  const response = earlyCalls?.get(url)
  earlyCalls?.delete(url)
  return response
}

/** Of every call; the frame on another website sends no cookies (site/features/purchase/frame.ts). */
let credentials: RequestCredentials = 'include'
let ownHeaders: Record<string, string> = {}

/** From now on no call sends a cookie or takes one; these headers come instead. */
export function sendWithoutCookies(headers: Record<string, string>): void {
  credentials = 'omit'
  ownHeaders = headers
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A file is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Fetches from the shop instead of the browser's cache (stale-while-revalidate). */
  isFresh?: boolean
}

/**
 * @returns the response as it came, for those who need its headers or bytes
 * @throws ApiError when the response is not OK; TypeError when the network fails
 */
export async function request(url: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', body, headers, signal, isFresh } = options
  const isFile = body instanceof Blob
  const early = method === 'GET' ? takeEarlyCall(url) : undefined
  const response = await (early ??
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
      ...(signal && { signal }),
      ...(isFresh && { cache: 'no-cache' }),
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    }))
  if (response.ok) return response
  const error = new ApiError(response.status, (await response.text()) || response.statusText)
  if (error.body && (await seekRemedy(error.body.code))) return request(url, options)
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
