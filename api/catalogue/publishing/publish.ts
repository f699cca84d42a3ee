/** Updates the public pages on this machine's disk and on a CDN (docs/product/back-office.md, Publishing). */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { calendar } from '#api/content/content.ts'
import type { CatalogueSnapshot } from '#api/contract/catalogue/catalogue.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import { setMark } from '#db/models/platform/operation-mark.ts'
import { type Build, beginBuild, hashSources } from './build.ts'
import { checkBuild } from './check.ts'
import { runHook } from './hook.ts'
import {
  activateRelease,
  clientDirOf,
  findCurrentRelease,
  type Release,
  readJson,
  removeOldReleases,
} from './releases.ts'
import { hash, hashItems, hashJson, listDifferences, readSnapshot } from './snapshot.ts'

export interface Publishing {
  db: Knex
  publicOrigin: string
  siteDir: string
  /** PUBLISH_HOOK, an executable that uploads to a CDN. */
  hook?: string | undefined
  signal?: AbortSignal | undefined
  /** Called before a build or upload starts. */
  onStart?: (() => unknown) | undefined
  /** Gets one line per catalogue row that cannot be shown as stored. */
  onFault?: ((fault: string) => void) | undefined
  /** Takes half the time: omits social sharing pictures and compressed files, which the next full publishing adds. */
  isQuick?: boolean | undefined
  /** A build of the same sources that was started before the catalogue was known, if there was no release yet. */
  begun?: Build | undefined
}

export interface Published {
  /** Names of packages and categories that differ from the previous release. */
  changes: string[]
  seconds: number
}

const MOST_NAMES = 3

interface Wanted {
  snapshot: CatalogueSnapshot
  sources: string
  stamp: string
}

/** @returns undefined if everything is up to date. @throws Error if the build or the hook fails */
export async function publish(publishing: Publishing): Promise<Published | undefined> {
  const { db, siteDir } = publishing
  if (await isUpToDate(publishing, await readWanted(publishing))) return undefined
  return db.transaction(async (trx) => {
    // Serialises publishers that share the folder. A killed process's lock ends with its connection.
    await trx.raw('SELECT pg_advisory_xact_lock(hashtext(?))', [`publishing ${siteDir}`])
    const wanted = await readWanted(publishing)
    if (await isUpToDate(publishing, wanted)) return undefined
    await publishing.onStart?.()
    const startedAtMs = publishing.begun?.startedAtMs ?? performance.now()
    const before = await findCurrentRelease(siteDir)
    const release =
      before && isUsable(publishing, wanted, before) ? before : await makeRelease(publishing, wanted, before)
    await updateCdn(publishing, release)
    const published = {
      changes: before ? listDifferences(before.items, release.items) : [],
      seconds: (performance.now() - startedAtMs) / 1000,
    }
    await setMark(db, 'published', { ...describe(published), machine: hostname() })
    return published
  })
}

/** Hashed once, because the code of a running process does not change. */
let sources: Promise<string> | undefined

async function readWanted({ db, publicOrigin, onFault }: Publishing): Promise<Wanted> {
  sources ??= hashSources()
  const snapshot = await readSnapshot(db, onFault)
  // Package pages show when an order placed today would be delivered.
  const today = dayOf(new Date(), calendar)
  return {
    snapshot,
    sources: await sources,
    stamp: hashJson([await sources, publicOrigin, today, withoutTimes(snapshot)]),
  }
}

/** Shortens review dates to days, as pages show them. Demo data recreated on the same day then needs no build. */
const withoutTimes = ({ reviews, ...rest }: CatalogueSnapshot) => ({
  ...rest,
  reviews: Object.entries(reviews).map(([id, all]) => [
    id,
    all.map((review) => ({ ...review, createdAt: review.createdAt.slice(0, 'YYYY-MM-DD'.length) })),
  ]),
})

const quickStampOf = ({ stamp }: Wanted) => `${stamp}-quick`

/** A full build also satisfies a request for a quick one. */
const isUsable = ({ isQuick }: Publishing, wanted: Wanted, { stamp }: Release) =>
  stamp === wanted.stamp || (isQuick === true && stamp === quickStampOf(wanted))

async function isUpToDate(publishing: Publishing, wanted: Wanted): Promise<boolean> {
  const { siteDir, hook } = publishing
  const current = await findCurrentRelease(siteDir)
  if (!current || !isUsable(publishing, wanted, current)) return false
  return hook === undefined || (await readUploaded(siteDir))?.id === current.id
}

async function makeRelease(
  { siteDir, publicOrigin, signal, isQuick, begun }: Publishing,
  wanted: Wanted,
  before: Release | undefined,
): Promise<Release> {
  const { snapshot, sources } = wanted
  const last = before && {
    clientDir: clientDirOf(siteDir, before),
    hasPictures: before.sources === sources && !before.isQuick,
  }
  if (!begun) await removeOldReleases(siteDir)
  const build = begun ?? (await beginBuild({ siteDir, publicOrigin, last, isQuick, signal }))
  try {
    const built = await build.finish(snapshot)
    const problems = await checkBuild(join(built, 'client'), snapshot)
    if (problems.length > 0) throw new Error(`The build is not fit to be shown: ${problems.join('; ')}`)
    const files = await hashFiles(join(built, 'client'))
    const stamp = isQuick ? quickStampOf(wanted) : wanted.stamp
    const release: Release = { id: build.id, stamp, sources, items: hashItems(snapshot), files, isQuick }
    await activateRelease(siteDir, release, built)
    return release
  } finally {
    await build.discard()
  }
}

/** Skips compressed variants, which change with their file. */
async function hashFiles(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path.slice(dir.length), hash(await readFile(path))] as const),
    ),
  )
}

const uploadedFile = (siteDir: string) => join(siteDir, 'uploaded.json')
const readUploaded = (siteDir: string) => readJson<Pick<Release, 'id' | 'files'>>(uploadedFile(siteDir))

/** Runs the hook for everything that has changed since it last succeeded. */
async function updateCdn({ siteDir, hook, signal }: Publishing, release: Release): Promise<void> {
  if (hook === undefined) return
  const uploaded = await readUploaded(siteDir)
  const changed = listDifferences(uploaded?.files ?? {}, release.files)
    .map(toAddress)
    .sort()
  await runHook({ hook, dir: clientDirOf(siteDir, release), changed, signal })
  await writeFile(uploadedFile(siteDir), JSON.stringify({ id: release.id, files: release.files }))
}

/** @example toAddress('/about.html') // '/about' */
const toAddress = (file: string) => file.replace(/(?:(?<=^\/)index)?\.html$/, '')

/** @example { changes: 'SEO Foundations (seo-foundations) and 3 more', seconds: 14.2 } */
function describe({ changes, seconds }: Published): { changes: string; seconds: number } {
  const more = changes.length - MOST_NAMES
  const named = changes.slice(0, MOST_NAMES).join(', ')
  return {
    changes: more > 0 ? `${named} and ${more} more` : named,
    seconds: Math.round(seconds * 10) / 10,
  }
}
