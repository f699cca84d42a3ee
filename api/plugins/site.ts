import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNotFound } from './errors.ts'

const ONE_YEAR_MS = 31_536_000_000

/** Serves the built site beside the API: its files, and the pages that are rendered on demand. */
export async function registerSite(app: FastifyInstance, siteDir: string): Promise<void> {
  const clientDir = join(siteDir, 'client')
  await app.register(fastifyStatic, {
    root: clientDir,
    // Hashed names never change their contents; pages and pictures may.
    setHeaders: (response, path) => {
      const isHashed = path.includes('/_astro/')
      response.header(
        'cache-control',
        isHashed ? `public, max-age=${ONE_YEAR_MS / 1000}, immutable` : 'public, max-age=0, must-revalidate',
      )
    },
    cacheControl: false,
    // Brotli and gzip lie beside the files since the build (site/precompress.ts).
    preCompressed: true,
    extensions: ['html'],
    redirect: false,
    wildcard: true,
  })
  const entry = join(siteDir, 'server', 'entry.mjs')
  if (existsSync(entry)) await registerOnDemandPages(app, entry)
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage) return answerNotFound(request, reply)
    return reply.status(404).header('cache-control', 'no-cache').sendFile('404.html')
  })
}

type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

/** The pages that follow the catalogue without a rebuild, drawn by Astro from this process's own answers. */
async function registerOnDemandPages(app: FastifyInstance, entry: string): Promise<void> {
  const { handler } = (await import(pathToFileURL(entry).href)) as { handler: AstroHandler }
  const locals = { readApi: (path: string) => readApi(app, path) }

  async function draw(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    await handler(request.raw, reply.raw, () => reply.raw.writeHead(404).end(), locals)
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
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  return response.json()
}
