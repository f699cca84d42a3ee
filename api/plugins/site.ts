import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
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
    extensions: ['html'],
    redirect: false,
    wildcard: true,
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage) return answerNotFound(request, reply)
    return reply.status(404).header('cache-control', 'no-cache').sendFile('404.html')
  })
}
