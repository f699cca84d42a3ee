/** For bookkeeping: the money of orders, invoices and refunds, without staff or conversations. */
import * as z from 'zod'
import { Order } from '#api/contract/orders/orders.ts'
import { listParameters, oneOf } from '#api/contract/platform/lists.ts'
import { INVOICE_KINDS, InvoiceDocument, InvoiceExportQuery, InvoiceRecord } from './invoices.ts'
import { Refund } from './payments.ts'

const PERIOD = InvoiceExportQuery.shape

export const AccountsOrderQuery = z.object({
  ...listParameters(['createdAt', 'invoiceNumber', 'amount'], '-createdAt'),
  ...PERIOD,
  paymentStatus: oneOf('paymentStatus', ['paid', 'refunded'])
    .optional()
    .describe('only orders whose money has this status'),
})
export type AccountsOrderQuery = z.infer<typeof AccountsOrderQuery>

export const AccountsInvoiceQuery = z.object({
  ...listParameters(['createdAt'], '-createdAt'),
  ...PERIOD,
  kind: oneOf('kind', INVOICE_KINDS).optional().describe('only invoices, or only credit notes'),
})
export type AccountsInvoiceQuery = z.infer<typeof AccountsInvoiceQuery>

export const AccountsRefundQuery = z.object({
  ...listParameters(['createdAt'], '-createdAt'),
  ...PERIOD,
})
export type AccountsRefundQuery = z.infer<typeof AccountsRefundQuery>

const { id, invoiceNumber, createdAt, paidAt, packageName, amount, discountAmount, refundedAmount } =
  Order.shape
const { currency, amountInr, usdInrRate, paymentStatus, paymentId } = Order.shape

/** A paid order. */
export const AccountsOrder = z.object({
  id,
  invoiceNumber,
  createdAt,
  paidAt,
  packageName,
  amount,
  discountAmount,
  refundedAmount,
  currency,
  amountInr,
  usdInrRate,
  paymentStatus,
  paymentId,
  customer: z.string().describe('the name'),
  company: z.string(),
})
export type AccountsOrder = z.infer<typeof AccountsOrder>

export const AccountsInvoice = z.object({
  id: z.int(),
  ...InvoiceDocument.pick({ kind: true, serial: true, issuedOn: true, orderNumber: true }).shape,
  ...InvoiceDocument.pick({ currency: true, total: true, charged: true }).shape,
  buyer: z.string().describe('the company or the name; empty where the customer was erased'),
  templateVersion: InvoiceRecord.shape.templateVersion,
  document: InvoiceDocument.nullable().describe('to draw it with; null where the customer was erased'),
})
export type AccountsInvoice = z.infer<typeof AccountsInvoice>

export const AccountsRefund = Refund.pick({
  id: true,
  amount: true,
  currency: true,
  status: true,
  createdAt: true,
}).extend({
  processedAt: z.string().nullable(),
  providerRefundId: z.string().nullable().describe('the provider’s number'),
  order: Order.pick({ id: true, invoiceNumber: true })
    .nullable()
    .describe('null for a payment without an order'),
})
export type AccountsRefund = z.infer<typeof AccountsRefund>
