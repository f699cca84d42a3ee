import { realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import inject from 'light-my-request'
import { Unavailable } from '../errors.ts'
import { chooseEncoding, compress, sendVariant } from '../http/variants.ts'
import { FileCache } from '../speed/file-cache.ts'
import { respondNotFound } from './errors.ts'

const ONE_YEAR_SECONDS = 31_536_000
/** Hashed names never change their contents; pages and pictures may. */
const FOREVER = `public, max-age=${ONE_YEAR_SECONDS}, immutable`
const ASKED_EACH_TIME = 'public, max-age=0, must-revalidate'
const NOT_FOUND = '404.html'
/** Other websites' pages load it on each visit of theirs. */
const FIVE_MINUTES = 'public, max-age=300'

/** Serves the built site beside the API: its files, and the pages that are rendered on demand. */
export async function registerSite(app: FastifyInstance, siteDir: string): Promise<void> {
  const clientDir = join(siteDir, 'client')
  await app.register(fastifyStatic, {
    root: clientDir,
    setHeaders: (response, path) => {
      const cacheControl = /\/embed\.js(\.\w+)?$/.test(path) ? FIVE_MINUTES : ASKED_EACH_TIME
      response.header('cache-control', path.includes('/_astro/') ? FOREVER : cacheControl)
    },
    cacheControl: false,
    // Brotli and gzip lie beside the files since the build (site/speed/precompress.ts).
    preCompressed: true,
    redirect: false,
    wildcard: true,
    // It may be that nothing is published yet.
    suppressWarning: true,
  })
  const files = await FileCache.open(clientDir)
  app.addHook('onClose', async () => files.close())
  registerPages(app, files)
  registerOnDemandPages(app, join(siteDir, 'server', 'entry.mjs'))
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    // Before the first publishing there is no such page.
    if (!isPage || !files.has(NOT_FOUND)) return respondNotFound(request, reply)
    reply.status(404)
    return files.send(request, reply, { name: NOT_FOUND, cacheControl: 'no-cache' })
  })
}

/** `/about` is the file about.html. Pages, scripts and styles are sent from memory, all other files from disk. */
function registerPages(app: FastifyInstance, files: FileCache): void {
  const sendPage = (request: FastifyRequest, reply: FastifyReply, name: string) =>
    files.has(name) && name !== NOT_FOUND
      ? files.send(request, reply, { name, cacheControl: ASKED_EACH_TIME })
      : reply.callNotFound()
  app.get('/', (request, reply) => sendPage(request, reply, 'index.html'))
  // The names of pages alone: all else is a file, which has a dot.
  app.get<{ Params: { page: string } }>('/:page(^[a-z0-9-]+$)', (request, reply) =>
    sendPage(request, reply, `${request.params.page}.html`),
  )
  app.get<{ Params: { slug: string } }>('/packages/:slug(^[a-z0-9-]+$)', (request, reply) =>
    sendPage(request, reply, `packages/${request.params.slug}.html`),
  )
  app.get<{ Params: { file: string } }>('/_astro/:file', (request, reply) => {
    const name = `_astro/${request.params.file}`
    return files.has(name)
      ? files.send(request, reply, { name, cacheControl: FOREVER })
      : reply.sendFile(name)
  })
}

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

/** What other websites may show in a frame: the page's own policy names them. */
const FOR_FRAMES = {
  // A window that the frame opens may still talk to it.
  'cross-origin-opener-policy': 'unsafe-none',
  // For websites that isolate themselves.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Astro renders them from this process's own responses. */
function registerOnDemandPages(app: FastifyInstance, entry: string): void {
  async function draw(request: FastifyRequest, reply: FastifyReply, found: object = {}): Promise<void> {
    // `server` is a link, which publishing exchanges.
    const file = await realpath(entry).catch(() => undefined)
    if (file === undefined) return reply.callNotFound()
    // React and Astro are loaded with the first such page, so that the start needs neither their memory nor their time.
    const { handler } = (await import(pathToFileURL(file).href)) as { handler: AstroHandler }
    let refusal: Unavailable | undefined
    const locals = {
      readApi: (path: string) =>
        readApi(app, path).catch((error) => {
          if (error instanceof Unavailable) refusal = error
          throw error
        }),
    }
    const dispatch = (request: unknown, response: unknown) =>
      handler(
        request as IncomingMessage,
        response as ServerResponse,
        (error) => {
          if (error) throw error
        },
        { ...locals, ...found },
      )
    const drawn = await inject(dispatch, { url: request.url, headers: { host: request.host } })
    // Astro makes a 500 of it, without a word.
    if (refusal) throw refusal
    for (const name of ['content-type', 'content-security-policy', 'x-frame-options', 'cache-control']) {
      const value = drawn.headers[name]
      if (value !== undefined) reply.header(name, value)
    }
    reply.status(drawn.statusCode)
    sendVariant(request, reply, await compress(drawn.rawPayload, chooseEncoding(request)))
  }

  app.get<{ Params: { slug: string } }>('/embed/:slug(^[a-z0-9-]+$)', async (request, reply) => {
    const packages = (await readApi(app, '/api/packages')) as { slug: string }[]
    if (!packages.some(({ slug }) => slug === request.params.slug)) return reply.callNotFound()
    reply.removeHeader('x-frame-options').headers(FOR_FRAMES)
    return draw(request, reply)
  })
  // Whoever the API refuses sees the page that knows nothing.
  app.get<{ Params: { id: string } }>('/preview/:id/:view', async (request, reply) => {
    const { cookie } = request.headers
    const url = `/api/admin/package-previews/${encodeURIComponent(request.params.id)}`
    const response = await app.inject({ url, headers: cookie === undefined ? {} : { cookie } })
    if (response.statusCode !== 200) return reply.callNotFound()
    return draw(request, reply, { preview: response.json() })
  })
}

async function readApi(app: FastifyInstance, path: string): Promise<unknown> {
  const response = await app.inject(path)
  if (response.statusCode === 503)
    throw new Unavailable(
      'overloaded',
      'The shop is busy, please try again in a moment',
      Number(response.headers['retry-after']),
    )
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  return response.json()
}
