/** The pages, scripts and styles of the build, cached in memory: each file is read when it is first asked for. */
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseVariant, createVariant, type Encoding, sendVariant, type Variant } from '../http/variants.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const CACHED = /^((packages\/)?[^/]+\.html|_astro\/[^/]+\.(js|css))$/
/** How often it looks whether another release is there, so that no request has to. */
const LOOKS_EVERY_MS = 500
/** Compressed by the build (site/speed/precompress.ts), beside the file. The best first. */
const COMPRESSED: readonly { encoding: Encoding; extension: string }[] = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
]

interface Release {
  dir: string
  files: Map<string, Promise<Variant[]> | undefined>
}

/** Follows the release that the folder leads to (api/features/publishing/releases.ts). */
export class FileCache {
  readonly #link: string
  readonly #timer: NodeJS.Timeout
  #release: Release = { dir: '', files: new Map() }

  private constructor(link: string) {
    this.#link = link
    this.#timer = setInterval(() => void this.#follow(), LOOKS_EVERY_MS).unref()
  }

  /** @param link the folder of the pages, or a link to it; it need not be there yet */
  static async open(link: string): Promise<FileCache> {
    const cache = new FileCache(link)
    await cache.#follow()
    return cache
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #follow(): Promise<void> {
    try {
      const dir = await realpath(this.#link)
      if (dir === this.#release.dir) return
      // Without `glob`, which is slow to load.
      const names = await readdir(dir, { recursive: true })
      const cached = names.filter((name) => CACHED.test(name))
      this.#release = { dir, files: new Map(cached.map((name) => [name, undefined])) }
    } catch {
      // Before the first publishing there is none.
    }
  }

  /** @param name such as `about.html`, `packages/….html` or `_astro/….js` */
  has(name: string): boolean {
    return this.#release.files.has(name)
  }

  /** @param name one that it has */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, cacheControl }: { name: string; cacheControl: string },
  ): Promise<void> {
    const variants = await read(this.#release, name)
    reply.header('cache-control', cacheControl).type(TYPES[extname(name)] ?? 'application/octet-stream')
    sendVariant(request, reply, chooseVariant(request, variants))
  }
}

function read({ dir, files }: Release, name: string): Promise<Variant[]> {
  const known = files.get(name)
  if (known) return known
  const reading = readVariants(join(dir, name))
  files.set(name, reading)
  // A failed read is not cached: the next request tries again.
  reading.catch(() => files.set(name, undefined))
  return reading
}

async function readVariants(file: string): Promise<Variant[]> {
  const compressed = COMPRESSED.filter(({ extension }) => existsSync(file + extension))
  return Promise.all([
    ...compressed.map(async ({ encoding, extension }) =>
      createVariant(await readFile(file + extension), encoding),
    ),
    readFile(file).then((body) => createVariant(body)),
  ])
}
