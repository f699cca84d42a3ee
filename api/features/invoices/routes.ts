import * as z from 'zod'
import type { App, Services } from '../../app-type.ts'
import { IdParams } from '../../contract/ids.ts'
import { BillingDetailsBody, InvoiceRecord, InvoiceResponse } from '../../contract/invoice.ts'
import { getUser } from '../../plugins/guards.ts'
import { changeBillingDetails } from './billing-details.ts'
import { getInvoice, listCreditNotes } from './invoice.ts'

export function invoiceRoutes(app: App, { db }: Services): void {
  app.get(
    '/orders/:id/invoice',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'getInvoice',
        summary: 'The invoice of a paid order as it was issued: for its owner and admins',
        description: 'After a change of the billing details it is the one that was issued last.',
        params: IdParams,
        response: { 200: InvoiceResponse },
      },
    },
    (request) => getInvoice(db, request.params.id, getUser(request)),
  )

  app.get(
    '/orders/:id/credit-notes',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'listCreditNotes',
        summary: 'The credit notes of an order, oldest first: for its owner and admins',
        description: 'One for each refund, and one for each invoice that was issued anew.',
        params: IdParams,
        response: { 200: z.array(InvoiceRecord) },
      },
    },
    (request) => listCreditNotes(db, request.params.id, getUser(request)),
  )

  app.put(
    '/orders/:id/billing-details',
    {
      config: { access: 'customer' },
      schema: {
        operationId: 'changeBillingDetails',
        summary: "Complete or correct who your order's invoice is for: it is credited and issued anew",
        description:
          'For 30 days after the first invoice, unless all the money has gone back. What the invoice says already changes nothing.',
        params: IdParams,
        body: BillingDetailsBody,
        response: { 200: InvoiceResponse },
      },
    },
    async (request) => {
      const { id: orderId } = request.params
      const user = getUser(request)
      await changeBillingDetails(db, { orderId, userId: user.id, details: request.body })
      return getInvoice(db, orderId, user)
    },
  )
}
