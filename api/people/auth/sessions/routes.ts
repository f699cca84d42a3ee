import * as z from 'zod'
import { Session } from '#api/contract/people/auth.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { endSession, listSessions, revokeSessions } from './session-store.ts'

export function sessionRoutes(app: App, { db }: Services): void {
  call(app, 'GET /user/sessions', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'listSessions',
    summary: 'Where you are signed in',
    response: z.array(Session),
    handler: (request) => listSessions(db, getUser(request).id, request.currentSession?.id),
  })

  call(app, 'DELETE /user/sessions/:id', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'endSession',
    summary: 'Sign one device out',
    description: 'It may be the one that asks.',
    params: IdParams,
    handler: (request) => endSession(db, getUser(request).id, request.params.id),
  })

  call(app, 'DELETE /user/sessions', {
    access: 'customer',
    tag: 'Accounts',
    operationId: 'endOtherSessions',
    summary: 'Sign every other device out',
    handler: (request) => revokeSessions(db, getUser(request).id, request.session.sessionId),
  })
}
