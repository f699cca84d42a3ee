/** The built site that the measurements visit, and how long it takes to build and to open the whole shop. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort, removeEmbeddedPostgres } from '../../db/connection/embedded.ts'
import { startDemo } from '../support/demo.ts'
import { ORIGIN, SITE_DIR } from '../support/topology.ts'
import { BENCH_DIR } from './machine.ts'

const SHOP_DIR = join(BENCH_DIR, 'shop')

export interface Shop {
  origin: string
  /** Undefined where the build was there already. */
  buildSeconds: number | undefined
  /** From the start to the first response of its home page. */
  openedInMs: number
  stop(): Promise<void>
}

/** `npm start` on data of the measurements' own and the shared build, which stay from one call to the next. */
export async function openShop(): Promise<Shop> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const startedAtMs = performance.now()
  const demo = await startDemo({
    port,
    // The same as the journeys', so that their build is reused.
    publicOrigin: ORIGIN,
    dataDir: SHOP_DIR,
    siteDir: SITE_DIR,
  })
  await (await fetch(origin)).text()
  const openedInMs = performance.now() - startedAtMs
  const [, seconds] = /The pages are built \(([\d.]+) s\)/.exec(demo.output) ?? []
  return {
    origin,
    buildSeconds: seconds === undefined ? undefined : Number(seconds),
    openedInMs,
    stop: async () => void (await demo.terminate()),
  }
}

/** Data that no earlier run has touched; the build too, where `isBuiltAnew`. */
export async function clearShop({ isBuiltAnew }: { isBuiltAnew: boolean }): Promise<void> {
  await removeEmbeddedPostgres(SHOP_DIR)
  if (isBuiltAnew) await rm(SITE_DIR, { recursive: true, force: true })
}

/** For sections that only need the files. */
export async function ensureSite(): Promise<void> {
  if (!existsSync(join(SITE_DIR, 'client', 'index.html'))) await (await openShop()).stop()
}
