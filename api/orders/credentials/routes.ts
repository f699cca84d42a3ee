import {
  CredentialsBody,
  CredentialsList,
  CredentialsParams,
  RevealedCredentials,
} from '#api/contract/orders/credentials.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { HOUR_MS } from '#api/platform/http/limits.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { addCredentials, listCredentials, revealCredentials, takeBackCredentials } from './credentials.ts'

const CLOSED = 'The order is closed (order_closed)'

export function credentialsRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /orders/:id/credentials', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'listCredentials',
    summary: 'The credentials of an order: for its customer, its staff and admins',
    description: 'Without the secrets. Of a closed order there is none.',
    params: IdParams,
    response: CredentialsList,
    handler: (request) => listCredentials(db, request.params.id, getUser(request).id),
  })

  call(app, 'POST /orders/:id/credentials', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'addCredentials',
    summary: 'Hand over credentials to the team of your order: of hosting, a CMS or a domain',
    description:
      'Stored encrypted, told to its staff and admins alone, and removed when the work is over. No response repeats it to you.',
    limits: [{ name: 'credentials', by: 'user', max: 60, windowMs: HOUR_MS }],
    refusals: { 409: `${CLOSED}, or has as many as it may (credentials_full)` },
    params: IdParams,
    body: CredentialsBody,
    status: 201,
    repeat: 'first_response',
    response: CredentialsList,
    handler: (request) =>
      createOnce(services, request, async (own) => {
        const orderId = request.params.id
        await addCredentials(own, { ...request.body, orderId }, getActor(request))
        return listCredentials(own.db, orderId, getUser(request).id)
      }),
  })

  call(app, 'DELETE /credentials/:id', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'takeBackCredentials',
    summary: 'Remove credentials that you added',
    description: 'Change the password too if someone has seen it.',
    params: CredentialsParams,
    response: CredentialsList,
    handler: async (request) => {
      const orderId = await takeBackCredentials(services, request.params.id, getActor(request))
      return listCredentials(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /credentials/:id/reveal', {
    access: 'customer',
    tag: 'Staff',
    operationId: 'revealCredentials',
    summary: 'See credentials: for the order’s staff and admins',
    description: 'The order’s history names who has seen it and when.',
    limits: [{ name: 'credentials-reveal', by: 'user', max: 120, windowMs: HOUR_MS }],
    refusals: { 409: `${CLOSED}, or its key is gone (credentials_unreadable)` },
    params: CredentialsParams,
    response: RevealedCredentials,
    handler: (request) => revealCredentials(services, request.params.id, getActor(request)),
  })
}
