import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { PersonalData } from '../../contract/personal-data.ts'
import { getUser } from '../../plugins/guards.ts'
import { recordExport } from '../audit/export.ts'
import { eraseUser } from './erasure.ts'
import { collectPersonalData } from './personal-data.ts'

export function privacyAdminRoutes(app: App, services: Services): void {
  const { db } = services
  app.get(
    '/admin/users/:id/data',
    {
      config: { access: 'admin', proof: 'with_factor' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportUserData',
        summary: 'All that is stored about a user, as a file',
        description: 'The same file as the user can download. The export is recorded in the audit log.',
        params: IdParams,
        response: { 200: PersonalData },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const data = await collectPersonalData(db, id)
      const label = `user-${id}.json`
      await recordExport(db, request, { subject: 'user', subjectId: id, label })
      return reply.header('content-disposition', `attachment; filename="${label}"`).send(data)
    },
  )

  app.post(
    '/admin/users/:id/erasure',
    {
      config: { access: 'admin', proof: 'with_factor' },
      schema: {
        operationId: 'eraseUser',
        summary: 'Erase a customer, at once and for good',
        description:
          'The account, its answers, forms and mails go; orders keep amounts and dates for the books.',
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await eraseUser(services, { userId: request.params.id, actorId: getUser(request).id })
      return reply.status(204).send(null)
    },
  )
}
