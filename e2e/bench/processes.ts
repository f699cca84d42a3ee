/** Compares two API processes behind nginx with one. They share PostgreSQL, whose own limit is part of the result. */
import { availableParallelism } from 'node:os'
import { insertUser } from '#db/testing/builders.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { applyLoad, median } from '#e2e/support/load.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'
import type { Bench } from './bench.ts'
import { openSession } from './compare.ts'
import { startApi } from './machine.ts'
import { insertPaidOrders } from './orders.ts'
import { makeShopDatabase } from './shop-database.ts'

const LEAST_GAIN = 1.6
/** Cores for two processes, PostgreSQL, nginx and the load. With fewer cores one process already uses the whole machine. */
const CORES_NEEDED = 6
const CONNECTIONS = 64

export async function measureProcesses({ server, figures, isQuick }: Bench): Promise<void> {
  ensureNginx()
  const { url, db } = await makeShopDatabase(server, 'bench_processes')
  const customer = await insertUser(db)
  await insertPaidOrders(db, { userId: customer.id, count: 10 })
  const session = await openSession(db, customer.id)
  const apis = await Promise.all([startApi(url), startApi(url)])
  const [one, two] = apis
  const cores = availableParallelism()
  const { rounds, seconds } = isQuick ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 3 }
  for (const path of ['/api/packages/1', '/api/orders']) {
    const gains: number[] = []
    let alone = 0
    for (let round = 0; round < rounds; round += 1) {
      const perSecond: number[] = []
      for (const second of [one, two]) {
        const nginx = await Nginx.start({ upstreamPorts: [one.port, second.port], siteDir: SITE_DIR })
        const load = { url: `${nginx.url}${path}`, connections: CONNECTIONS, seconds, headers: session }
        perSecond.push((await applyLoad(load)).perSecond)
        await nginx.stop()
      }
      const [single = 0, both = 0] = perSecond
      alone = single
      gains.push(both / single)
    }
    figures.add({
      section: 'processes',
      name: `GET ${path}, two processes behind nginx beside one`,
      value: median(gains),
      unit: '×',
      ...(cores >= CORES_NEEDED && { budget: { atLeast: LEAST_GAIN } }),
      note: `one: ${Math.round(alone)}/s${cores < CORES_NEEDED ? `; ${cores} cores: no budget` : ''}`,
    })
  }
  await Promise.all(apis.map((api) => api.stop()))
  await db.destroy()
}
