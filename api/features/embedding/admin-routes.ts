import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { AddEmbedOriginBody, EmbedOrigin } from '../../contract/embedding.ts'
import { IdParams } from '../../contract/ids.ts'
import { getUser } from '../../plugins/guards.ts'
import { addOrigin, listWithFigures, removeOrigin } from './embed-origin.ts'

export function embeddingAdminRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/embed-origins',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listEmbedOrigins',
        summary: 'The websites that may sell with the purchase frame',
        description: 'Each with its views and sales of the last 30 days.',
        response: { 200: z.array(EmbedOrigin) },
      },
    },
    () => listWithFigures(db),
  )

  app.post(
    '/admin/embed-origins',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'addEmbedOrigin',
        summary: 'Let a website show the purchase frame',
        description: 'Exactly one origin with https; http for localhost alone. Effective at once.',
        body: AddEmbedOriginBody,
        response: { 201: EmbedOrigin },
      },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(await addOrigin(db, { origin: request.body.origin, adminId: getUser(request).id })),
  )

  app.delete(
    '/admin/embed-origins/:id',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'removeEmbedOrigin',
        summary: 'Stop a website from showing the purchase frame',
        description: 'Frames that are open there stay open. Orders keep where they came from.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeOrigin(db, { id: request.params.id, adminId: getUser(request).id })
      return reply.status(204).send(null)
    },
  )
}
