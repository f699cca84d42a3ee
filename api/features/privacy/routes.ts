import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { PersonalData } from '../../contract/personal-data.ts'
import { ErasureBody } from '../../contract/profile.ts'
import { getUser } from '../../plugins/guards.ts'
import { signOut } from '../../plugins/session.ts'
import { eraseOwnAccount } from './erasure.ts'
import { collectPersonalData } from './personal-data.ts'

export function privacyRoutes(app: App, services: Services): void {
  const { db, env } = services
  app.get(
    '/user/data',
    {
      config: { access: 'customer', proof: 'with_factor' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportOwnData',
        summary: 'All that is stored about you, as a file',
        description: 'No password, hash, key or token is in it.',
        response: { 200: PersonalData },
      },
    },
    async (request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="my-data.json"')
        .send(await collectPersonalData(db, getUser(request).id)),
  )

  app.post(
    '/user/erasure',
    {
      config: { access: 'customer', proof: 'with_factor' },
      schema: {
        operationId: 'eraseOwnAccount',
        summary: 'Erase your account, at once and for good',
        description: 'With the password once more. Orders keep amounts and dates for the books.',
        body: ErasureBody,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await eraseOwnAccount(services, getUser(request), request.body.currentPassword)
      await signOut(request, reply, env)
      return reply.status(204).send(null)
    },
  )
}
