import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { PersonalData } from '../../contract/personal-data.ts'
import { recordExport } from '../audit/export.ts'
import { collectPersonalData } from './personal-data.ts'

export function privacyAdminRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/users/:id/data',
    {
      config: { access: 'admin', proof: 'with_factor' },
      exposeHeadRoute: false,
      schema: {
        summary: 'All that is stored about a user, as a file',
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
}
