/** Calls that must be done once, however often a form is sent: under an Idempotency-Key. */
import { ApiError, callApi } from './api.ts'

/** Refusals that do not say whether the call was carried out. */
const UNDECIDED_STATUSES = [408, 429]

/** The key of one attempt: the same for the same body, until its outcome is known. */
export class CallKey {
  #sent: string | undefined
  #key = ''

  readFor(body: unknown): string {
    const sent = JSON.stringify(body)
    if (sent !== this.#sent) {
      this.#sent = sent
      this.#key = createKey()
    }
    return this.#key
  }

  /** The same body sent again is another attempt. */
  forget(): void {
    this.#sent = undefined
  }
}

/**
 * Posts with the key. If the outcome is unknown (no response, a fault), the next try has the same key.
 * @throws as callApi does
 */
export async function postOnce<T>(
  key: CallKey,
  path: string,
  body: unknown,
  call: typeof callApi = callApi,
): Promise<T> {
  try {
    const headers = { 'idempotency-key': key.readFor(body) }
    const response = await call<T>(path, { method: 'POST', body, headers })
    key.forget()
    return response
  } catch (error) {
    if (isDecided(error)) key.forget()
    throw error
  }
}

function isDecided(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status < 500 &&
    !UNDECIDED_STATUSES.includes(error.status) &&
    error.body?.code !== 'idempotency_key_in_use'
  )
}

/** Without `crypto.randomUUID`, which browsers have on https only. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
