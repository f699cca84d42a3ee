import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { Session } from '../../contract/sessions.ts'
import { getUser } from '../../plugins/guards.ts'
import { endSession, listSessions } from './session-list.ts'
import { revokeSessions } from './session-store.ts'

export function sessionRoutes(app: App, { db }: Services): void {
  app.get(
    '/user/sessions',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'listSessions',
        summary: 'Where you are signed in',
        description: 'Browser, address and time of each session.',
        response: { 200: z.array(Session) },
      },
    },
    (request) => listSessions(db, getUser(request).id, request.session.rowId),
  )

  app.delete(
    '/user/sessions/:id',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'endSession',
        summary: 'Sign one device out',
        description: 'Another one of the same account, or the one that asks.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await endSession(db, getUser(request).id, request.params.id)
      return reply.status(204).send(null)
    },
  )

  app.delete(
    '/user/sessions',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'endOtherSessions',
        summary: 'Sign every other device out',
        description: 'The session that asks goes on.',
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await revokeSessions(db, getUser(request).id, request.session.sessionId)
      return reply.status(204).send(null)
    },
  )
}
