import { AccessBody, AccessData, AccessList, AccessParams } from '#api/contract/orders/access.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { createOnce } from '#api/platform/http/idempotency.ts'
import { HOUR_MS } from '#api/platform/http/limits.ts'
import { getActor, getUser } from '#api/platform/plugins/guards.ts'
import { addAccess, listAccess, revealAccess, takeBackAccess } from './access.ts'

const CLOSED = 'The order is closed (order_closed)'

export function accessRoutes(app: App, services: Services): void {
  const { db } = services

  call(app, 'GET /orders/:id/access', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'listAccess',
    summary: 'For what its customer gave access: for the order’s customer, its staff and admins',
    description: 'Without the access data itself. Of a closed order there is none.',
    params: IdParams,
    response: AccessList,
    handler: (request) => listAccess(db, request.params.id, getUser(request).id),
  })

  call(app, 'POST /orders/:id/access', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'addAccess',
    summary: 'Give the team of your order access to hosting, a CMS or a domain',
    description:
      'Stored encrypted, shown to the order’s staff and admins alone, and removed when the work is over.',
    limits: [{ name: 'access', by: 'user', max: 60, windowMs: HOUR_MS }],
    refusals: { 409: `${CLOSED}, or has as many as it may (access_full)` },
    params: IdParams,
    body: AccessBody,
    status: 201,
    repeat: 'first_response',
    response: AccessList,
    handler: (request) =>
      createOnce(services, request, async (own) => {
        const orderId = request.params.id
        await addAccess(own, { ...request.body, orderId }, getActor(request))
        return listAccess(own.db, orderId, getUser(request).id)
      }),
  })

  call(app, 'DELETE /access/:id', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'takeBackAccess',
    summary: 'Take access back that you gave: it is removed at once',
    params: AccessParams,
    response: AccessList,
    handler: async (request) => {
      const orderId = await takeBackAccess(services, request.params.id, getActor(request))
      return listAccess(db, orderId, getUser(request).id)
    },
  })

  call(app, 'POST /access/:id/reveal', {
    access: 'customer',
    tag: 'Staff',
    operationId: 'revealAccess',
    summary: 'See access data: for the order’s staff and admins',
    description: 'The order’s history names who has seen it and when.',
    limits: [{ name: 'access-reveal', by: 'user', max: 120, windowMs: HOUR_MS }],
    refusals: { 409: `${CLOSED}, or its key is gone (access_unreadable)` },
    params: AccessParams,
    response: AccessData,
    handler: (request) => revealAccess(services, request.params.id, getActor(request)),
  })
}
