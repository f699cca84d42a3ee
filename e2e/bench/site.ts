/** Opens the whole shop, and measures how long building the site and opening take. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeEmbeddedPostgres } from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { startDemo } from '#e2e/support/demo.ts'
import { ORIGIN, SITE_DIR } from '#e2e/support/topology.ts'
import { BENCH_DIR } from './machine.ts'

const SHOP_DIR = join(BENCH_DIR, 'shop')

export interface Shop {
  origin: string
  /** Undefined if the site was already built. */
  buildSeconds: number | undefined
  /** Time from the start to the first response of the home page. */
  openedInMs: number
  stop(): Promise<void>
}

/** Runs `npm start` on the measurements' own data. Keeps data and build for the next call. @param hasPast with the demo's history */
export async function openShop({ hasPast }: { hasPast: boolean }): Promise<Shop> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const startedAtMs = performance.now()
  const demo = await startDemo({
    port,
    // The origin of the journeys, so that their build is reused. It has no demo history, which changes the reviews.
    publicOrigin: ORIGIN,
    dataDir: SHOP_DIR,
    siteDir: SITE_DIR,
    variables: { DEMO_HISTORY: hasPast ? 'on' : 'off' },
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

/** Deletes the data; with `isBuiltAnew` the site's build, too. */
export async function clearShop({ isBuiltAnew }: { isBuiltAnew: boolean }): Promise<void> {
  await removeEmbeddedPostgres(SHOP_DIR)
  if (isBuiltAnew) await rm(SITE_DIR, { recursive: true, force: true })
}

/** Builds the site if it is missing, for sections that only need its files. */
export async function ensureSite(): Promise<void> {
  if (!existsSync(join(SITE_DIR, 'client', 'index.html'))) await (await openShop({ hasPast: false })).stop()
}
