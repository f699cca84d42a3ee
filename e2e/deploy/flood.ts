/** Many callers at once against one process, and what each kind of answer took them. */
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'

/**
 * The load's connections make all their calls at the beginning of each second: in groups that begin at different times they
 * do so evenly. And not all begin at once, because Node takes one new connection a turn of its loop: a crowd that comes
 * within a second waits for that, before it has called anything.
 */
const GROUPS = 20
const NEXT_GROUP_AFTER_MS = 210

export interface Flood {
  perSecond: number
  /** Milliseconds of each answer that did what was asked. */
  acceptedMs: number[]
  refused: number
  /** Refusals that do not say when to come again. */
  refusedWithoutTime: number
  /** Any other status, and broken connections. */
  failures: string[]
}

interface FloodOptions {
  origin: string
  requests: autocannon.Request[]
  connections: number
  seconds: number
  /** Calls a second of all together, whether or not they are answered. Unset: each waits for its answer. */
  perSecond?: number
}

export async function flood({ connections, perSecond, ...options }: FloodOptions): Promise<Flood> {
  const outcome: Flood = { perSecond: 0, acceptedMs: [], refused: 0, refusedWithoutTime: 0, failures: [] }
  if (perSecond === undefined) {
    await floodGroup({ connections, ...options }, outcome)
    return outcome
  }
  const share = (whole: number) => Math.ceil(whole / GROUPS)
  await Promise.all(
    Array.from({ length: GROUPS }, async (_, group) => {
      await sleep(group * NEXT_GROUP_AFTER_MS)
      await floodGroup({ connections: share(connections), perSecond: share(perSecond), ...options }, outcome)
    }),
  )
  return outcome
}

async function floodGroup(
  { origin, requests, connections, seconds, perSecond }: FloodOptions,
  outcome: Flood,
): Promise<void> {
  const ended = Promise.withResolvers<autocannon.Result>()
  const options: autocannon.Options = {
    url: origin,
    requests,
    connections,
    duration: seconds,
    timeout: 30,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    setupClient: (client) => {
      const heard = client as unknown as NodeJS.EventEmitter
      heard.on('headers', ({ statusCode, headers }: { statusCode: number; headers: string[] }) => {
        if (statusCode !== 503) return
        if (!headers.some((name) => name.toLowerCase() === 'retry-after')) outcome.refusedWithoutTime += 1
      })
    },
  }
  const started = autocannon(options, (error, result) =>
    error ? ended.reject(error) : ended.resolve(result),
  )
  started.on('response', (_client, status, _bytes, tookMs) => {
    if (status < 300) outcome.acceptedMs.push(tookMs)
    else if (status === 503) outcome.refused += 1
    else outcome.failures.push(String(status))
  })
  const result = await ended.promise
  outcome.perSecond += result.requests.total / result.duration
  if (result.errors > 0) outcome.failures.push(`${result.errors} broken or timed out`)
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
