/** Builds the site from a snapshot of the catalogue. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Knex } from 'knex'
import { contentDir } from '../../content/content.ts'
import type { CatalogueSnapshot } from '../../contract/catalogue.ts'
import { isPictureAddress } from '../../rules/order-work/uploads.ts'
import { listCategories } from '../catalogue/category.ts'
import { listActivePackages, listReviews } from '../catalogue/package.ts'

const ROOT = resolve(import.meta.dirname, '..', '..', '..')
/** The files that the pages are built from, besides the content folder and the catalogue. A folder ends with a slash. */
const SOURCES = [
  'site/',
  'api/contract/',
  'api/content/',
  'api/rules/',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
]
/** Without limits, Node collects garbage late and uses as much memory as there is. */
const MEMORY_FLAGS = ['--max-old-space-size=640', '--max-semi-space-size=16']
const ENDS_WITHIN_MS = 10 * 60_000

/** @returns a hash of the code and of the content folder */
export async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const files = await listSources()
  const contents = await Promise.all(files.map((file) => readFile(join(ROOT, file))))
  for (const [index, file] of files.entries()) hash.update(file).update(contents[index] ?? '')
  return hash.digest('hex')
}

/** @returns all files that pages are built from but the catalogue, relative to the project's root */
export async function listSources(): Promise<string[]> {
  const sources = [...SOURCES, `${resolve(contentDir)}/`]
  return (await Promise.all(sources.map(listFiles))).flat().sort()
}

/** @returns the file itself, or the files in the folder, relative to the project's root */
async function listFiles(source: string): Promise<string[]> {
  if (!source.endsWith('/')) return [source]
  const entries = await readdir(resolve(ROOT, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
}

interface Build {
  dir: string
  snapshot: CatalogueSnapshot
  publicOrigin: string
  /** The last build, whose unchanged files are reused; `hasPictures`: its pictures for sharing as well. */
  last?: { clientDir: string; hasPictures: boolean } | undefined
  /** See Publishing. */
  isQuick?: boolean | undefined
  signal?: AbortSignal | undefined
}

/** @returns the folder with `client` and `server`. @throws Error with the output of a build that fails */
export async function buildSite({ dir, snapshot, publicOrigin, last, isQuick, signal }: Build) {
  const siteDir = join(dir, 'site')
  const catalogueFile = join(dir, 'catalogue.json')
  await mkdir(dir, { recursive: true })
  // Astro runs code in this folder that imports packages of the project.
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  await writeFile(catalogueFile, JSON.stringify(snapshot))
  await runAstro(
    {
      CATALOGUE_FILE: catalogueFile,
      CONTENT_DIR: resolve(contentDir),
      PUBLIC_ORIGIN: publicOrigin,
      SITE_DIR: siteDir,
      LAST_CLIENT_DIR: last?.clientDir,
      LAST_PICTURES_DIR: last?.hasPictures ? join(last.clientDir, 'og') : undefined,
      QUICK_BUILD: isQuick ? '1' : undefined,
      ASTRO_TELEMETRY_DISABLED: '1',
      // Native libraries keep memory for each thread. These limits halve it.
      MALLOC_ARENA_MAX: '2',
      MIMALLOC_PURGE_DELAY: '0',
      RAYON_NUM_THREADS: '2',
    },
    signal,
  )
  return siteDir
}

async function runAstro(variables: Record<string, string | undefined>, signal: AbortSignal | undefined) {
  // The build gets none of the secrets in the environment.
  const { PATH, HOME } = process.env
  const build = spawn(process.execPath, [...MEMORY_FLAGS, join(import.meta.dirname, 'astro-build.ts')], {
    cwd: ROOT,
    // React's development scripts are twice as large.
    env: { PATH, HOME, NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    signal: AbortSignal.any([AbortSignal.timeout(ENDS_WITHIN_MS), ...(signal ? [signal] : [])]),
  })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exitCode = await new Promise((done, fail) => {
    build.once('error', fail)
    build.once('close', done)
  })
  if (exitCode !== 0) throw new Error(`The site did not build:\n${output.slice(-4_000)}`)
}

/**
 * Reads everything from the same state of the database. A package whose picture no page can show has that of its category, so that
 * one row that came in by another way than the API does not keep the others from being published.
 * @param onFault gets a line for each such package
 */
export async function readSnapshot(
  db: Knex,
  onFault: (fault: string) => void = () => {},
): Promise<CatalogueSnapshot> {
  const read = await db.transaction(
    async (trx) => ({
      packages: await listActivePackages(trx),
      categories: await listCategories(trx),
      reviews: await listReviews(trx),
    }),
    { isolationLevel: 'repeatable read', readOnly: true },
  )
  const packages = read.packages.map((item) => {
    if (isPictureAddress(item.imageUrl)) return item
    onFault(`The picture of ${item.name} (${item.slug}) cannot be shown: ${JSON.stringify(item.imageUrl)}`)
    const category = read.categories.find(({ name }) => name === item.category)
    return { ...item, imageUrl: category?.imageUrl ?? '', imageAlt: '' }
  })
  return { ...read, packages }
}

/** @returns a hash of each package and category, by a name that admins recognise */
export function hashItems({ packages, categories, reviews }: CatalogueSnapshot): Record<string, string> {
  return Object.fromEntries([
    ...packages.map((item) => [`${item.name} (${item.slug})`, hashJson([item, reviews[item.id]])]),
    ...categories.map((category, place) => [`category ${category.name}`, hashJson([place, category])]),
  ])
}

/** @returns the names that are new or changed, followed by those that are gone */
export function listDifferences(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].filter((name) => before[name] !== after[name])
}

export const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
export const hashJson = (value: unknown) => hash(JSON.stringify(value))
