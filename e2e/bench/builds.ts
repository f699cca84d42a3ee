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
/** Promised for that many packages, on cores that do nothing else. */
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

/** @returns what ends it and says what the build's process took, as last seen */
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

/** Undefined for other processes than the build, and where it has ended. */
function readBuild(pid: string) {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
  try {
    if (!read('cmdline').includes('astro-build.ts')) return undefined
    const [, peak] = /^VmHWM:\s+(\d+)/m.exec(read('status')) ?? []
    // The 14th and 15th fields, in hundredths: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const [user, system] = read('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
    if (peak === undefined) return undefined
    return { mebibytes: Number(peak) / 1_024, processorSeconds: ((user ?? 0) + (system ?? 0)) / 100 }
  } catch {
    return undefined
  }
}
