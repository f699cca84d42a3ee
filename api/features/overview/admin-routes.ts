import type { App, Services } from '../../app-type.ts'
import { Overview } from '../../contract/overview.ts'
import { getOverview } from './overview.ts'

export function overviewAdminRoutes(app: App, { db }: Services): void {
  app.get(
    '/admin/overview',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getOverview',
        summary: 'Figures of the whole shop',
        description: 'Counted every minute; asOf says when.',
        response: { 200: Overview },
      },
    },
    () => getOverview(db),
  )
}
