/** Opens the whole shop on a built site, and measures how long building and opening take. */
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
  /** Undefined where the site was built already. */
  buildSeconds: number | undefined
  /** Time from the start to the first response of the home page. */
  openedInMs: number
  stop(): Promise<void>
}

/** Starts `npm start` on data of the measurements. Data and build are kept for the next call. @param hasPast that of the demo */
export async function openShop({ hasPast }: { hasPast: boolean }): Promise<Shop> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const startedAtMs = performance.now()
  const demo = await startDemo({
    port,
    // The origin of the journeys, so that their build is reused: that of a shop without a past, which changes reviews.
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

/** Deletes the data, and with `isBuiltAnew` the build of the site. */
export async function clearShop({ isBuiltAnew }: { isBuiltAnew: boolean }): Promise<void> {
  await removeEmbeddedPostgres(SHOP_DIR)
  if (isBuiltAnew) await rm(SITE_DIR, { recursive: true, force: true })
}

/** Builds the site where it is missing, for sections that only need its files. */
export async function ensureSite(): Promise<void> {
  if (!existsSync(join(SITE_DIR, 'client', 'index.html'))) await (await openShop({ hasPast: false })).stop()
}
