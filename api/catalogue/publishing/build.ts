/** Builds the site from a catalogue snapshot. Has few imports, because the demo starts its first build before it loads the rest. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { contentDir } from '#api/content/content.ts'
import type { CatalogueSnapshot } from '#api/contract/catalogue/catalogue.ts'

const ROOT = resolve(import.meta.dirname, '..', '..', '..')
/** Sources of the pages, besides the content folder and the catalogue. Folders end with a slash. */
const SOURCES = [
  'site/',
  'api/contract/',
  'api/content/',
  'api/rules/',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
/** Without limits Node collects garbage late and fills the memory. A quick build may use 150 MiB more, which saves a tenth of the time. */
const memoryFlags = ({ isQuick }: BuildOptions) => [
  '--max-old-space-size=640',
  `--max-semi-space-size=${isQuick ? 64 : 16}`,
]
const ENDS_WITHIN_MS = 10 * 60_000

/** @returns a hash of the code and the content folder */
export async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const files = await listSources()
  const contents = await Promise.all(files.map((file) => readFile(join(ROOT, file))))
  for (const [index, file] of files.entries()) hash.update(file).update(contents[index] ?? '')
  return hash.digest('hex')
}

/** @returns all source files of the pages except the catalogue, relative to the project's root */
export async function listSources(): Promise<string[]> {
  const sources = [...SOURCES, `${resolve(contentDir)}/`]
  return (await Promise.all(sources.map(listFiles))).flat().sort()
}

/** @returns the file itself or the files in the folder, relative to the project's root */
async function listFiles(source: string): Promise<string[]> {
  if (!source.endsWith('/')) return [source]
  const entries = await readdir(resolve(ROOT, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
}

export interface BuildOptions {
  siteDir: string
  publicOrigin: string
  /** The last build, whose unchanged files are reused. `hasPictures`: its social sharing pictures, too. */
  last?: { clientDir: string; hasPictures: boolean } | undefined
  /** Leaves out sharing pictures and compressed files, which the next full build adds. */
  isQuick?: boolean | undefined
  signal?: AbortSignal | undefined
}

/** A running build. It reads the catalogue last, so it can start before the catalogue is known. */
export interface Build {
  /** Sortable by time. */
  id: string
  /** From `performance.now`. */
  startedAtMs: number
  /** @returns the folder with `client` and `server`. @throws Error with the output of a failed build */
  finish(snapshot: CatalogueSnapshot): Promise<string>
  /** Removes its files, and stops an unfinished build. */
  discard(): Promise<void>
}

export async function beginBuild(options: BuildOptions): Promise<Build> {
  const startedAtMs = performance.now()
  const id = new Date().toISOString().replaceAll(/\D/g, '')
  const dir = join(options.siteDir, `building-${id}`)
  await mkdir(dir, { recursive: true })
  // Astro runs code in this folder that imports the project's packages.
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  const astro = startAstro(options, join(dir, 'site'))
  return {
    id,
    startedAtMs,
    async finish(snapshot) {
      astro.give(snapshot)
      await astro.ended
      return join(dir, 'site')
    },
    async discard() {
      astro.kill()
      await astro.ended.catch(() => undefined)
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function startAstro(options: BuildOptions, outDir: string) {
  const { publicOrigin, last, isQuick, signal } = options
  // The build gets none of the environment's secrets.
  const { PATH, HOME } = process.env
  const build = spawn(
    process.execPath,
    [...memoryFlags(options), join(import.meta.dirname, 'astro-build.ts')],
    {
      cwd: ROOT,
      env: {
        PATH,
        HOME,
        // React's development scripts are twice as large.
        NODE_ENV: 'production',
        CATALOGUE: 'stdin',
        CONTENT_DIR: resolve(contentDir),
        PUBLIC_ORIGIN: publicOrigin,
        SITE_DIR: outDir,
        LAST_CLIENT_DIR: last?.clientDir,
        LAST_PICTURES_DIR: last?.hasPictures ? join(last.clientDir, 'og') : undefined,
        QUICK_BUILD: isQuick ? '1' : undefined,
        ASTRO_TELEMETRY_DISABLED: '1',
        // Native libraries reserve memory per thread. These limits halve it.
        MALLOC_ARENA_MAX: '2',
        MIMALLOC_PURGE_DELAY: '0',
        RAYON_NUM_THREADS: '2',
      },
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      killSignal: 'SIGKILL',
      signal: AbortSignal.any([AbortSignal.timeout(ENDS_WITHIN_MS), ...(signal ? [signal] : [])]),
    },
  )
  let output = ''
  for (const stream of [build.stdout, build.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = new Promise<void>((done, fail) => {
    build.once('error', fail)
    build.once('close', (exitCode) => {
      if (exitCode === 0) done()
      else fail(new Error(`The site did not build:\n${output.slice(-4_000)}`))
    })
  })
  // Avoids an unhandled rejection if it fails before `ended` is awaited.
  ended.catch(() => undefined)
  // A failed build no longer reads its input; its output says why.
  build.stdin?.on('error', () => undefined)
  return {
    ended,
    give: (snapshot: CatalogueSnapshot) => build.stdin?.end(JSON.stringify(snapshot)),
    kill: () => build.kill(),
  }
}
