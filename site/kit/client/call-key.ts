/** Calls with an Idempotency-Key: they are carried out once, however often the form is sent. */
import { ApiError, callApi } from './api.ts'

/** Statuses below 500 that leave open whether the call was carried out. */
const UNDECIDED_STATUSES = [408, 429]

/** Creates keys: the same one for the same body, until the call's outcome is known. */
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

  /** The next call gets a new key, even with the same body. */
  forget(): void {
    this.#sent = undefined
  }
}

/**
 * If the outcome is unknown (no response, or an error of the server), the next try uses the same key.
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

/** 32 hexadecimal digits. Not from `crypto.randomUUID`, which browsers only offer on https. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
