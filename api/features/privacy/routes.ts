import type { App, Services } from '../../app-type.ts'
import { PersonalData } from '../../contract/personal-data.ts'
import { getUser } from '../../plugins/guards.ts'
import { collectPersonalData } from './personal-data.ts'

export function privacyRoutes(app: App, { db }: Services): void {
  app.get(
    '/user/data',
    {
      config: { access: 'customer', proof: 'with_factor' },
      exposeHeadRoute: false,
      schema: { summary: 'All that is stored about you, as a file', response: { 200: PersonalData } },
    },
    async (request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="my-data.json"')
        .send(await collectPersonalData(db, getUser(request).id)),
  )
}
