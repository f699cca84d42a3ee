import * as z from 'zod'
import {
  BillingDetailsBody,
  InvoiceQuery,
  InvoiceRecord,
  InvoiceResponse,
} from '#api/contract/money/invoices.ts'
import { IdParams } from '#api/contract/platform/lists.ts'
import type { App, Services } from '#api/platform/app-type.ts'
import { call } from '#api/platform/http/call.ts'
import { DAY_MS, SUCCESS } from '#api/platform/http/limits.ts'
import { fileCall } from '#api/platform/lists/list-call.ts'
import { getUser } from '#api/platform/plugins/guards.ts'
import { changeBillingDetails } from './billing-details.ts'
import { invoiceFile } from './export.ts'
import { getInvoice, listCreditNotes, listDocuments } from './invoice.ts'

export function invoiceRoutes(app: App, { db }: Services): void {
  call(app, 'GET /orders/:id/invoice', {
    access: 'customer',
    scope: 'reports:read',
    tag: 'Buying',
    operationId: 'getInvoice',
    summary: 'The invoice of a paid order as it was issued: for its owner and admins',
    description: 'After a change of the billing details it is the latest invoice.',
    params: IdParams,
    querystring: InvoiceQuery,
    response: InvoiceResponse,
    handler: (request) => getInvoice(db, request.params.id, getUser(request), request.query.instalment),
  })

  call(app, 'GET /orders/:id/credit-notes', {
    access: 'customer',
    scope: 'reports:read',
    tag: 'Buying',
    operationId: 'listCreditNotes',
    summary: 'The credit notes of an order, oldest first: for its owner and admins',
    description: 'One for each refund, and one for each invoice that was replaced.',
    params: IdParams,
    response: z.array(InvoiceRecord),
    handler: (request) => listCreditNotes(db, request.params.id, getUser(request)),
  })

  call(app, 'PUT /orders/:id/billing-details', {
    access: 'customer',
    tag: 'Buying',
    operationId: 'changeBillingDetails',
    summary: "Complete or correct the billing details of your order's invoice: it is credited and reissued",
    description:
      'For 30 days after the first invoice, unless all the money has gone back. Details that the invoice already has change nothing.',
    // Each change issues two documents, which are never deleted.
    limits: [{ name: 'billing-details', by: 'user', max: 5, windowMs: DAY_MS, counts: [SUCCESS] }],
    params: IdParams,
    body: BillingDetailsBody,
    response: InvoiceResponse,
    handler: async (request) => {
      const { id: orderId } = request.params
      const user = getUser(request)
      await changeBillingDetails(db, { orderId, userId: user.id, details: request.body })
      return getInvoice(db, orderId, user)
    },
  })
}

export function invoiceAdminRoutes(app: App, { db }: Services): void {
  call(app, 'GET /admin/orders/:id/invoices', {
    access: 'admin',
    scope: 'reports:read',
    operationId: 'listOrderInvoices',
    summary: 'Every invoice and credit note of an order, oldest first',
    params: IdParams,
    response: z.array(InvoiceRecord),
    handler: (request) => listDocuments(db, request.params.id),
  })

  fileCall(app, db, 'GET /admin/invoices.csv', invoiceFile, {
    operationId: 'exportInvoices',
    summary: 'The invoices and credit notes of a period as a CSV file for the accountant',
    description:
      'Amounts of credit notes are negative. Both days are included. The export is recorded in the audit log.',
  })
}
