/** What a build of the site takes, with the demo's packages and with a thousand: seconds, memory, and the home page that comes of it. */
import { readFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { publish } from '../../api/features/publishing/publish.ts'
import { insertPackage } from '../../db/testing/builders.ts'
import type { Bench } from './bench.ts'
import type { Figures } from './figures.ts'
import { BENCH_DIR, PUBLIC_ORIGIN } from './machine.ts'
import { makeShopDatabase } from './shop-database.ts'

const section = 'builds'
const SITE_DIR = join(BENCH_DIR, 'built-site')
const MANY = 1_000
/** Promised for that many packages. */
const MOST_SECONDS = 60
const MOST_MEBIBYTES = 1_024
/** Whatever the number of packages. */
const HEAVIEST_HOME_KIBIBYTES = 60
const LOOKED_EVERY_MS = 100

export async function measureBuilds({ server, figures, isQuick }: Bench): Promise<void> {
  // Every other section that needs the site builds it.
  if (isQuick) return
  const { db } = await makeShopDatabase(server, 'bench_builds')
  await rm(SITE_DIR, { recursive: true, force: true })
  try {
    await measure(figures, db)
    const few = (await db('packages').where({ isActive: true }).select('id')).length
    for (let nth = few; nth < MANY; nth += 1) await insertPackage(db, { name: `Package ${nth} of many` })
    await rm(SITE_DIR, { recursive: true, force: true })
    await measure(figures, db)
  } finally {
    await db.destroy()
    await rm(SITE_DIR, { recursive: true, force: true })
  }
}

/** A first build, and one after an edit, which takes over what has not changed. */
async function measure(figures: Figures, db: Knex): Promise<void> {
  const { length } = await db('packages').where({ isActive: true }).select('id')
  const isMany = length === MANY
  for (const name of ['all of it', 'after an edit of one package']) {
    const stopWatching = watchMemory()
    const published = await publish({ db, publicOrigin: PUBLIC_ORIGIN, siteDir: SITE_DIR })
    const mebibytes = stopWatching()
    const add = (what: string, value: number, unit: 's' | 'MiB', atMost: number) =>
      figures.add({
        section,
        name: `${length} packages, ${name}, ${what}`,
        value,
        unit,
        ...(isMany && { budget: { atMost } }),
      })
    add('time', published?.seconds ?? 0, 's', MOST_SECONDS)
    add('largest memory', mebibytes, 'MiB', MOST_MEBIBYTES)
    await db('packages').whereIn('id', db('packages').min('id')).update({ description: 'Edited.' })
  }
  const sizeOf = async (name: string) => (await stat(join(SITE_DIR, 'client', name))).size / 1_024
  figures.add({
    section,
    name: `${length} packages, home page, compressed`,
    value: await sizeOf('index.html.br'),
    unit: 'KiB',
    budget: { atMost: HEAVIEST_HOME_KIBIBYTES },
    note: `${Math.round(await sizeOf('index.html'))} KiB of HTML`,
  })
}

/** @returns what ends it and says the most that the build's process had, in MiB */
function watchMemory(): () => number {
  let peak = 0
  const look = () => {
    const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
    for (const pid of pids) peak = Math.max(peak, readPeak(pid))
  }
  const timer = setInterval(look, LOOKED_EVERY_MS)
  return () => {
    clearInterval(timer)
    return peak
  }
}

/** 0 for other processes than the build, and where it has ended. */
function readPeak(pid: string): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('astro-build.ts')) return 0
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
