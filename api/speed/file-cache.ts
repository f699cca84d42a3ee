/** The pages, scripts and styles of the build, kept in memory as they are sent: each is read once, when it is first asked for. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const KEPT = /^([^/]+\.html|_astro\/[^/]+\.(js|css))$/
/** In the order of choice. The compressed ones lie beside the files since the build (site/precompress.ts). */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const

interface Variant {
  body: Buffer
  /** Strong: of this encoding's bytes. */
  etag: string
  encoding: (typeof ENCODINGS)[number]['name'] | undefined
}

/** A build does not change under a running process: a new one comes with a new process. */
export class KeptFiles {
  readonly #dir: string
  readonly #files: Map<string, Promise<Variant[]> | undefined>

  private constructor(dir: string, names: string[]) {
    this.#dir = dir
    this.#files = new Map(names.map((name) => [name, undefined]))
  }

  static async open(dir: string): Promise<KeptFiles> {
    // Not by `glob`, which takes a twentieth of the start.
    const names = await readdir(dir, { recursive: true })
    return new KeptFiles(
      dir,
      names.filter((name) => KEPT.test(name)),
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
  ): Promise<FastifyReply> {
    const variants = await this.#read(name)
    const accepted = request.headers['accept-encoding'] ?? ''
    const chosen = variants.find(({ encoding }) => encoding === undefined || accepts(accepted, encoding))
    if (!chosen) throw new Error(`${name} has no form that needs no decoding`)
    const { body, etag, encoding } = chosen
    reply.headers({ 'cache-control': cacheControl, etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type(TYPES[extname(name)] ?? 'application/octet-stream').send(body)
  }

  #read(name: string): Promise<Variant[]> {
    const known = this.#files.get(name)
    if (known) return known
    const reading = this.#readVariants(join(this.#dir, name))
    this.#files.set(name, reading)
    // Not kept where it failed: the next one tries again.
    reading.catch(() => this.#files.set(name, undefined))
    return reading
  }

  async #readVariants(file: string): Promise<Variant[]> {
    const compressed = ENCODINGS.filter(({ extension }) => existsSync(file + extension))
    return Promise.all([
      ...compressed.map(({ name, extension }) => readVariant(file + extension, name)),
      readVariant(file, undefined),
    ])
  }
}

async function readVariant(file: string, encoding: Variant['encoding']): Promise<Variant> {
  const body = await readFile(file)
  return { body, encoding, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
}

/** `br` in "gzip, br;q=0.5", but not in "br;q=0". */
function accepts(header: string | string[], encoding: string): boolean {
  return String(header)
    .split(',')
    .some((part) => {
      const [name = '', weight = ''] = part.split(';')
      return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
    })
}
