/**
 * The built site on this machine's disk, in SITE_DIR. Servers read the current release through the symbolic link `client`. One
 * rename replaces the link, so that they never see files of two releases.
 *
 *   client          → releases/<id>: the files that servers serve
 *   server          → servers/<hash of the sources>/server: the code of pages that are rendered on demand
 *   releases/<id>/  the files of one build; <id>.json beside it says what they were made from
 *   building-<id>/  a build under way
 *   uploaded.json   the release that was last uploaded to the CDN, if there is one
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

/** Inside the project's root, because pages rendered on demand import its packages. */
export const SITE_DIR = resolve(import.meta.dirname, '..', '..', '..', process.env.SITE_DIR || 'dist')

export interface Release {
  /** Folder name, sortable by time. */
  id: string
  /** Hash of everything that the release was built from. */
  stamp: string
  /** Hash of the code and the content folder. */
  sources: string
  /** A hash for each package and category (`hashItems`), by which publishing lists what has changed. */
  items: Record<string, string>
  /** A hash for each file, by its path in the release's folder. */
  files: Record<string, string>
  /** Built without sharing pictures and compressed files, which the next full build adds. */
  isQuick?: boolean | undefined
}

/** Number of former releases to keep, because a request or upload may still be reading them. */
const KEPT_RELEASES = 3
/** A page that is open in a browser still loads the scripts of its own build. */
const ASSETS_KEPT_DAYS = 7
const ASSETS_FOLDER = '_astro'

export const clientDirOf = (siteDir: string, { id }: Release) => join(siteDir, 'releases', id)

/** @returns undefined before the first publishing */
export async function findCurrentRelease(siteDir: string): Promise<Release | undefined> {
  const target = await readlink(join(siteDir, 'client')).catch(() => undefined)
  if (target === undefined) return undefined
  return readJson<Release>(join(siteDir, 'releases', `${basename(target)}.json`))
}

export async function readJson<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as T) : undefined
}

/** Makes a build the current release. @param buildDir with Astro's folders `client` and `server` */
export async function activateRelease(siteDir: string, release: Release, buildDir: string): Promise<void> {
  const current = await findCurrentRelease(siteDir)
  const dir = clientDirOf(siteDir, release)
  await mkdir(dirname(dir), { recursive: true })
  if (current) await linkRecentAssets(clientDirOf(siteDir, current), join(buildDir, 'client'))
  await writeFile(`${dir}.json`, JSON.stringify(release))
  await rename(join(buildDir, 'client'), dir)

  // The code that Astro has built works only in a folder named `server`.
  const server = join(siteDir, 'servers', release.sources, 'server')
  await mkdir(dirname(server), { recursive: true })
  if (!existsSync(server)) await rename(join(buildDir, 'server'), server)
  await replaceLink(join(siteDir, 'server'), server)
  await replaceLink(join(siteDir, 'client'), dir)
}

/** Replaces a symbolic link by one rename, so that it always leads to the old or the new target. */
async function replaceLink(path: string, target: string): Promise<void> {
  const newLink = `${path}.next`
  await rm(newLink, { force: true })
  await symlink(relative(dirname(path), target), newLink)
  // Older versions of the shop had no releases and left a folder here, which a rename cannot replace.
  const isFolder = await lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) await rm(path, { recursive: true })
  await rename(newLink, path)
}

/** Hard-links the recent assets of the former release into the new one. A hard link keeps the file's age. */
async function linkRecentAssets(from: string, to: string): Promise<void> {
  await mkdir(join(to, ASSETS_FOLDER), { recursive: true })
  const oldestMs = Date.now() - ASSETS_KEPT_DAYS * 24 * 3_600_000
  for (const name of await readdir(join(from, ASSETS_FOLDER)).catch(() => [])) {
    const [old, linked] = [join(from, ASSETS_FOLDER, name), join(to, ASSETS_FOLDER, name)]
    if (!existsSync(linked) && (await stat(old)).mtimeMs > oldestMs) await link(old, linked)
  }
}

/** Removes old releases and what killed builds left behind. Call it only while no build runs in this folder. */
export async function removeOldReleases(siteDir: string): Promise<void> {
  for (const name of await readdir(siteDir).catch(() => []))
    if (name.startsWith('building-')) await rm(join(siteDir, name), { recursive: true, force: true })
  const current = await findCurrentRelease(siteDir)
  const names = await readdir(join(siteDir, 'releases')).catch(() => [])
  const ids = names.filter((name) => !name.endsWith('.json')).sort()
  const needed = new Set([...ids.slice(-1 - KEPT_RELEASES), current?.id])
  for (const name of names)
    if (!needed.has(name.replace(/\.json$/, '')))
      await rm(join(siteDir, 'releases', name), { recursive: true, force: true })
  await removeUnusedServers(siteDir)
}

/** Keeps the server code of every kept release, because a request may still be using it. */
async function removeUnusedServers(siteDir: string): Promise<void> {
  const releases = await readdir(join(siteDir, 'releases')).catch(() => [])
  const files = releases.filter((name) => name.endsWith('.json'))
  const needed = await Promise.all(
    files.map((name) => readJson<Release>(join(siteDir, 'releases', name)).then((found) => found?.sources)),
  )
  for (const sources of await readdir(join(siteDir, 'servers')).catch(() => []))
    if (!needed.includes(sources))
      await rm(join(siteDir, 'servers', sources), { recursive: true, force: true })
}
