/** Measures how soon a process is ready, how much memory it takes, and how large a production install is. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { ROOT } from '#db/testing/node-process.ts'
import { applyLoad, median } from '#e2e/support/load.ts'
import type { Bench } from './bench.ts'
import { BENCH_DIR, PROXIED, readMemory, startApi, startReference } from './machine.ts'
import { makeShopDatabase } from './shop-database.ts'
import { clearShop, openShop } from './site.ts'

const section = 'start'
const CLUSTER_DIR = join(BENCH_DIR, 'cluster')
/** A process frees the memory of its start only after its jobs have begun to run. */
const IDLE_AFTER_MS = 1_000

export async function measureStarts({ server, figures, isQuick }: Bench): Promise<void> {
  const { url, db } = await makeShopDatabase(server, 'bench_starts')
  const rounds = isQuick ? 1 : 5

  await clearShop({ isBuiltAnew: !isQuick })
  const hasPast = !isQuick
  const first = await openShop({ hasPast })
  await first.stop()
  if (first.buildSeconds !== undefined) {
    figures.add({
      section,
      name: 'build of the site',
      value: first.buildSeconds,
      unit: 's',
    })
  }

  // Not counted, because this start rebuilds the pages whose reviews the demo's history changes.
  if (hasPast) await (await openShop({ hasPast })).stop()
  // Not counted, because the first start creates the cluster.
  await timePostgres()
  const apiMs: number[] = []
  const referenceMs: number[] = []
  const postgresMs: number[] = []
  const shopMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const api = await startApi(url)
    apiMs.push(api.startedInMs)
    await api.stop()
    const reference = await startReference(url)
    referenceMs.push(reference.startedInMs)
    await reference.stop()
    postgresMs.push(await timePostgres())
    const shop = await openShop({ hasPast })
    shopMs.push(shop.openedInMs)
    await shop.stop()
  }
  const plainMs = median(referenceMs) + median(postgresMs)
  figures.add({
    section,
    name: 'npm start on built data, beside reference server + PostgreSQL',
    value: median(shopMs) / plainMs,
    unit: '×',
    budget: { atMost: 3 },
    note: `${Math.round(median(shopMs))} ms beside ${Math.round(plainMs)} ms`,
  })
  figures.add({
    section,
    name: 'one API process, beside reference server + PostgreSQL',
    value: median(apiMs) / plainMs,
    unit: '×',
    budget: { atMost: 1.5 },
    note: `${Math.round(median(apiMs))} ms beside ${Math.round(plainMs)} ms`,
  })

  await measureMemory()
  await measureInstall()
  await db.destroy()

  async function measureMemory(): Promise<void> {
    const api = await startApi(url)
    const seconds = isQuick ? 1 : 10
    await sleep(IDLE_AFTER_MS)
    const idle = await readMemory(api.pid)
    figures.add({
      section,
      name: 'memory of an API process, idle',
      value: idle,
      unit: 'MiB',
      budget: { atMost: 120 },
    })
    for (const path of ['/api/packages', '/api/packages/1']) {
      await applyLoad({ url: `${api.origin}${path}`, connections: 64, seconds, headers: PROXIED })
    }
    const loaded = await readMemory(api.pid)
    figures.add({ section, name: 'after load', value: loaded, unit: 'MiB', budget: { atMost: 200 } })
    await api.stop()
  }

  /** Measures the size of `npm ci --omit=dev`: the lock file's production packages, as they are in this node_modules. */
  async function measureInstall(): Promise<void> {
    const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>
    }
    const installed = Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(ROOT, path)))
      .map(([path]) => path)
    const bytes = installed.map((path) => {
      const args = ['-s', '--apparent-size', '-B1', '--exclude=node_modules', join(ROOT, path)]
      return Number.parseInt(execFileSync('du', args, { encoding: 'utf8' }), 10)
    })
    const mebibytes = bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20
    figures.add({
      section,
      name: 'production install',
      value: installed.length,
      unit: 'packages',
      budget: { atMost: 275 },
    })
    figures.add({
      section,
      name: 'production install',
      value: mebibytes,
      unit: 'MiB',
      budget: { atMost: 100 },
    })
  }
}

/** Starts PostgreSQL on an existing cluster, as a second `npm start` does. Not the shop's own cluster, which is in use. */
async function timePostgres(): Promise<number> {
  const startedAtMs = performance.now()
  const server = await startEmbeddedPostgres(CLUSTER_DIR)
  const tookMs = performance.now() - startedAtMs
  await server.stop()
  return tookMs
}
