/** Writes the content of invoices and credit notes. */

import type { Buyer } from '../../../db/models/buyer.ts'
import type { Order } from '../../../db/models/order.ts'
import { brand, calendar } from '../../content/content.ts'
import type { CREDIT_REASONS, InvoiceBuyer, InvoiceDocument, InvoiceTax } from '../../contract/invoices.ts'
import { listAddressLines } from '../../rules/addresses.ts'
import { dayOf } from '../../rules/business-calendar.ts'
import type { BuyerFieldName } from '../../rules/buyer-fields.ts'
import { convertToPaise, takeShare, toDecimal } from '../../rules/money/pricing.ts'
import { computeTax } from '../../rules/money/tax.ts'
import { paymentProvider } from '../../rules/payment-provider.ts'
import { omitPlaceholders } from '../../rules/placeholders.ts'

/** To be raised whenever site/invoice draws a document differently. It draws what was issued before as it was. */
export const TEMPLATE_VERSION = 3

const NO_PAYMENT = 'No payment due'

/** The number of a document, and when it was issued. */
export interface Head {
  serial: string
  issuedAt: Date
}

/** What a document is about. */
export interface Sale {
  order: Order
  category: string
  /** The provider's id of the payment; null for a free order. */
  paymentId: string | null
}

/** An amount in US cents, which were charged, and in paise, which the invoice shows. */
export interface Sum {
  cents: number
  paise: number
}

export function toSum(cents: number, { usdInrRate }: Pick<Order, 'usdInrRate'>): Sum {
  return { cents, paise: convertToPaise(cents, usdInrRate) }
}

export function subtract(one: Sum, other: Sum): Sum {
  return { cents: one.cents - other.cents, paise: one.paise - other.paise }
}

/** @param options.left the price minus earlier refunds */
export function writeInvoice(
  head: Head,
  sale: Sale,
  { buyer, left }: { buyer: InvoiceBuyer; left: Sum },
): InvoiceDocument {
  const { order, category } = sale
  const original = toSum(order.originalCents, order)
  const price = toSum(order.amountCents, order)
  const discount = subtract(original, price)
  const credited = subtract(price, left)
  const tax = computeTax(left.paise, brand, buyer)
  return {
    kind: 'invoice',
    ...writeHead(head, sale),
    seller: {
      name: brand.legalName,
      lines: listAddressLines(brand.registeredAddress),
      taxLabel: brand.taxLabel,
      taxNumber: brand.taxNumber,
      email: brand.email.billing,
      phone: brand.phone,
    },
    buyer,
    ...(order.reference && { reference: order.reference }),
    lines: [writeLine(order.packageName, original, category)],
    ...(order.discountCents > 0 && {
      discount: {
        ...(order.couponCode !== null && { couponCode: order.couponCode }),
        amount: toDecimal(discount.paise),
      },
    }),
    ...(credited.cents > 0 && { credited: toDecimal(credited.paise) }),
    ...(tax && { tax }),
    ...writeTotal(left, order),
    paymentStatus: credited.cents > 0 ? 'PARTLY REFUNDED' : 'PAID',
  }
}

interface Credit {
  /** The invoice that is credited. */
  invoice: InvoiceDocument
  /** What was left of its total before this credit note. */
  left: Sum
  /** The credited part of what was left. */
  sum: Sum
  reason: (typeof CREDIT_REASONS)[number]
}

export function writeCreditNote(
  head: Head,
  sale: Sale,
  { invoice, left, sum, reason }: Credit,
): InvoiceDocument {
  const { order } = sale
  const whole = readPaise(invoice.total)
  const stays = reason === 'refund' ? subtract(left, sum) : left
  return {
    kind: 'credit_note',
    ...writeHead(head, sale),
    seller: invoice.seller,
    buyer: invoice.buyer,
    ...(invoice.reference && { reference: invoice.reference }),
    lines: [writeLine(order.packageName, sum)],
    ...(invoice.tax && { tax: takeTax(invoice.tax, { left, sum, whole }) }),
    ...writeTotal(sum, order),
    paymentStatus:
      stays.cents === order.amountCents ? 'PAID' : stays.cents > 0 ? 'PARTLY REFUNDED' : 'REFUNDED',
    corrects: { serial: invoice.serial, issuedOn: invoice.issuedOn, reason },
  }
}

function writeHead({ serial, issuedAt }: Head, { order, paymentId }: Sale) {
  return {
    serial,
    orderId: order.id,
    orderNumber: order.invoiceNumber,
    issuedAt: issuedAt.toISOString(),
    issuedOn: dayOf(issuedAt, calendar),
    paidOn: dayOf(order.paidAt ?? order.createdAt, calendar),
    fileId: crypto.randomUUID().replaceAll('-', '').toUpperCase(),
    paymentMethod: order.isFree ? NO_PAYMENT : paymentProvider.paymentMethod,
    ...(paymentId !== null && { paymentId }),
  }
}

function writeLine(description: string, { paise }: Sum, note?: string) {
  const amount = toDecimal(paise)
  return { description, ...(note && { note }), quantity: 1, unitAmount: amount, amount }
}

function writeTotal({ cents, paise }: Sum, { currency, usdInrRate }: Order) {
  return {
    currency: 'INR' as const,
    total: toDecimal(paise),
    charged: { amount: toDecimal(cents), currency, rate: usdInrRate },
  }
}

/** @returns the tax in a part of an invoice. The taxes of all parts add up to the invoice's, in spite of rounding. */
function takeTax(tax: InvoiceTax, { left, sum, whole }: Pick<Credit, 'left' | 'sum'> & { whole: number }) {
  const from = whole - left.paise
  const share = (amount: string) => takeShare(readPaise(amount), { from, to: from + sum.paise, whole })
  const lines = tax.lines.map((line) => ({ ...line, paise: share(line.amount) }))
  const taxable = lines.reduce((rest, { paise }) => rest - paise, sum.paise)
  return {
    ...tax,
    taxableAmount: toDecimal(taxable),
    lines: lines.map(({ paise, ...line }) => ({ ...line, amount: toDecimal(paise) })),
  }
}

/** @param amount such as 109440.75 */
export function readPaise(amount: string): number {
  return Number(amount.replace('.', ''))
}

export function readSum({ total, charged }: InvoiceDocument): Sum {
  return { cents: readPaise(charged.amount), paise: readPaise(total) }
}

/** Whether an invoice names a field of its buyer as it is; `name` is made of two. */
const IS_FACT = {
  firstName: false,
  lastName: false,
  email: true,
  phone: true,
  company: true,
  jobTitle: false,
  country: true,
  address: true,
  city: true,
  state: true,
  zipCode: true,
  taxId: true,
} as const satisfies Record<BuyerFieldName, boolean>
type Fact = { [Name in BuyerFieldName]: (typeof IS_FACT)[Name] extends true ? Name : never }[BuyerFieldName]

/** @returns the buyer's details that an invoice shows, without those that a guest was not asked for */
export function describeBuyer(buyer: Pick<Buyer, Fact | 'firstName' | 'lastName'>): InvoiceBuyer {
  const { firstName, lastName, email, ...others } = omitPlaceholders(buyer)
  const facts = Object.entries(others).filter(([field, value]) => IS_FACT[field as BuyerFieldName] && value)
  return { name: `${firstName} ${lastName}`, email, ...Object.fromEntries(facts) }
}
