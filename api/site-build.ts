/** Builds the site for `npm start`, and only when what it is made from has changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { type AppOptions, buildApp } from './app.ts'
import { contentDir } from './content/content.ts'
import { listCategories } from './features/catalogue/category.ts'
import { listActivePackages } from './features/catalogue/package.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** The folder of the built site; tests build into folders beside it. */
export const SITE_DIR = resolve(ROOT, process.env.SITE_DIR ?? 'dist')
const STAMP = join(SITE_DIR, '.built-from')
/** What the pages are built from, apart from the content folder and the catalogue. */
const SOURCES = ['site/', 'api/contract/', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json']

/** @throws Error with the build's own output where it fails */
export async function buildSite({
  services,
  say,
}: {
  services: AppOptions
  say: (line: string) => void
}): Promise<void> {
  const catalogue = JSON.stringify([await listActivePackages(services.db), await listCategories(services.db)])
  const stamp = await hashSources(catalogue, services.env.publicOrigin)
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp) {
    say('✔ The site is built already')
    return
  }
  say('· Building the site …')
  await rm(STAMP, { force: true })
  const startedAt = performance.now()
  // The build reads the catalogue from the API, as it would in production: over HTTP, from a process that serves it.
  const api = await buildApp({
    ...services,
    env: { ...services.env, logLevel: 'silent' },
    mountSandbox: undefined,
  })
  try {
    const apiUrl = await api.listen({ port: 0, host: '127.0.0.1' })
    await runAstroBuild({
      CONTENT_DIR: resolve(contentDir),
      SHOP_API_URL: apiUrl,
      PUBLIC_ORIGIN: services.env.publicOrigin,
      SITE_DIR,
    })
  } finally {
    await api.close()
  }
  await writeFile(STAMP, stamp)
  say(`✔ The site is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

async function hashSources(...facts: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(fact)
  const sources = [...SOURCES, `${resolve(contentDir)}/`]
  const files = (await Promise.all(sources.map(listFiles))).flat().sort()
  const contents = await Promise.all(files.map((file) => readFile(join(ROOT, file))))
  for (const [index, file] of files.entries()) hash.update(file).update(contents[index] ?? '')
  return hash.digest('hex')
}

/** Without `glob`, which is slow to load. @returns the file itself, or all within the folder, from the project's root */
async function listFiles(source: string): Promise<string[]> {
  if (!source.endsWith('/')) return [source]
  const entries = await readdir(resolve(ROOT, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
}

async function runAstroBuild(variables: Record<string, string>): Promise<void> {
  const astroPackage = createRequire(import.meta.url).resolve('astro/package.json')
  const { bin } = JSON.parse(await readFile(astroPackage, 'utf8')) as { bin: { astro: string } }
  const build = spawn(process.execPath, [join(dirname(astroPackage), bin.astro), 'build'], {
    cwd: ROOT,
    env: { ...process.env, ...variables, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exitCode = await new Promise((done) => build.once('close', done))
  if (exitCode !== 0) throw new Error(`The site did not build:\n${output}`)
}
