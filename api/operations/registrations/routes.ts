import type { App, Services } from '#api/platform/app-type.ts'
import { fileCall, listCall } from '#api/platform/lists/list-call.ts'
import { registrationFile, registrationList } from './queries.ts'

export function registrationAdminRoutes(app: App, { db }: Services): void {
  listCall(app, db, 'GET /admin/registrations', registrationList, {
    operationId: 'listRegistrations',
    summary: 'All purchase forms',
  })

  fileCall(app, db, 'GET /admin/registrations.csv', registrationFile, {
    operationId: 'exportRegistrations',
    summary: 'The registrations as a CSV file',
  })
}
