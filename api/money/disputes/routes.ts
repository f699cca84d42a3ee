import * as z from 'zod'
import { Dispute, DisputeListQuery } from '#api/contract/money/payments.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { sendPage } from '#api/platform/lists/list.ts'
import { listDisputes } from './dispute.ts'

export function disputeRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/disputes', {
    access: 'admin',
    operationId: 'listDisputes',
    summary: "Payments that a buyer's bank takes back, or may",
    description: 'As the payment provider reported them last, with the date to answer by.',
    querystring: DisputeListQuery,
    response: z.array(Dispute),
    handler: async (request, reply) => sendPage(reply, await listDisputes(db, request.query)),
  })
}
