/** The pages, scripts and styles of the build, cached in memory: each file is read when it is first asked for. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseVariant, createVariant, type Encoding, sendVariant, type Variant } from '../http/variants.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const CACHED = /^([^/]+\.html|_astro\/[^/]+\.(js|css))$/
/** Compressed by the build (site/speed/precompress.ts), beside the file. The best first. */
const COMPRESSED: readonly { encoding: Encoding; extension: string }[] = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
]

/** A build does not change under a running process: a new one comes with a new process. */
export class FileCache {
  readonly #dir: string
  readonly #files: Map<string, Promise<Variant[]> | undefined>

  private constructor(dir: string, names: string[]) {
    this.#dir = dir
    this.#files = new Map(names.map((name) => [name, undefined]))
  }

  static async open(dir: string): Promise<FileCache> {
    // Without `glob`, which is slow to load.
    const names = await readdir(dir, { recursive: true })
    return new FileCache(
      dir,
      names.filter((name) => CACHED.test(name)),
    )
  }

  /** `about.html`, `_astro/….js` */
  names(): Iterable<string> {
    return this.#files.keys()
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  /** @param name one of `names` */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, cacheControl }: { name: string; cacheControl: string },
  ): Promise<void> {
    const variants = await this.#read(name)
    reply.header('cache-control', cacheControl).type(TYPES[extname(name)] ?? 'application/octet-stream')
    sendVariant(request, reply, chooseVariant(request, variants))
  }

  #read(name: string): Promise<Variant[]> {
    const known = this.#files.get(name)
    if (known) return known
    const reading = readVariants(join(this.#dir, name))
    this.#files.set(name, reading)
    // A failed read is not cached: the next request tries again.
    reading.catch(() => this.#files.set(name, undefined))
    return reading
  }
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
