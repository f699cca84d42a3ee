/** Compares the home page and a hashed script from the built-in server and from nginx with the reference. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'
import { SITE_DIR } from '#e2e/support/topology.ts'
import type { Bench } from './bench.ts'
import { compareReads, type Subject } from './compare.ts'
import { startApi, startReference, toReference } from './machine.ts'
import { makeShopDatabase } from './shop-database.ts'
import { ensureSite } from './site.ts'

const BUILT_IN = { 16: 0.6, 64: 0.6 }
const BEHIND_NGINX = { 16: 7, 64: 7 }

export async function measureStaticFiles({ server, figures, isQuick }: Bench): Promise<void> {
  await ensureSite()
  const { url, db } = await makeShopDatabase(server, 'bench_files')
  const reference = await startReference(url)
  const api = await startApi(url)
  ensureNginx()
  const nginx = await Nginx.start({ upstreamPorts: [api.port, api.port], siteDir: SITE_DIR })
  const home = await readFile(join(SITE_DIR, 'client', 'index.html'), 'utf8')
  const [script = ''] = /\/_astro\/[^"]+\.js/.exec(home) ?? []
  const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const subjects: Subject[] = [
    { name: 'home page, built-in server', url: `${api.origin}/`, headers: browser, atLeast: BUILT_IN },
    { name: 'hashed script, built-in server', url: `${api.origin}${script}`, headers: browser },
    { name: 'home page, nginx', url: `${nginx.url}/`, headers: browser, atLeast: BEHIND_NGINX },
  ]
  const pace = isQuick
    ? { connections: [16], warmUpSeconds: 0, rounds: 1, seconds: 1 }
    : { connections: [16, 64], warmUpSeconds: 3, rounds: 3, seconds: 2 }
  await compareReads(figures, { section: 'files', reference: toReference(reference), subjects, pace })
  await Promise.all([api.stop(), reference.stop(), nginx.stop()])
  await db.destroy()
}
