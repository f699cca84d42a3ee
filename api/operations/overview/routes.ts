import { Overview } from '#api/contract/operations/overview.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { getOverview } from './overview.ts'

export function overviewAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/overview', {
    access: 'admin',
    scope: 'reports:read',
    operationId: 'getOverview',
    summary: 'Figures of the whole shop',
    description: 'Counted every minute; asOf says when.',
    response: Overview,
    handler: () => getOverview(db),
  })
}
