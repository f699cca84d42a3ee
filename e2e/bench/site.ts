/** The built site that the measurements visit, and how long it takes to build and to open the whole shop. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort, removeEmbeddedPostgres } from '../../db/embedded.ts'
import { BENCH_DIR, flagsOf, ROOT, SITE_DIR } from './machine.ts'

const SHOP_DIR = join(BENCH_DIR, 'shop')

export interface Shop {
  origin: string
  /** Undefined where the build was there already. */
  buildSeconds: number | undefined
  /** From the start to the first answer of its home page. */
  openedInMs: number
  stop(): Promise<void>
}

/** `npm start` on data and a build of the measurements' own, which stay from one call to the next. */
export async function openShop(): Promise<Shop> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [...flagsOf('start'), join(ROOT, 'api', 'start.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      // The same in every run, so that a build is found again.
      PUBLIC_ORIGIN: 'http://localhost:4321',
      DATA_DIR: SHOP_DIR,
      SITE_DIR,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const buildSeconds = await untilOpen(child)
  await (await fetch(origin)).text()
  return {
    origin,
    buildSeconds,
    openedInMs: performance.now() - startedAtMs,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function untilOpen(child: ChildProcess): Promise<number | undefined> {
  if (!child.stdout) throw new Error('The shop has no output')
  let buildSeconds: number | undefined
  for await (const line of createInterface(child.stdout)) {
    const [, seconds] = /The site is built \(([\d.]+) s\)/.exec(line) ?? []
    if (seconds) buildSeconds = Number(seconds)
    if (!line.includes('The shop is open')) continue
    child.stdout.resume()
    return buildSeconds
  }
  throw new Error('The shop did not open')
}

/** Data that no earlier run has touched; the build too, where `isBuiltAnew`. */
export async function clearShop({ isBuiltAnew }: { isBuiltAnew: boolean }): Promise<void> {
  await removeEmbeddedPostgres(SHOP_DIR)
  if (isBuiltAnew) await rm(SITE_DIR, { recursive: true, force: true })
}

/** For what only needs the files. */
export async function ensureSite(): Promise<void> {
  if (!existsSync(join(SITE_DIR, 'client', 'index.html'))) await (await openShop()).stop()
}
