/**
 * Compares public reads and a signed-in customer's calls with a plain SELECT of the twelve packages. The catalogue
 * in nginx's cache is compared with a static file of the same size, and the site's files with the same SELECT.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertPaidOrders, insertUser } from '#db/testing/builders.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'
import { applyLoad, type Load, median } from '#e2e/support/wrk.ts'
import type { Bench, Figures } from './figures.ts'
import { BENCH_DIR, makeShopDatabase, openSession, PROXIED, startApi, startReference } from './machine.ts'
import { openShop } from './starts.ts'

const ORDERS = 10

interface Pace {
  connections: number[]
  /** Seconds of load before measuring. A process is a fifth slower at first, while it compiles code and allocates memory. 0: none. */
  warmUpSeconds: number
  rounds: number
  seconds: number
}

interface Subject {
  name: string
  url: string
  headers?: Record<string, string>
  /** The smallest allowed share of the reference. */
  atLeast?: number
}

const perSecond = (loads: Load[]) => median(loads.map((load) => load.perSecond))
const p99Ms = (loads: Load[]) => median(loads.map((load) => load.p99Ms)).toFixed(1)

/** Each round measures the reference before and after all subjects, so that a busy minute affects both. */
async function compareReads(
  figures: Figures,
  {
    section,
    reference,
    subjects,
    pace,
  }: { section: string; reference: Subject; subjects: Subject[]; pace: Pace },
): Promise<void> {
  for (const connections of pace.connections) {
    const measure = ({ url, headers = {} }: Subject, seconds = pace.seconds) =>
      applyLoad({ url, connections, seconds, headers })
    if (pace.warmUpSeconds > 0) for (const subject of subjects) await measure(subject, pace.warmUpSeconds)
    const measured = subjects.map((subject) => ({ subject, shares: [] as number[], loads: [] as Load[] }))
    const ofReference: Load[] = []
    for (let round = 0; round < pace.rounds; round += 1) {
      let before = await measure(reference)
      ofReference.push(before)
      for (const { subject, shares, loads } of measured) {
        const load = await measure(subject)
        const after = await measure(reference)
        loads.push(load)
        shares.push((2 * load.perSecond) / (before.perSecond + after.perSecond))
        ofReference.push(after)
        before = after
      }
    }
    const add = (name: string, loads: Load[]) => ({
      section,
      name: `${name}, ${connections} connections`,
      note: `${Math.round(perSecond(loads))}/s, p99 ${p99Ms(loads)} ms`,
    })
    figures.add({ ...add(reference.name, ofReference), value: perSecond(ofReference), unit: '/s' })
    for (const { subject, shares, loads } of measured) {
      const { name, atLeast } = subject
      const budget = atLeast === undefined ? {} : { budget: { atLeast } }
      figures.add({ ...add(name, loads), value: median(shares), unit: '×', ...budget })
    }
  }
}

const paceOf = (isQuick: boolean): Pace =>
  isQuick
    ? { connections: [16], warmUpSeconds: 0, rounds: 1, seconds: 1 }
    : { connections: [16, 64], warmUpSeconds: 3, rounds: 3, seconds: 3 }

export async function measureReads({ server, figures, isQuick }: Bench): Promise<void> {
  ensureNginx()
  const { url, db } = await makeShopDatabase(server, 'bench_reads')
  const reference = await startReference(url)
  const api = await startApi(url)
  const uncached = await startApi(url, { script: 'e2e/bench/uncached-server.ts' })
  const customer = await insertUser(db)
  await insertPaidOrders(db, customer.id, ORDERS)
  const session = await openSession(db, customer.id)
  const { id: packageId } = await db('packages').where({ isActive: true }).first('id')
  const of = (path: string, note: string, atLeast: number, headers = PROXIED, from = api): Subject => ({
    name: `GET ${path}, ${note}`,
    url: `${from.origin}${path}`,
    ...{ headers, atLeast },
  })
  await compareReads(figures, {
    section: 'reads',
    reference: { name: 'R', url: `${reference.origin}/rows` },
    pace: paceOf(isQuick),
    subjects: [
      of('/api/packages', 'cached', 2),
      of(`/api/packages/${packageId}`, 'cached', 2),
      of('/api/packages', 'each a miss', 0.6, PROXIED, uncached),
      of('/api/auth/me', 'signed in', 0.5, session),
      of('/api/orders', `${ORDERS} orders`, 0.2, session),
    ],
  })
  const siteDir = join(BENCH_DIR, 'edge')
  await mkdir(join(siteDir, 'client'), { recursive: true })
  const packages = await fetch(`${api.origin}/api/packages`)
  await writeFile(join(siteDir, 'client', 'packages.json'), await packages.text())
  const nginx = await Nginx.start({ upstreamPorts: [api.port, api.port], siteDir })
  await compareReads(figures, {
    section: 'reads',
    reference: { name: 'a file of nginx', url: `${nginx.url}/packages.json` },
    pace: paceOf(isQuick),
    subjects: [{ name: 'GET /api/packages from the edge', url: `${nginx.url}/api/packages`, atLeast: 0.8 }],
  })
  await nginx.stop()
  await Promise.all([api.stop(), uncached.stop(), reference.stop()])
  await db.destroy()
}

/** The home page and a hashed script, from the built-in server and from nginx. */
export async function measureFiles({ server, figures, isQuick }: Bench): Promise<void> {
  ensureNginx()
  const index = join(SITE_DIR, 'client', 'index.html')
  if (!existsSync(index)) await (await openShop({ hasPast: false })).stop()
  const { url, db } = await makeShopDatabase(server, 'bench_files')
  const reference = await startReference(url)
  const api = await startApi(url)
  const nginx = await Nginx.start({ upstreamPorts: [api.port, api.port], siteDir: SITE_DIR })
  const [script = ''] = /\/_astro\/[^"]+\.js/.exec(await readFile(index, 'utf8')) ?? []
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  await compareReads(figures, {
    section: 'files',
    reference: { name: 'R', url: `${reference.origin}/rows` },
    pace: paceOf(isQuick),
    subjects: [
      { name: 'home page, built-in server', url: `${api.origin}/`, headers, atLeast: 0.6 },
      { name: 'hashed script, built-in server', url: `${api.origin}${script}`, headers },
      { name: 'home page, nginx', url: `${nginx.url}/`, headers, atLeast: 7 },
    ],
  })
  await Promise.all([api.stop(), reference.stop(), nginx.stop()])
  await db.destroy()
}
