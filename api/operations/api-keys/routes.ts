import * as z from 'zod'
import { ApiKey, CreateKeyBody, KeyWithSecret, UpdateKeyBody } from '#api/contract/operations/api-keys.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { getActor } from '#api/platform/plugins/guards.ts'
import { createKey, listKeys, revokeKey, updateKey } from './api-key.ts'

export function apiKeyRoutes(app: App, services: Services): void {
  const { db, jobs } = services
  call(app, 'GET /admin/api-keys', {
    access: 'admin',
    operationId: 'listKeys',
    summary: 'The API keys, those in use first',
    response: z.array(ApiKey),
    handler: () => listKeys(db),
  })

  call(app, 'POST /admin/api-keys', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'createKey',
    summary: 'Make an API key for a program',
    description: 'The key is shown once. Whoever runs the shop is told of sensitive rights.',
    body: CreateKeyBody,
    status: 201,
    repeat: 'shown_once',
    response: KeyWithSecret,
    handler: (request) => {
      const admin = getActor(request)
      return createOnce(services, request, (own) =>
        own.db.transaction(async (trx) => {
          await admin.holdRight(trx)
          return createKey(trx, request.body, { jobs, makerId: admin.id, keeperId: admin.id })
        }),
      )
    },
  })

  call(app, 'PATCH /admin/api-keys/:id', {
    access: 'admin',
    proof: 'with_factor',
    operationId: 'updateKey',
    summary: 'Change the name of an API key, or what it may do',
    description: 'Omitted fields stay. Changes count from the key’s next call.',
    refusals: { 409: 'It was revoked (key_revoked)' },
    params: IdParams,
    body: UpdateKeyBody,
    response: ApiKey,
    handler: (request) => {
      const { body, params } = request
      const admin = getActor(request)
      return db.transaction(async (trx) => {
        await admin.holdRight(trx)
        return updateKey(trx, { id: params.id, body }, { jobs, makerId: admin.id })
      })
    },
  })

  call(app, 'DELETE /admin/api-keys/:id', {
    access: 'admin',
    operationId: 'revokeKey',
    summary: 'Revoke an API key',
    params: IdParams,
    handler: (request) => {
      const admin = getActor(request)
      return db.transaction(async (trx) => {
        await admin.holdRight(trx)
        await revokeKey(trx, request.params.id, admin.id)
      })
    },
  })
}
