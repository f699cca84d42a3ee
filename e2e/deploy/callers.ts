/** Sends calls continuously, and records the failed ones. */
import { startLoops } from '#e2e/load/loops.ts'
import { send } from '#e2e/load/send.ts'

/** The response of plugins/overload. nginx and a missing database send another Retry-After. */
const SHED = '503, try again in 2'

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

/** Each caller makes one call after the other, `everyMs` apart, until stopped. */
export function startCalling(origin: string, callers: { everyMs: number; next: () => Call }[]): Calling {
  const outcome: Outcome = { done: 0, shed: 0, failures: [], tookMs: [] }
  const underWay = new Set<Promise<unknown>>()
  const call = async ({ status, path, ...call }: Call) => {
    const startedAtMs = performance.now()
    const reply = await send(`${origin}${path}`, call).catch((error: Error) => error)
    const answer =
      reply instanceof Error
        ? reply.message
        : reply.status === 503
          ? `503, try again in ${reply.headers['retry-after']}`
          : reply.status
    if (answer === status) {
      outcome.done += 1
      outcome.tookMs.push(performance.now() - startedAtMs)
    } else if (answer === SHED) outcome.shed += 1
    else outcome.failures.push(`${call.method} ${path}: ${answer}`)
  }
  const all = callers.map(({ everyMs, next }) =>
    startLoops(
      {
        caller: async () => {
          const made = call(next())
          underWay.add(made)
          await made
          underWay.delete(made)
        },
      },
      everyMs,
    ),
  )
  return {
    outcome,
    untilCallsEnd: async () => {
      await Promise.all(underWay)
    },
    stop: async () => {
      await Promise.all(all.map((loops) => loops.stop()))
    },
  }
}
