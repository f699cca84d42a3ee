import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { readCaller } from '../../http/caller.ts'
import { getUser } from '../../plugins/guards.ts'
import { resetFactors } from './factors.ts'

export function factorAdminRoutes(app: App, services: Services): void {
  app.delete(
    '/admin/users/:id/second-factor',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'resetSecondFactor',
        summary: 'Take all second factors from a user who has lost them; signs the user out everywhere',
        description: 'Passkeys, authenticator app and recovery codes. The owner hears of it by mail.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await resetFactors(services, request.params.id, {
        adminId: getUser(request).id,
        caller: readCaller(request),
      })
      return reply.status(204).send(null)
    },
  )
}
