/** The one way to the API: credentials sent, JSON in and out, errors as the specification's section 7 has them. */
import type { ErrorBody } from '../../api/contract/errors.ts'

/** A refused call. `message` is the status code, a colon, a space, then the body's text (or the status text). */
export class ApiError extends Error {
  readonly status: number
  /** The API's own answer; absent where something else answered (a proxy, say). */
  readonly body: ErrorBody | undefined

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseErrorBody(text)
  }
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Asks the shop, where the browser would hand out what it had before (stale-while-revalidate). */
  isFresh?: boolean
}

/**
 * @throws ApiError when the answer is not OK; TypeError when the network fails
 */
export async function callApi<T>(
  path: string,
  { method = 'GET', body, headers, signal, isFresh }: CallOptions = {},
): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    ...(signal && { signal }),
    ...(isFresh && { cache: 'no-cache' }),
    ...(headers && { headers }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
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
