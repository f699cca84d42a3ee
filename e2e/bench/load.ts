/**
 * Requests at a fixed number of connections, one after the other on each, and what they took. Ours, because a load
 * generator that reads bodies as text (autocannon) takes longer for a compressed page than nginx does.
 */
import { connect } from 'node:net'

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

interface Counts {
  tookMs: number[]
  refused: number
}

/** Only what was answered 2xx counts; a process that sheds calls is a slower one. @throws Error where most were not */
export async function applyLoad(target: Target): Promise<Load> {
  const counts: Counts = { tookMs: [], refused: 0 }
  const startedAtMs = performance.now()
  const untilMs = startedAtMs + target.seconds * 1000
  await Promise.all(Array.from({ length: target.connections }, () => keepAsking(target, untilMs, counts)))
  const seconds = (performance.now() - startedAtMs) / 1000
  const { tookMs, refused } = counts
  if (refused > 0) process.stdout.write(`  ${refused} requests to ${target.url} were refused\n`)
  if (tookMs.length <= refused) throw new Error(`${target.url} does not answer`)
  return {
    perSecond: tookMs.length / seconds,
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
  }
}

function keepAsking(target: Target, untilMs: number, counts: Counts): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const request = writeRequest(target)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  return new Promise((done, fail) => {
    let askedAtMs = 0
    let head: Buffer = Buffer.alloc(0)
    /** Bytes of the body that are still to come; undefined while the head is. */
    let left: number | undefined
    let isGood = false
    const ask = () => {
      if (performance.now() >= untilMs) {
        socket.destroy()
        return done()
      }
      askedAtMs = performance.now()
      socket.write(request)
    }
    const take = (chunk: Buffer): void => {
      if (left === undefined) {
        head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const { status, length } = readHead(head.toString('latin1', 0, end))
        isGood = status >= 200 && status < 300
        left = length - (head.length - end - 4)
        head = Buffer.alloc(0)
      } else {
        left -= chunk.length
      }
      if (left > 0) return
      left = undefined
      if (isGood) counts.tookMs.push(performance.now() - askedAtMs)
      else counts.refused += 1
      ask()
    }
    socket.once('connect', ask)
    socket.on('data', take)
    socket.once('error', fail)
    socket.once('end', () => fail(new Error(`${target.url} hung up`)))
  })
}

function writeRequest({ url, headers = {}, method = 'GET' }: Target): string {
  const { pathname, search, host } = new URL(url)
  const lines = Object.entries({ host, ...headers, ...(method === 'POST' && { 'content-length': '0' }) })
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

/** @throws Error for a body of unknown length: nothing that is measured here has one */
function readHead(head: string): { status: number; length: number } {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length === undefined) throw new Error(`An answer without its length:\n${head}`)
  return { status: Number(head.slice(9, 12)), length: Number(length) }
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
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
