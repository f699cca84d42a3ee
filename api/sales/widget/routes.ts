import * as z from 'zod'
import { IdParams } from '#api/contract/platform/lists.ts'
import {
  AddEmbedOriginBody,
  EmbedOrigin,
  EmbedOriginCheck,
  EmbedOrigins,
  EmbedViewBody,
} from '#api/contract/sales/widget.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { MINUTE_MS } from '#api/platform/http/limits.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import {
  addOrigin,
  countView,
  findListedOrigin,
  listOrigins,
  listWithFigures,
  removeOrigin,
} from './embed-origin.ts'

/** The one call that any website may make from its pages, without cookies. */
export function openEmbeddingRoutes(app: App, { db, env }: Services): void {
  call(app, 'GET /embed/origin', {
    access: 'public',
    tag: 'Widget',
    operationId: 'checkEmbedOrigin',
    summary: 'Whether the asking website may show the purchase frame',
    description: 'The website is known by its Origin. Any origin may ask, without credentials.',
    response: EmbedOriginCheck,
    handler: async (request, reply) => {
      reply.header('vary', 'Origin, Sec-Fetch-Site')
      const { origin, 'sec-fetch-site': site } = request.headers
      // Browsers send no Origin with GET calls from the shop's own pages.
      const isShop = origin === env.publicOrigin || (origin === undefined && site === 'same-origin')
      const allowed = isShop || (await findListedOrigin(db, origin)) !== undefined
      return { allowed }
    },
  })
}

export function embeddingRoutes(app: App, services: Services): void {
  call(app, 'GET /embed/origins', {
    access: 'public',
    tag: 'Widget',
    operationId: 'listFrameAncestors',
    summary: 'The origins that may show the purchase frame',
    description: 'The shop’s own comes first.',
    response: EmbedOrigins,
    handler: () => listOrigins(services),
  })

  call(app, 'POST /embed/views', {
    access: 'public',
    tag: 'Widget',
    operationId: 'countEmbedView',
    summary: 'Count that the purchase frame was opened',
    description: 'Nothing about the visitor is stored. A website that is not on the list is not counted.',
    // People never open the frame this often; the limit keeps scripts from inflating the figures.
    limits: [{ name: 'embed-views', by: 'address', max: 30, windowMs: 10 * MINUTE_MS }],
    body: EmbedViewBody,
    handler: (request) => countView(services.db, request.body.origin),
  })
}

export function embeddingAdminRoutes(app: App, services: Services): void {
  const { db } = services
  call(app, 'GET /admin/embed-origins', {
    access: 'admin',
    operationId: 'listEmbedOrigins',
    summary: 'The websites that may sell with the purchase frame',
    response: z.array(EmbedOrigin),
    handler: () => listWithFigures(db),
  })

  call(app, 'POST /admin/embed-origins', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'addEmbedOrigin',
    summary: 'Let a website show the purchase frame',
    description: 'Exactly one origin with https; http for localhost alone. Takes effect immediately.',
    refusals: { 409: 'The list is full (too_many_origins)' },
    body: AddEmbedOriginBody,
    status: 201,
    repeat: 'first_response',
    response: EmbedOrigin,
    handler: (request) => {
      const added = { origin: request.body.origin, admin: getActor(request) }
      return createOnce(services, request, (own) => addOrigin(own.db, added))
    },
  })

  call(app, 'DELETE /admin/embed-origins/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'removeEmbedOrigin',
    summary: 'Stop a website from showing the purchase frame',
    description: 'Frames that are open there stay open.',
    params: IdParams,
    handler: (request) => removeOrigin(db, { id: request.params.id, admin: getActor(request) }),
  })
}
