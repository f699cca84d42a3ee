import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { EmbedOriginCheck, EmbedOrigins, EmbedViewBody } from '../../contract/embedding.ts'
import { countView, findListedOrigin, listOrigins } from './embed-origin.ts'

/** Asked from any website, without a session. */
export function openEmbeddingRoutes(app: App, { db, env }: Services): void {
  app.get(
    '/embed/origin',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'checkEmbedOrigin',
        summary: 'Whether the asking website may show the purchase frame',
        description:
          'The website is who the browser says it is (Origin). Any origin may ask, without credentials.',
        response: { 200: EmbedOriginCheck },
      },
    },
    async (request, reply) => {
      reply.header('vary', 'Origin, Sec-Fetch-Site')
      const { origin, 'sec-fetch-site': site } = request.headers
      // Browsers leave out the origin where a page of the shop itself asks, as its admin area does.
      const isShop = origin === env.publicOrigin || (origin === undefined && site === 'same-origin')
      const allowed = isShop || (await findListedOrigin(db, origin)) !== undefined
      return { allowed }
    },
  )
}

export function embeddingRoutes(app: App, services: Services): void {
  app.get(
    '/embed/origins',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listFrameAncestors',
        summary: 'The origins that may show the purchase frame',
        description: 'The shop’s own first. The same list as in the frame’s Content-Security-Policy.',
        response: { 200: EmbedOrigins },
      },
    },
    () => listOrigins(services),
  )

  app.post(
    '/embed/views',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'countEmbedView',
        summary: 'Count that the purchase frame was opened',
        description:
          'One more for the website and the day; nothing about the visitor is stored. A website that is not on the list is not counted.',
        body: EmbedViewBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await countView(services.db, request.body.origin)
      return reply.status(204).send(null)
    },
  )
}
