/** Table of all registered calls, for checks and documents that must cover every one. */
import type { FastifyInstance } from 'fastify'
import type { CallConfig } from '#api/platform/http/call.ts'
import { isSensitive, type Scope } from '#api/rules/api-keys.ts'

export interface Route
  extends Pick<
    CallConfig,
    'access' | 'proofScope' | 'tag' | 'status' | 'proof' | 'limits' | 'repeat' | 'refusals'
  > {
  /** null: API keys may not make the call. */
  scope: Scope | null
  method: string
  /** As registered, such as `/api/packages/:id`. */
  url: string
  operationId: string
  summary: string
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: readonly Route[]
  }
}

const CREATING = new Set([201, 202])

/** Records routes below `/api` that are registered after this call. @throws Error at start for a route that lacks a field */
export function registerRouteTable(app: FastifyInstance): void {
  const routes: Route[] = []
  app.decorate('routeTable', routes)
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (!url.startsWith('/api/') || url.startsWith('/api/docs')) return
    const {
      access,
      scope = null,
      proofScope,
      tag,
      status = 200,
      proof,
      limits,
      repeat,
      refusals,
    } = config ?? {}
    if (!access || !tag) throw new Error(`${method} ${url} lacks an access or a tag`)
    if (CREATING.has(status) && !repeat) throw new Error(`${method} ${url} lacks a word on its repeat`)
    // A call that asks users for a proof of identity needs a sensitive scope, which an admin only grants with a proof.
    const ofProof = proofScope ?? (proof && scope)
    if (ofProof && !isSensitive(ofProof)) throw new Error(`${method} ${url} needs a sensitive scope`)
    const { operationId, summary } = schema ?? {}
    if (!operationId || !summary) throw new Error(`${method} ${url} lacks an operationId or a summary`)
    for (const one of [method].flat()) {
      if (one !== 'HEAD') {
        const named = { operationId, summary }
        routes.push({
          method: one,
          url,
          access,
          scope,
          proofScope,
          tag,
          status,
          proof,
          limits,
          repeat,
          refusals,
          ...named,
        })
      }
    }
  })
}
