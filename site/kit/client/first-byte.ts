/** A time limit for the first byte of each response, and whether the API was reachable at the last call. */
import { atom } from 'nanostores'

const LONGEST_WAIT_MS = 15_000

/** A proxy responds with these while the API is down. */
const AWAY_STATUSES = [502, 503, 504]

/** A call without a response in time. It may have been carried out. */
export class NoAnswer extends Error {
  constructor() {
    super('The shop isn’t responding. Please try again in a moment.')
    this.name = 'NoAnswer'
  }
}

/** Whether the API was unreachable at the last call. */
export const $isAway = atom(false)

/**
 * Waits for the first byte, and records whether the API is reachable.
 * @param signal aborts the call, and later the reading of the response's body
 * @throws NoAnswer; TypeError when the network fails
 */
export async function awaitResponse(
  send: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
  isUnbounded = false,
): Promise<Response> {
  const abort = new AbortController()
  const pass = () => abort.abort(signal?.reason)
  if (signal?.aborted) pass()
  signal?.addEventListener('abort', pass, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    if (isUnbounded) return
    timer = setTimeout(() => {
      reject(new NoAnswer())
      abort.abort()
    }, LONGEST_WAIT_MS)
  })
  try {
    const response = await Promise.race([send(abort.signal), late])
    $isAway.set(AWAY_STATUSES.includes(response.status))
    return response
  } catch (error) {
    // If the visitor's own network is down, nothing is known about the shop.
    if (!abort.signal.aborted && navigator.onLine !== false) $isAway.set(true)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
