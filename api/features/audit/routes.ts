import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { AuditEntry, AuditListQuery } from '../../contract/audit.ts'
import { call } from '../../http/call.ts'
import { sendPage } from '../../lists/list.ts'
import { listAuditEntries } from './audit-list.ts'

export function auditAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/audit-log', {
    access: 'admin',
    operationId: 'listAuditEntries',
    summary: 'Who changed what, newest first',
    description: 'Changes by admins and staff, and events of accounts. Nobody can change an entry.',
    querystring: AuditListQuery,
    response: z.array(AuditEntry),
    handler: async (request, reply) => sendPage(reply, await listAuditEntries(db, request.query)),
  })
}
