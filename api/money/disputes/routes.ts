import type { App, Services } from '#api/platform/app-type.ts'
import { listCall } from '#api/platform/lists/list-call.ts'
import { disputeList } from './queries.ts'

export function disputeRoutes(app: App, { db }: Services): void {
  listCall(app, db, 'GET /admin/disputes', disputeList, {
    operationId: 'listDisputes',
    summary: "Payments that a buyer's bank takes back, or may",
  })
}
