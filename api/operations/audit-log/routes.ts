import type { App, Services } from '#api/platform/app-type.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { auditList } from './queries.ts'

export function auditAdminRoutes(app: App, { db }: Services): void {
  listCall(app, db, 'GET /admin/audit-log', auditList, {
    operationId: 'listAuditEntries',
    summary: 'Who changed what, newest first',
    description: 'Changes by admins and staff, and events of accounts.',
  })
}
