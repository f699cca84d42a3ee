import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { InvoiceExportQuery, InvoiceRecord } from '../../contract/invoices.ts'
import { IdParams } from '../../contract/lists.ts'
import { call } from '../../http/call.ts'
import { CSV_ROUTE, sendCsv } from '../../lists/csv.ts'
import { recordExport } from '../audit/export.ts'
import { ACCOUNTS_COLUMNS, streamAccounts } from './accounts.ts'
import { listDocuments } from './invoice.ts'

export function invoiceAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/orders/:id/invoices', {
    access: 'admin',
    operationId: 'listOrderInvoices',
    summary: 'Every invoice and credit note of an order, oldest first',
    description: 'Invoices that were credited and issued anew, too.',
    params: IdParams,
    response: z.array(InvoiceRecord),
    handler: (request) => listDocuments(db, request.params.id),
  })

  call(app, 'GET /admin/invoices.csv', {
    ...CSV_ROUTE,
    operationId: 'exportInvoices',
    summary: 'The invoices and credit notes of a period as a CSV file for the accountant',
    description:
      'Amounts in rupees, those of credit notes negative. Both days are included. The export is recorded in the audit log.',
    querystring: InvoiceExportQuery,
    handler: async (request, reply) => {
      await recordExport(db, request, { subject: 'order', subjectId: null, label: 'invoices.csv' })
      return sendCsv(reply, 'invoices', ACCOUNTS_COLUMNS, streamAccounts(db, request.query))
    },
  })
}
