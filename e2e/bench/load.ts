/** Requests at a fixed number of connections, and what they took. */
import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

interface Target {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
}

/** Only what was answered well counts; a process that sheds calls is a slower one. @throws Error where most were not */
export async function applyLoad(target: Target): Promise<Load> {
  const { url, connections, seconds, headers = {}, method = 'GET' } = target
  const result = await autocannon({ url, connections, duration: seconds, headers, method })
  const good = result['2xx']
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) process.stdout.write(`  ${failed} of ${good + failed} requests to ${url} were refused\n`)
  if (good <= failed) throw new Error(`${url} does not answer`)
  return { perSecond: good / result.duration, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}

/** For figures that a disturbance of the machine pulls to one side only. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = low] =
    sorted.length % 2 ? [sorted[middle]] : sorted.slice(middle - 1, middle + 1)
  return (low + high) / 2
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
