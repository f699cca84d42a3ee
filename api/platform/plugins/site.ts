import { readFile, realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import inject from 'light-my-request'
import { Overloaded } from '#api/platform/errors.ts'
import { CHANGE_PASSWORD } from '#api/rules/mailed-links.ts'
import { registerCompression } from './compress.ts'
import { respondNotFound } from './errors.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** Serves the built site beside the API: static files, and pages rendered on demand. */
export async function registerSite(app: FastifyInstance, siteDir: string): Promise<void> {
  const clientDir = join(siteDir, 'client')
  await app.register(fastifyStatic, {
    root: clientDir,
    setHeaders: (response, path) => {
      response.header('cache-control', chooseCaching(path))
    },
    cacheControl: false,
    // The build writes Brotli and gzip copies of the files (site/build/precompress.ts).
    preCompressed: true,
    redirect: false,
    wildcard: true,
    // The folder is missing until the first publishing.
    suppressWarning: true,
  })
  // `/about` is about.html. The patterns match page names only: all other files have a dot in their names.
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.get<{ Params: { page: string } }>('/:page(^[a-z0-9-]+$)', ({ params }, reply) =>
    params.page === '404' ? reply.callNotFound() : reply.sendFile(`${params.page}.html`),
  )
  app.get<{ Params: { slug: string } }>('/packages/:slug(^[a-z0-9-]+$)', ({ params }, reply) =>
    reply.sendFile(`packages/${params.slug}.html`),
  )
  // Password managers use this URL (W3C, A Well-Known URL for Changing Passwords).
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.redirect(`/dashboard#${CHANGE_PASSWORD}`),
  )
  // Faster than the plugin's own route, which searches the listing of each folder on the path.
  app.get<{ Params: { file: string } }>('/_astro/:file', ({ params }, reply) =>
    reply.sendFile(`_astro/${params.file}`),
  )
  await app.register(async (pages) => {
    registerCompression(pages)
    registerOnDemandPages(pages, join(siteDir, 'server', 'entry.mjs'))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    // The page is missing until the first publishing.
    const page = isPage && (await readFile(join(clientDir, '404.html')).catch(() => undefined))
    if (!page) return respondNotFound(request, reply)
    reply.status(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return reply.send(page)
  })
}

/** Files with hashed names never change; pages and pictures may. */
function chooseCaching(file: string): string {
  if (file.includes('/_astro/')) return `public, max-age=${ONE_YEAR_SECONDS}, immutable`
  // Other websites load it on every page view.
  if (/\/embed\.js(\.\w+)?$/.test(file)) return 'public, max-age=300'
  return 'public, max-age=0, must-revalidate'
}

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

/** Headers of pages that other websites may frame. The page's own CSP names those websites. */
const FOR_FRAMES = {
  // Lets the frame and a window that it opens exchange messages.
  'cross-origin-opener-policy': 'unsafe-none',
  // Lets cross-origin isolated websites show the frame.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Pages that Astro renders per request, with data from this process's own API. */
function registerOnDemandPages(app: FastifyInstance, entry: string): void {
  async function render(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // `server` is a symbolic link that each publishing replaces; load its target.
    const file = await realpath(entry).catch(() => undefined)
    if (file === undefined) {
      reply.callNotFound()
      return reply
    }
    // React and Astro are imported for the first such page, to keep the start fast and small.
    const { handler } = (await import(pathToFileURL(file).href)) as { handler: AstroHandler }
    let refusal: Overloaded | undefined
    const readForPage = (path: string) =>
      readApi(app, path).catch((error) => {
        if (error instanceof Overloaded) refusal = error
        throw error
      })
    const dispatch = (request: unknown, response: unknown) =>
      handler(
        request as IncomingMessage,
        response as ServerResponse,
        (error) => {
          if (error) throw error
        },
        { readApi: readForPage },
      )
    const rendered = await inject(dispatch, { url: request.url, headers: { host: request.host } })
    // Astro has turned this error into a 500 without its message.
    if (refusal) throw refusal
    for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
      const value = rendered.headers[name]
      if (value !== undefined) reply.header(name, value)
    }
    reply.status(rendered.statusCode)
    return reply.send(rendered.body)
  }

  app.get<{ Params: { slug: string } }>('/embed/:slug(^[a-z0-9-]+$)', async (request, reply) => {
    const packages = (await readApi(app, '/api/packages')) as { slug: string }[]
    if (!packages.some(({ slug }) => slug === request.params.slug)) return reply.callNotFound()
    reply.removeHeader('x-frame-options').headers(FOR_FRAMES)
    return render(request, reply)
  })
}

async function readApi(app: FastifyInstance, path: string): Promise<unknown> {
  const response = await app.inject(path)
  if (response.statusCode === 503) throw new Overloaded(Number(response.headers['retry-after']))
  if (response.statusCode !== 200) throw new Error(`${path} responded with ${response.statusCode}`)
  return response.json()
}
