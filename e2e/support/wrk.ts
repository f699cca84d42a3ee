/**
 * Sends requests over a fixed number of connections with Debian's wrk, and times them. A load generator
 * in JavaScript got half as many pages from nginx: it measured itself.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureInstalled, succeeds } from '#db/testing/debian.ts'

const run = promisify(execFile)

export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

interface Target {
  url: string
  connections: number
  /** An integer, because wrk takes no fractions. */
  seconds: number
  headers?: Record<string, string>
}

export interface FloodRequest {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export interface Flood {
  /** Responses of any status. */
  perSecond: number
  accepted: number
  /** Responses with status 503. */
  refused: number
  /** 503 responses without Retry-After. */
  refusedWithoutTime: number
  /** Responses with any other status of 300 or above. */
  failed: number
}

const MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/** @throws Error if wrk is missing and cannot be installed */
export const ensureLoadGenerator = () => ensureInstalled(() => succeeds('which', ['wrk']), 'wrk')

/** Counts 2xx responses only, so that shedding load does not look fast. @throws Error if there are none */
export async function applyLoad({ url, ...load }: Target): Promise<Load> {
  const stdout = await runWrk(load, ['--latency', url])
  const { count, seconds: measuredSeconds } = readRequests(stdout)
  const [, refused = '0'] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? []
  const [, failed] = /Socket errors: (.*)/.exec(stdout) ?? []
  if (failed) process.stdout.write(`  ${url}: ${failed}\n`)
  if (Number(refused) > 0) process.stdout.write(`  ${refused} requests to ${url} were refused\n`)
  const good = count - Number(refused)
  if (!(good > 0)) throw new Error(`${url} does not respond:\n${stdout}`)
  return {
    perSecond: good / measuredSeconds,
    p50Ms: readPercentile(stdout, 50),
    p99Ms: readPercentile(stdout, 99),
  }
}

/** Sends the requests in turn on all connections, each `pauseMs` after the last response of its connection. */
export async function flood(
  origin: string,
  {
    requests,
    pauseMs = 0,
    ...load
  }: {
    requests: FloodRequest[]
    connections: number
    seconds: number
    headers: Record<string, string>
    pauseMs?: number
  },
): Promise<Flood> {
  const parts = requests.flatMap(({ method, path, body }) => [method, path, body ? JSON.stringify(body) : ''])
  const stdout = await runWrk(load, [
    '--script',
    join(import.meta.dirname, 'flood.lua'),
    origin,
    '--',
    String(pauseMs),
    ...parts,
  ])
  const { count, seconds } = readRequests(stdout)
  const [, refused, refusedWithoutTime, failed] = (/Flood: (\d+) (\d+) (\d+)/.exec(stdout) ?? []).map(Number)
  if (refused === undefined || refusedWithoutTime === undefined || failed === undefined) {
    throw new Error(`wrk has no result:\n${stdout}`)
  }
  return {
    perSecond: count / seconds,
    accepted: count - refused - failed,
    refused,
    refusedWithoutTime,
    failed,
  }
}

async function runWrk(
  { connections, seconds, headers }: Pick<Target, 'connections' | 'seconds' | 'headers'>,
  more: string[],
): Promise<string> {
  const { stdout } = await run('wrk', [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    ...Object.entries(headers ?? {}).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...more,
  ])
  return stdout
}

/** wrk writes one minute as `1.00m`. */
function readRequests(text: string): { count: number; seconds: number } {
  const [, count, time, unit = ''] = /(\d+) requests in ([\d.]+)(us|ms|s|m)/.exec(text) ?? []
  return { count: Number(count), seconds: (Number(time) * (MS[unit] ?? Number.NaN)) / 1000 }
}

function readPercentile(text: string, percent: number): number {
  const [, value, unit = ''] = new RegExp(`\\s${percent}%\\s+([\\d.]+)(us|ms|s|m)`).exec(text) ?? []
  return Number(value) * (MS[unit] ?? Number.NaN)
}

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
