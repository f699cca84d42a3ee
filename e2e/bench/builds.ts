/** Measures a build of the site with the demo's packages and with 1,000: seconds, memory, size of the home page. */
import { readFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { publish } from '#api/catalogue/publishing/publish.ts'
import { insertPackage } from '#db/testing/builders.ts'
import type { Bench } from './bench.ts'
import type { Figures } from './figures.ts'
import { BENCH_DIR, PUBLIC_ORIGIN } from './machine.ts'
import { makeShopDatabase } from './shop-database.ts'

const section = 'builds'
const SITE_DIR = join(BENCH_DIR, 'built-site')
const MANY = 1_000
/** The limits for 1,000 packages on otherwise idle cores. */
const MOST_SECONDS = 60
const MOST_MEBIBYTES = 1_024
/** The same limit for every number of packages. */
const HEAVIEST_HOME_KIBIBYTES = 60
const LOOKED_EVERY_MS = 100

export async function measureBuilds({ server, figures, isQuick }: Bench): Promise<void> {
  // In a quick run, other sections already build the site.
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

/** Measures a first build, and one after an edit, which reuses what has not changed. */
async function measure(figures: Figures, db: Knex): Promise<void> {
  const { length } = await db('packages').where({ isActive: true }).select('id')
  const isMany = length === MANY
  for (const name of ['all of it', 'after an edit of one package']) {
    const stopWatching = watchBuild()
    const published = await publish({ db, publicOrigin: PUBLIC_ORIGIN, siteDir: SITE_DIR })
    const { mebibytes, processorSeconds } = stopWatching()
    figures.add({
      section,
      name: `${length} packages, ${name}, time`,
      value: published?.seconds ?? 0,
      unit: 's',
      note: `${Math.round(processorSeconds)} s of the processor`,
      ...(isMany && { budget: { atMost: MOST_SECONDS } }),
    })
    figures.add({
      section,
      name: `${length} packages, ${name}, largest memory`,
      value: mebibytes,
      unit: 'MiB',
      ...(isMany && { budget: { atMost: MOST_MEBIBYTES } }),
    })
    await db('packages')
      .whereIn('id', db('packages').min('id'))
      .update({ description: `One of ${length}.` })
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

/** Watches the build's process. @returns a function that stops watching and returns the last values */
function watchBuild(): () => { mebibytes: number; processorSeconds: number } {
  let seen = { mebibytes: 0, processorSeconds: 0 }
  const look = () => {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    for (const pid of children.trim().split(' ')) seen = readBuild(pid) ?? seen
  }
  const timer = setInterval(look, LOOKED_EVERY_MS)
  return () => {
    clearInterval(timer)
    return seen
  }
}

/** @returns undefined for a process that is not the build or has ended */
function readBuild(pid: string) {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
  try {
    if (!read('cmdline').includes('astro-build.ts')) return undefined
    const [, peak] = /^VmHWM:\s+(\d+)/m.exec(read('status')) ?? []
    // The 14th and 15th fields, in hundredths of a second: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const [user, system] = read('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
    if (peak === undefined) return undefined
    return { mebibytes: Number(peak) / 1_024, processorSeconds: ((user ?? 0) + (system ?? 0)) / 100 }
  } catch {
    return undefined
  }
}
