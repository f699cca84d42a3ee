/** Every registered call of the API, for checks that must leave none out. */
import type { FastifyInstance } from 'fastify'
import type { Access } from './guards.ts'

export interface Route {
  method: string
  /** As registered: `/api/packages/:id`. */
  url: string
  access: Access
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: readonly Route[]
  }
}

/** What the OpenAPI document tells of a call in words. */
const WORDS = ['operationId', 'summary', 'description'] as const

/** Records the routes that are registered below `/api` after it. @throws Error at start for one without `access` or words */
export function registerRouteTable(app: FastifyInstance): void {
  const routes: Route[] = []
  app.decorate('routeTable', routes)
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (!url.startsWith('/api/') || url.startsWith('/api/docs')) return
    if (config?.access === undefined) throw new Error(`${method} ${url} states no access`)
    const missing = WORDS.filter((word) => !schema?.[word])
    if (missing.length > 0) throw new Error(`${method} ${url} states no ${missing.join(', no ')}`)
    for (const one of [method].flat()) {
      if (one !== 'HEAD') routes.push({ method: one, url, access: config.access })
    }
  })
}
