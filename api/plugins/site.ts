import { existsSync } from 'node:fs'
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

/** Serves the built site beside the API: its files, and the pages that are rendered on demand. */
export async function registerSite(app: FastifyInstance, siteDir: string): Promise<void> {
  const clientDir = join(siteDir, 'client')
  await app.register(fastifyStatic, {
    root: clientDir,
    setHeaders: (response, path) => {
      response.header('cache-control', path.includes('/_astro/') ? FOREVER : ASKED_EACH_TIME)
    },
    cacheControl: false,
    // Brotli and gzip lie beside the files since the build (site/speed/precompress.ts).
    preCompressed: true,
    redirect: false,
    wildcard: true,
  })
  const files = await FileCache.open(clientDir)
  registerPages(app, files)
  const entry = join(siteDir, 'server', 'entry.mjs')
  if (existsSync(entry)) await registerOnDemandPages(app, entry)
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    if (!isPage) return respondNotFound(request, reply)
    reply.status(404)
    return files.send(request, reply, { name: '404.html', cacheControl: 'no-cache' })
  })
}

/** `/about` is the file about.html. Pages, scripts and styles are sent from memory, all other files from disk. */
function registerPages(app: FastifyInstance, files: FileCache): void {
  for (const name of files.names()) {
    if (!name.endsWith('.html') || name === '404.html') continue
    const path = name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`
    app.get(path, (request, reply) => files.send(request, reply, { name, cacheControl: ASKED_EACH_TIME }))
  }
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

/** The pages that follow the catalogue without a rebuild: Astro renders them from this process's own responses. */
async function registerOnDemandPages(app: FastifyInstance, entry: string): Promise<void> {
  const locals = { readApi: (path: string) => readApi(app, path) }
  let loading: Promise<{ handler: AstroHandler }> | undefined
  // React and Astro are loaded with the first such page, so that the start needs neither their memory nor their time.
  const load = () => {
    loading ??= import(pathToFileURL(entry).href) as Promise<{ handler: AstroHandler }>
    return loading
  }

  async function draw(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { handler } = await load()
    const dispatch = (request: unknown, response: unknown) =>
      handler(
        request as IncomingMessage,
        response as ServerResponse,
        (error) => {
          if (error) throw error
        },
        locals,
      )
    const drawn = await inject(dispatch, { url: request.url, headers: { host: request.host } })
    for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
      const value = drawn.headers[name]
      if (value !== undefined) reply.header(name, value)
    }
    reply.status(drawn.statusCode)
    sendVariant(request, reply, await compress(drawn.rawPayload, chooseEncoding(request)))
  }

  app.get<{ Params: { slug: string } }>('/packages/:slug', async (request, reply) => {
    const packages = (await readApi(app, '/api/packages')) as { slug: string }[]
    if (!packages.some(({ slug }) => slug === request.params.slug)) return reply.callNotFound()
    return draw(request, reply)
  })
  app.get('/sitemap.xml', draw)
}

async function readApi(app: FastifyInstance, path: string): Promise<unknown> {
  const response = await app.inject(path)
  if (response.statusCode === 503)
    throw new Unavailable('overloaded', 'The shop is busy, please try again in a moment')
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  return response.json()
}
