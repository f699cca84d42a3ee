/** Issued invoices and credit notes (docs/product/shop.md, Invoices and credit notes). A document never changes after it is issued. */
import * as z from 'zod'
import { requiredField, TaxId } from '#api/contract/people/buyer-form.ts'
import { boundedText } from '#api/contract/platform/text.ts'
import { BUYER_FIELDS, shapeBuyer } from '#api/rules/buyer-fields.ts'

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const

/** Why a credit note was issued: after a refund, before a corrected invoice, or because the amount was written off. */
export const CREDIT_REASONS = ['refund', 'billing_details', 'written_off'] as const

const Amount = z
  .string()
  .regex(/^\d+(\.\d\d)?$/)
  .describe('in units of the document’s currency, such as 109440.75')
const Day = z.iso.date().describe('in the company’s time zone')

export const InvoiceTax = z.object({
  treatment: z.string().describe('a sentence for the reader, such as which law it follows'),
  placeOfSupply: z.string().describe('empty but for India’s GST'),
  sac: z.string().describe('services accounting code; empty but for India’s GST'),
  taxableAmount: Amount.describe('total without the tax in it'),
  lines: z.array(
    z.object({
      label: z.string().describe('such as CGST'),
      rateBasisPoints: z.int().describe('900 is 9%'),
      amount: Amount,
    }),
  ),
})
export type InvoiceTax = z.infer<typeof InvoiceTax>

/** The address and other fields are absent if the buyer, as a guest, was not asked for them. */
export const InvoiceBuyer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  company: z.string().optional(),
  address: z.string().optional().describe('of one line or several'),
  city: z.string().optional(),
  state: z.string().optional(),
  zipCode: z.string().optional(),
  country: z.string().optional().describe('two letters of ISO 3166-1, such as DK'),
  taxId: z.string().optional().describe('a GSTIN or another country’s number, as given'),
})
export type InvoiceBuyer = z.infer<typeof InvoiceBuyer>

/**
 * All amounts are in `currency` and include tax. The currency is that of the payment, but dollars are converted to rupees if the seller
 * charges India's GST or the shop shows rupees. `total` equals the lines' amounts less `discount` and `credited`, and also
 * `tax.taxableAmount` plus the tax lines. The amounts of a credit note are positive: what is taken back.
 */
export const InvoiceDocument = z.object({
  kind: z.enum(INVOICE_KINDS),
  serial: z.string().describe('such as 26-27-000001; of a credit note CN-26-27-000001'),
  orderId: z.int(),
  orderNumber: z.string().describe('INV- and the order’s id'),
  issuedAt: z.iso.datetime(),
  issuedOn: Day,
  paidOn: Day.describe('of what is not paid yet, since when it is due'),
  fileId: z
    .string()
    .regex(/^[0-9A-F]{32}$/)
    .describe('of the PDF file'),
  seller: z.object({
    name: z.string(),
    lines: z.array(z.string()).describe('the registered address'),
    taxLabel: z.string(),
    taxNumber: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  buyer: InvoiceBuyer,
  reference: z.string().optional().describe('the buyer’s own number of the order'),
  lines: z.array(
    z.object({
      description: z.string(),
      note: z
        .string()
        .optional()
        .describe('the category of a package, and which instalment of the order it is'),
      quantity: z.int(),
      unitAmount: Amount,
      amount: Amount,
    }),
  ),
  discount: z
    .object({ couponCode: z.string().optional(), amount: Amount })
    .optional()
    .describe('absent where there is none'),
  credited: Amount.optional().describe(
    'what had gone back already when this invoice replaced another; absent where nothing had',
  ),
  tax: InvoiceTax.optional().describe('absent where the seller charges none'),
  currency: z
    .string()
    .describe('of all amounts but `charged`')
    .meta({ examples: ['INR'] }),
  total: Amount,
  charged: z
    .object({ amount: z.string(), currency: z.string(), rate: z.string() })
    .describe('what was charged or given back, and units of `currency` for one of it when ordered'),
  paymentMethod: z.string(),
  paymentId: z.string().optional(),
  paymentStatus: z.enum(['PAID', 'REFUNDED', 'PARTLY REFUNDED', 'UNPAID']).describe('at issue'),
  corrects: z
    .object({ serial: z.string(), issuedOn: Day, reason: z.enum(CREDIT_REASONS) })
    .optional()
    .describe('of credit notes: the invoice that is credited'),
})
export type InvoiceDocument = z.infer<typeof InvoiceDocument>

export const InvoiceRecord = z.object({
  document: InvoiceDocument,
  sha256: z.string().describe('of the document as stored: JSON with sorted keys and no spaces'),
  templateVersion: z.int().describe('of the drawing'),
})
export type InvoiceRecord = z.infer<typeof InvoiceRecord>

export const InvoiceQuery = z.object({
  instalment: z.coerce
    .number()
    .int()
    .min(1)
    .max(3)
    .optional()
    .describe('of an order that is paid in instalments: the invoice of this instalment; absent: the latest'),
})

export const InvoiceResponse = InvoiceRecord.extend({
  billingDetailsUntil: z
    .string()
    .nullable()
    .describe('until when the buyer can complete the billing details; null: no longer'),
})
export type InvoiceResponse = z.infer<typeof InvoiceResponse>

const { firstName, lastName, address, city, state, country, zipCode } = shapeBuyer(requiredField, (rules) =>
  z.nullish(boundedText(rules)),
)

/** Details that the buyer can complete or correct. A private person has no company. */
export const BillingDetailsBody = z.object({
  firstName,
  lastName,
  company: z.nullish(boundedText({ label: 'Company name', max: BUYER_FIELDS.company.max })),
  address,
  city,
  state,
  country,
  zipCode,
  taxId: z.nullish(TaxId),
})
export type BillingDetailsBody = z.infer<typeof BillingDetailsBody>

/** A bookkeeping export: all documents issued from one day to another, inclusive. */
export const InvoiceExportQuery = z
  .object({
    from: z.iso
      .date('from must be a day such as 2026-04-01')
      .optional()
      .describe('the first day of issue; unset: from the beginning'),
    to: z.iso
      .date('to must be a day such as 2026-06-30')
      .optional()
      .describe('the last day of issue; unset: until today'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'to must not be before from',
  })
export type InvoiceExportQuery = z.infer<typeof InvoiceExportQuery>
