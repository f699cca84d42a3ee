/** Sends calls continuously, and records the failed ones. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The response of plugins/overload. nginx and a missing database send another Retry-After. */
const SHED = '503, try again in 2'
const GIVE_UP_AFTER_MS = 20_000

export interface Call {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** The expected status; any other is a failure. */
  status: number
}

export interface Outcome {
  done: number
  /** Refused by a process that is overloaded because the machine is busy: not a failure. */
  shed: number
  failures: string[]
  /** Duration of each successful call in milliseconds. */
  tookMs: number[]
}

export interface Calling {
  readonly outcome: Outcome
  /** Resolves when every call now in progress has ended. */
  untilCallsEnd(): Promise<void>
  stop(): Promise<void>
}

/** Each caller makes one call after the other on its own connection, `everyMs` apart, until stopped. */
export function startCalling(origin: string, callers: { everyMs: number; next: () => Call }[]): Calling {
  const outcome: Outcome = { done: 0, shed: 0, failures: [], tookMs: [] }
  let isOver = false
  const underWay = new Set<Promise<unknown>>()
  const all = callers.map(async ({ everyMs, next }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      const call = next()
      const startedAtMs = performance.now()
      const sent = send(origin, call, agent).catch((error: Error) => error.message)
      underWay.add(sent)
      const response = await sent
      underWay.delete(sent)
      if (response === call.status) {
        outcome.done += 1
        outcome.tookMs.push(performance.now() - startedAtMs)
      } else if (response === SHED) outcome.shed += 1
      else outcome.failures.push(`${call.method} ${call.path}: ${response}`)
      await sleep(everyMs)
    }
    agent.destroy()
  })
  return {
    outcome,
    untilCallsEnd: async () => {
      await Promise.all(underWay)
    },
    stop: async () => {
      isOver = true
      await Promise.all(all)
    },
  }
}

function send(origin: string, { method, path, headers, body }: Call, agent: Agent): Promise<number | string> {
  const { promise, resolve, reject } = Promise.withResolvers<number | string>()
  const sent = request(
    `${origin}${path}`,
    {
      method,
      agent,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      signal: AbortSignal.timeout(GIVE_UP_AFTER_MS),
    },
    (response) => {
      response.resume()
      // An interrupted response has the event 'error' instead of 'end'.
      response.once('end', () => {
        const { statusCode = 0, headers: received } = response
        if (!response.complete) reject(new Error('cut off'))
        else resolve(statusCode === 503 ? `503, try again in ${received['retry-after']}` : statusCode)
      })
      response.once('error', reject)
    },
  )
  sent.once('error', reject)
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}
