/**
 * Compares public reads and a signed-in customer's calls with a plain SELECT of the twelve packages. The catalogue
 * in nginx's cache is compared with a static file of the same size.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertUser } from '#db/testing/builders.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import type { Bench } from './bench.ts'
import { compareReads, openSession, type Pace } from './compare.ts'
import { BENCH_DIR, PROXIED, type Running, startApi, startReference, toReference } from './machine.ts'
import { insertPaidOrders } from './orders.ts'
import { makeShopDatabase } from './shop-database.ts'

const ORDERS = 10

export async function measureReads({ server, figures, isQuick }: Bench): Promise<void> {
  const { url, db } = await makeShopDatabase(server, 'bench_reads')
  const reference = await startReference(url)
  const api = await startApi(url)
  const uncached = await startApi(url, { script: 'e2e/bench/uncached-server.ts' })
  const customer = await insertUser(db)
  await insertPaidOrders(db, { userId: customer.id, count: ORDERS })
  const session = await openSession(db, customer.id)
  const { id: packageId } = await db('packages').where({ isActive: true }).first('id')
  const pace = isQuick
    ? { connections: [16], warmUpSeconds: 0, rounds: 1, seconds: 1 }
    : { connections: [16, 64], warmUpSeconds: 3, rounds: 3, seconds: 5 }
  await compareReads(figures, {
    section: 'reads',
    reference: toReference(reference),
    pace,
    subjects: [
      // The upper limit for a cached response: no schema, no plugin, no log.
      { name: 'a ready string from Fastify', url: `${reference.origin}/ready` },
      {
        name: 'GET /api/packages, cached',
        url: `${api.origin}/api/packages`,
        headers: PROXIED,
        atLeast: { 16: 2, 64: 2 },
      },
      {
        name: 'GET /api/packages/{id}, cached',
        url: `${api.origin}/api/packages/${packageId}`,
        headers: PROXIED,
        atLeast: { 16: 2, 64: 2 },
      },
      {
        name: 'GET /api/packages, each a miss',
        url: `${uncached.origin}/api/packages`,
        headers: PROXIED,
        atLeast: { 16: 0.6, 64: 0.6 },
      },
      {
        name: 'GET /api/auth/me',
        url: `${api.origin}/api/auth/me`,
        headers: session,
        atLeast: { 16: 0.5, 64: 0.5 },
      },
      {
        name: 'GET /api/orders, 10 orders',
        url: `${api.origin}/api/orders`,
        headers: session,
        atLeast: { 16: 0.2, 64: 0.2 },
      },
    ],
  })
  await measureEdge(api, { figures, pace })
  await Promise.all([api.stop(), uncached.stop(), reference.stop()])
  await db.destroy()
}

async function measureEdge(
  api: Running,
  { figures, pace }: Pick<Bench, 'figures'> & { pace: Pace },
): Promise<void> {
  ensureNginx()
  const siteDir = join(BENCH_DIR, 'edge')
  await mkdir(join(siteDir, 'client'), { recursive: true })
  const packages = await fetch(`${api.origin}/api/packages`)
  await writeFile(join(siteDir, 'client', 'packages.json'), await packages.text())
  const nginx = await Nginx.start({ upstreamPorts: [api.port, api.port], siteDir })
  await compareReads(figures, {
    section: 'reads',
    reference: { name: 'a file of nginx', url: `${nginx.url}/packages.json` },
    pace,
    subjects: [
      {
        name: 'GET /api/packages from the edge, beside it',
        url: `${nginx.url}/api/packages`,
        atLeast: { 16: 0.8, 64: 0.8 },
      },
    ],
  })
  await nginx.stop()
}
