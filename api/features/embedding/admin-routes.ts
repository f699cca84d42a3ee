import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { AddEmbedOriginBody, EmbedOrigin } from '../../contract/embedding.ts'
import { IdParams } from '../../contract/lists.ts'
import { call } from '../../http/call.ts'
import { getUser } from '../../plugins/guards.ts'
import { addOrigin, listWithFigures, removeOrigin } from './embed-origin.ts'

export function embeddingAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/embed-origins', {
    access: 'admin',
    operationId: 'listEmbedOrigins',
    summary: 'The websites that may sell with the purchase frame',
    description: 'Each with its views and sales of the last 30 days.',
    response: z.array(EmbedOrigin),
    handler: () => listWithFigures(db),
  })

  call(app, 'POST /admin/embed-origins', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'addEmbedOrigin',
    summary: 'Let a website show the purchase frame',
    description: 'Exactly one origin with https; http for localhost alone. Effective at once.',
    refusals: { 409: 'The list is full (too_many_origins)' },
    body: AddEmbedOriginBody,
    status: 201,
    response: EmbedOrigin,
    handler: (request) => addOrigin(db, { origin: request.body.origin, adminId: getUser(request).id }),
  })

  call(app, 'DELETE /admin/embed-origins/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'removeEmbedOrigin',
    summary: 'Stop a website from showing the purchase frame',
    description: 'Frames that are open there stay open. Orders keep where they came from.',
    params: IdParams,
    handler: (request) => removeOrigin(db, { id: request.params.id, adminId: getUser(request).id }),
  })
}
