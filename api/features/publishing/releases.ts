/**
 * The built site on this machine's disk, in SITE_DIR. Everything reaches a release through `client`, a link that one rename
 * exchanges: whoever opens a file sees the whole of one release, never half of two.
 *
 *   client          → releases/<id>: what servers serve
 *   server          → servers/<hash of the sources>/server: the pages that are drawn on demand
 *   releases/<id>/  the files of one build; <id>.json beside it says what they were made from
 *   building-<id>/  a build under way
 *   uploaded.json   what the CDN has, where there is one
 */
import { existsSync } from 'node:fs'
import {
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** From the project's root, whose packages the pages that are drawn on demand may need. */
export const SITE_DIR = resolve(import.meta.dirname, '..', '..', '..', process.env.SITE_DIR || 'dist')

export interface Release {
  /** Names the folder; a later one sorts after an earlier one. */
  id: string
  /** Of everything that it was made from. */
  stamp: string
  /** Of the code and the content folder alone. */
  sources: string
  /** By name, see hashItems. */
  items: Record<string, string>
  /** By path in the folder. */
  files: Record<string, string>
  /** As in Publishing. */
  isQuick?: boolean | undefined
}

/** Those before the current one stay as long: a request or a copy that began with one of them may still read it. */
const KEPT_RELEASES = 3
/** A page that is open in a browser still loads scripts of its own build. */
const ASSETS_STAY_DAYS = 7
const ASSETS = '_astro'

export const clientDirOf = (siteDir: string, { id }: Release) => join(siteDir, 'releases', id)

/** Undefined before the first publishing. */
export async function findCurrent(siteDir: string): Promise<Release | undefined> {
  const target = await readlink(join(siteDir, 'client')).catch(() => undefined)
  if (target === undefined) return undefined
  return readJson<Release>(join(siteDir, 'releases', `${basename(target)}.json`))
}

export async function readJson<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined
}

/** @param buildDir with `client` and `server`, as Astro builds them */
export async function swapIn(siteDir: string, release: Release, buildDir: string): Promise<void> {
  const current = await findCurrent(siteDir)
  const dir = clientDirOf(siteDir, release)
  await mkdir(dirname(dir), { recursive: true })
  if (current) await keepAssets(clientDirOf(siteDir, current), join(buildDir, 'client'))
  await writeFile(`${dir}.json`, JSON.stringify(release))
  await rename(join(buildDir, 'client'), dir)

  // Astro's code looks for a folder of this name above itself.
  const server = join(siteDir, 'servers', release.sources, 'server')
  await mkdir(dirname(server), { recursive: true })
  if (!existsSync(server)) await rename(join(buildDir, 'server'), server)
  await point(join(siteDir, 'server'), server)
  await point(join(siteDir, 'client'), dir)
}

/** One rename: whoever looks sees the old target or the new one. */
async function point(pointer: string, target: string): Promise<void> {
  const fresh = `${pointer}.next`
  await rm(fresh, { force: true })
  await symlink(relative(dirname(pointer), target), fresh)
  // A folder of a build from before there were releases: it cannot be exchanged in one step, once.
  const isFolder = await lstat(pointer).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) await rm(pointer, { recursive: true })
  await rename(fresh, pointer)
}

/** Links keep a file's time: it is that of the last build that made the file. */
async function keepAssets(from: string, to: string): Promise<void> {
  await mkdir(join(to, ASSETS), { recursive: true })
  const oldestMs = Date.now() - ASSETS_STAY_DAYS * 24 * 3_600_000
  for (const name of await readdir(join(from, ASSETS)).catch(() => [])) {
    const [old, kept] = [join(from, ASSETS, name), join(to, ASSETS, name)]
    if (!existsSync(kept) && (await stat(old)).mtimeMs > oldestMs) await link(old, kept)
  }
}

/** Removes what nobody needs any more, and what a killed build has left. To be called while no build runs in this folder. */
export async function tidy(siteDir: string): Promise<void> {
  for (const name of await readdir(siteDir).catch(() => []))
    if (name.startsWith('building-')) await rm(join(siteDir, name), { recursive: true, force: true })
  const current = await findCurrent(siteDir)
  const names = await readdir(join(siteDir, 'releases')).catch(() => [])
  const ids = names.filter((name) => !name.endsWith('.json')).sort()
  const kept = new Set([...ids.slice(-1 - KEPT_RELEASES), current?.id])
  for (const name of names)
    if (!kept.has(name.replace(/\.json$/, '')))
      await rm(join(siteDir, 'releases', name), { recursive: true, force: true })
  await tidyServers(siteDir)
}

/** A release that is still there may have begun to draw a page. */
async function tidyServers(siteDir: string): Promise<void> {
  const releases = await readdir(join(siteDir, 'releases')).catch(() => [])
  const files = releases.filter((name) => name.endsWith('.json'))
  const needed = await Promise.all(
    files.map((name) => readJson<Release>(join(siteDir, 'releases', name)).then((found) => found?.sources)),
  )
  for (const sources of await readdir(join(siteDir, 'servers')).catch(() => []))
    if (!needed.includes(sources))
      await rm(join(siteDir, 'servers', sources), { recursive: true, force: true })
}
