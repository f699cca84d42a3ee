/**
 * `npm run chaos:publishing`: kills the publisher at random moments, half of them while it moves files, and all packages change
 * all the time. A reader requests all pages through nginx. Each must exist, show a single version, and never be older than one
 * read before. The control replaces files in place instead, which the reader must notice.
 *
 * npm run chaos:publishing -- --kills 50
 */
import { watch } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Knex } from 'knex'
import { publish } from '#api/catalogue/publishing/publish.ts'
import { seedRules } from '#api/demo/seed-rules.ts'
import { createDb } from '#db/connection/connection.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#db/connection/embedded.ts'
import { seedDemoBasics } from '#db/seeds/demo.ts'
import { NodeProcess, ROOT } from '#db/testing/node-process.ts'
import { ensureNginx, Nginx } from '#e2e/servers/nginx.ts'

const SITE_DIR = resolve(ROOT, '.data', 'chaos-site')
const COPIED_DIR = resolve(ROOT, '.data', 'chaos-site-copied')
const PUBLIC_ORIGIN = 'https://shop.test'
const LONGEST_BUILD_MS = 40_000
const RECOVERS_WITHIN_MS = 5 * 60_000

const violations: string[] = []

/** Writes the same version into all packages, so that a page shows which build it is from. */
const setVersion = (db: Knex, version: number) =>
  db('packages').update({ description: `Version ${version}.` })

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Reads all pages one after the other until stopped. */
function startReading(origin: string, slugs: string[]) {
  let isReading = true
  let reads = 0
  let rounds = 0
  let newest = 0
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`${origin}${path}`)
    if (response.status !== 200) violations.push(`${path} is ${response.status}`)
    reads += 1
    return response.text()
  }
  const paths = ['/', ...slugs.map((slug) => `/packages/${slug}`)]
  const reading = (async () => {
    while (isReading) {
      for (const path of paths) {
        const html = await read(path)
        const [, script] = /src="(\/_astro\/[^"]+\.js)"/.exec(html) ?? []
        if (script) await read(script)
        const versions = new Set([...html.matchAll(/Version (\d+)\./g)].map(([, version]) => Number(version)))
        const [version = 0] = versions
        if (versions.size !== 1) violations.push(`${path} is of the versions ${[...versions].join(', ')}`)
        if (version < newest) violations.push(`${path} is of version ${version} after one of ${newest}`)
        newest = Math.max(newest, version)
      }
      rounds += 1
    }
  })()
  return {
    /** Waits until all pages have been read once more. */
    nextRound: async () => {
      const atLeast = rounds + 2
      while (rounds < atLeast) await delay(5)
    },
    newest: () => newest,
    stop: async () => {
      isReading = false
      await reading
      return reads
    },
  }
}

/** Waits until a file in the site's folder moves, or a random time. */
async function untilMoveOrTimeout(): Promise<void> {
  const moves = Math.random() < 0.5
  const stop = new AbortController()
  const moved = new Promise<void>((done) => {
    watch(SITE_DIR, { signal: stop.signal }, (_event, name) => {
      if (moves && !name?.startsWith('building-')) setTimeout(done, Math.random() * 20)
    })
  })
  await Promise.race([moved, delay((moves ? 1 : Math.random()) * LONGEST_BUILD_MS)])
  stop.abort()
}

async function killRepeatedly(db: Knex, databaseUrl: string, slugs: string[], kills: number): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, PUBLIC_ORIGIN, SITE_DIR, LOG_LEVEL: 'error' }
  const nginx = await Nginx.start({ upstreamPorts: [9, 9], siteDir: SITE_DIR })
  const reader = startReading(nginx.url, slugs)
  let version = 1
  try {
    for (let nth = 1; nth <= kills; nth += 1) {
      version += 1
      await setVersion(db, version)
      const publisher = NodeProcess.spawn({ args: ['api/worker.ts'], env })
      await untilMoveOrTimeout()
      await publisher.kill()
      if (nth % 10 === 0) say(`  ${nth} of ${kills}`)
    }
    const publisher = NodeProcess.spawn({ args: ['api/worker.ts'], env })
    const giveUpAtMs = Date.now() + RECOVERS_WITHIN_MS
    while (reader.newest() < version && Date.now() < giveUpAtMs) await delay(200)
    await publisher.terminate()
    if (reader.newest() < version) violations.push(`version ${version} was never published`)
    const left = (await readdir(SITE_DIR)).filter((name) => name.startsWith('building-'))
    if (left.length > 0) violations.push(`left behind: ${left.join(', ')}`)
  } finally {
    const reads = await reader.stop()
    await nginx.stop()
    say(`  ${reads} files read, ${violations.length} violations`)
  }
}

/** Replaces files in place, one after the other. @returns whether the reader notices */
async function control(db: Knex, slugs: string[]): Promise<boolean> {
  const build = () => publish({ db, publicOrigin: PUBLIC_ORIGIN, siteDir: SITE_DIR })
  const built = join(SITE_DIR, 'client')
  const served = join(COPIED_DIR, 'client')
  await build()
  await cp(built, served, { recursive: true, dereference: true })
  const nginx = await Nginx.start({ upstreamPorts: [9, 9], siteDir: COPIED_DIR })
  const before = violations.length
  const reader = startReading(nginx.url, slugs)
  await setVersion(db, 1_000_000)
  await build()
  for (const file of ['index.html', ...slugs.map((slug) => `packages/${slug}.html`)]) {
    for (const packed of [file, `${file}.gz`, `${file}.br`])
      await cp(join(built, packed), join(served, packed), { dereference: true })
    await reader.nextRound()
  }
  await reader.stop()
  await nginx.stop()
  return violations.splice(before).length > 0
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } })
  ensureNginx()
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-publisher-'))
  const postgres = await startEmbeddedPostgres(dataDir, { settings: { fsync: 'off' } })
  const databaseUrl = postgres.urlOf('postgres')
  const db = createDb(databaseUrl)
  try {
    await db.migrate.latest()
    await seedDemoBasics(db, seedRules)
    await setVersion(db, 1)
    const slugs: string[] = await db('packages').where({ isActive: true }).pluck('slug')
    await publish({ db, publicOrigin: PUBLIC_ORIGIN, siteDir: SITE_DIR })
    say(`${values.kills} kills of the publisher`)
    await killRepeatedly(db, databaseUrl, slugs, Number(values.kills))
    for (const violation of violations.slice(0, 20)) say(`    ${violation}`)
    const isNoticed = await control(db, slugs)
    say(
      isNoticed
        ? '  files replaced in place are noticed, as they must be'
        : '  NOT noticed: the reader is blind',
    )
    return violations.length === 0 && isNoticed ? 0 : 1
  } finally {
    await db.destroy()
    await postgres.stop()
    await removeEmbeddedPostgres(dataDir)
    for (const dir of [SITE_DIR, COPIED_DIR]) await rm(dir, { recursive: true, force: true })
  }
}

process.exit(await main())
