import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/lists.ts'
import { Dispute, DisputeListQuery } from '../../contract/payments.ts'
import { call } from '../../http/call.ts'
import { sendPage } from '../../lists/list.ts'
import { recordExport } from '../audit/export.ts'
import { listDisputes } from './dispute.ts'
import { writeEvidence } from './evidence.ts'

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

  call(app, 'GET /admin/disputes/:id/evidence', {
    access: 'admin',
    proof: 'with_factor',
    exposeHeadRoute: false,
    operationId: 'exportDisputeEvidence',
    summary: 'What speaks for the shop in a dispute, as a file',
    description:
      'Invoice, accepted terms, answers, history, mails and refunds of the order, as an HTML page. The export is recorded in the audit log.',
    params: IdParams,
    response: { description: 'An HTML page', content: { 'text/html': { schema: z.string() } } },
    handler: async (request, reply) => {
      const { paymentId, label, html } = await writeEvidence(db, request.params.id)
      await recordExport(db, request, { subject: 'payment', subjectId: paymentId, label })
      return reply
        .type('text/html; charset=utf-8')
        .header('content-disposition', `attachment; filename="evidence-${label}.html"`)
        .send(html)
    },
  })
}
