/** Measures how soon a process is ready, how much memory it takes, and how large a production install is. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { findFreePort } from '#db/connection/ports.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { startDemo } from '#e2e/support/demo.ts'
import { ORIGIN, SITE_DIR } from '#e2e/support/topology.ts'
import { applyLoad, median } from '#e2e/support/wrk.ts'
import type { Bench } from './figures.ts'
import { BENCH_DIR, makeShopDatabase, PROXIED, readMemory, startApi, startReference } from './machine.ts'

const section = 'start'
const CLUSTER_DIR = join(BENCH_DIR, 'cluster')
const SHOP_DIR = join(BENCH_DIR, 'shop')
/** A process frees the memory of its start only after its jobs have begun to run. */
const IDLE_AFTER_MS = 1_000

/** Runs `npm start` on the measurements' own data. Keeps data and build for the next call. @param hasPast with the demo's history */
export async function openShop({ hasPast }: { hasPast: boolean }) {
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
  return {
    origin,
    openedInMs,
    stop: async () => void (await demo.terminate()),
  }
}

export async function measureStarts({ server, figures, isQuick }: Bench): Promise<void> {
  const { url, db } = await makeShopDatabase(server, 'bench_starts')
  const hasPast = !isQuick
  await removeEmbeddedPostgres(SHOP_DIR)
  if (!isQuick) await rm(SITE_DIR, { recursive: true, force: true })
  await (await openShop({ hasPast })).stop()

  // Not counted: this start rebuilds the pages whose reviews the demo's history changes, and the cluster is created.
  if (hasPast) await (await openShop({ hasPast })).stop()
  await timePostgres()
  const apiMs: number[] = []
  const plainMs: number[] = []
  const shopMs: number[] = []
  for (let round = 0; round < (isQuick ? 1 : 5); round += 1) {
    const api = await startApi(url)
    apiMs.push(api.startedInMs)
    await api.stop()
    const reference = await startReference(url)
    await reference.stop()
    plainMs.push(reference.startedInMs + (await timePostgres()))
    const shop = await openShop({ hasPast })
    shopMs.push(shop.openedInMs)
    await shop.stop()
  }
  const addStart = (name: string, tookMs: number[], atMost: number) =>
    figures.add({
      section,
      name: `${name}, beside reference server + PostgreSQL`,
      value: median(tookMs) / median(plainMs),
      unit: '×',
      budget: { atMost },
      note: `${Math.round(median(tookMs))} ms beside ${Math.round(median(plainMs))} ms`,
    })
  addStart('npm start on built data', shopMs, 3)
  addStart('one API process', apiMs, 1.5)

  const addMemory = async (name: string, pid: number, atMost: number) =>
    figures.add({ section, name, value: await readMemory(pid), unit: 'MiB', budget: { atMost } })
  const api = await startApi(url)
  await sleep(IDLE_AFTER_MS)
  await addMemory('memory of an API process, idle', api.pid, 120)
  for (const path of ['/api/packages', '/api/packages/1']) {
    const load = { url: `${api.origin}${path}`, connections: 64, headers: PROXIED }
    await applyLoad({ ...load, seconds: isQuick ? 1 : 10 })
  }
  await addMemory('after load', api.pid, 200)
  await api.stop()
  await db.destroy()

  const name = 'production install'
  const { packages, mebibytes } = await weighInstall()
  figures.add({ section, name, value: packages, unit: 'packages', budget: { atMost: 275 } })
  figures.add({ section, name, value: mebibytes, unit: 'MiB', budget: { atMost: 100 } })
}

/** The size of `npm ci --omit=dev`: the lock file's production packages, as they are in this node_modules. */
async function weighInstall(): Promise<{ packages: number; mebibytes: number }> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const installed = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(ROOT, path)))
    .map(([path]) => join(ROOT, path))
  const args = ['-s', '--apparent-size', '-B1', '--exclude=node_modules']
  const bytes = installed.map((path) =>
    Number.parseInt(execFileSync('du', [...args, path], { encoding: 'utf8' }), 10),
  )
  return { packages: installed.length, mebibytes: bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20 }
}

/** Starts PostgreSQL on an existing cluster, as a second `npm start` does. Not the shop's own cluster, which is in use. */
async function timePostgres(): Promise<number> {
  const startedAtMs = performance.now()
  const server = await startEmbeddedPostgres(CLUSTER_DIR)
  const tookMs = performance.now() - startedAtMs
  await server.stop()
  return tookMs
}
