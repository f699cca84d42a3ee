/** What an invoice or a credit note says, as plain data (docs/product.md, Invoice). How it looks is draw-invoice's. */

import { brand } from 'virtual:content'
import { nameCountry } from '../../api/contract/countries.ts'
import { parseGstin } from '../../api/contract/gstin.ts'
import type { InvoiceBuyer, InvoiceDocument } from '../../api/contract/invoice.ts'
import { FULL_REFUND_HOURS, WARRANTY_DAYS } from '../../api/contract/promises.ts'
import { formatInr, formatUsd } from '../format/money.ts'

export interface Line {
  label: string
  text: string
}

export interface Party {
  name: string
  lines: string[]
}

export interface Invoice {
  fileName: string
  /** Of the PDF file: the same document is always the same file. */
  fileId: string
  issuedAt: Date
  title: string
  /** The order's number. */
  number: string
  /** The document's own. */
  serial: string
  seller: Party
  buyer: Party
  facts: Line[]
  items: { name: string; note: string; amount: string }[]
  /** From the items' amounts to the total: what went off, and the tax in it. */
  sums: Line[][]
  /** Which tax is due where, line by line; empty where the seller charges none. */
  tax: string[]
  totalLabel: string
  total: string
  /** The dollars that were charged or go back, and what they were worth. */
  charged: string
  terms: string[]
}

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** @param date a day of the company's calendar, such as `2026-11-20` */
const formatDay = (date: string) => day.format(new Date(date))

const IN_DOLLARS = 'Charged in US dollars; rupees are at the rate of the day of the order.'
const FREE =
  'The discount covers the whole price: nothing was charged. Rupees are at the rate of the day of the order.'
const CREDIT_REASONS = { refund: 'Refund', billing_details: 'Billing details' }
const CREDIT_TERMS = {
  refund:
    'This credit note takes the amount above back from the invoice that it names. The money goes back the way it was paid.',
  billing_details:
    'This credit note takes back the invoice that it names, whose billing details were completed afterwards. A new invoice takes its place; no money moves.',
}

export function describeInvoice(document: InvoiceDocument): Invoice {
  const { tax, lines } = document
  return {
    ...describeKind(document),
    fileId: document.fileId,
    issuedAt: new Date(document.issuedAt),
    number: document.orderNumber,
    serial: document.serial,
    seller: describeSeller(document.seller),
    buyer: describeBuyer(document.buyer),
    items: lines.map(({ description, note = '', amount }) => ({
      name: description,
      note,
      amount: formatInr(amount),
    })),
    sums: [describeReductions(document), describeTaxes(tax)].filter((group) => group.length > 0),
    tax: tax
      ? [
          `Place of supply: ${tax.placeOfSupply}`,
          `SAC ${tax.sac}`,
          tax.treatment,
          'Tax payable on reverse charge: no',
        ]
      : [],
    total: formatInr(document.total),
    charged: `${formatUsd(document.charged.amount)} at ${formatInr(document.charged.rate)} to the US dollar`,
  }
}

type Kind = Pick<Invoice, 'fileName' | 'title' | 'facts' | 'totalLabel' | 'terms'>

function describeKind(document: InvoiceDocument): Kind {
  const { orderId, serial, corrects, seller } = document
  const date = { label: 'Date', text: formatDay(document.issuedOn) }
  const payment = { label: 'Payment ID', text: document.paymentId ?? 'N/A' }
  const madeByComputer = 'was made by a computer and is valid without a signature.'
  if (corrects) {
    return {
      fileName: `${brand.filePrefix}Credit-Note-${serial}.pdf`,
      title: 'CREDIT NOTE',
      facts: [
        date,
        { label: 'Credits invoice', text: `${corrects.serial} of ${formatDay(corrects.issuedOn)}` },
        { label: 'Reason', text: CREDIT_REASONS[corrects.reason] },
        payment,
      ],
      totalLabel: 'Credited',
      terms: [
        CREDIT_TERMS[corrects.reason],
        `Questions about this credit note: ${seller.email}.`,
        `This credit note ${madeByComputer}`,
      ],
    }
  }
  return {
    fileName: `${brand.filePrefix}Invoice-${orderId}.pdf`,
    title: document.tax ? 'Tax invoice' : 'Invoice',
    facts: [
      date,
      payment,
      { label: 'Status', text: document.paymentStatus },
      { label: 'Payment method', text: document.paymentMethod },
    ],
    totalLabel: 'Total',
    terms: [
      describePayment(document),
      `Full refund if cancelled within ${FULL_REFUND_HOURS} hours of payment, before work starts. Delivered work carries a ${WARRANTY_DAYS}-day warranty.`,
      `Our Terms of Service and Refund Policy apply. Questions about this invoice: ${seller.email}.`,
      `This invoice ${madeByComputer}`,
    ],
  }
}

function describePayment({ total, paidOn, paymentStatus }: InvoiceDocument): string {
  if (Number(total) === 0) return FREE
  const paid = `on ${formatDay(paidOn)} by the method above`
  const back = paymentStatus === 'PAID' ? '' : '; a part of it went back before this invoice was issued'
  return `Paid ${paid}${back}. ${IN_DOLLARS}`
}

function describeSeller({
  name,
  lines,
  taxLabel,
  taxNumber,
  email,
  phone,
}: InvoiceDocument['seller']): Party {
  return { name, lines: [...lines, `${taxLabel} ${taxNumber}`, email, phone] }
}

function describeBuyer(buyer: InvoiceBuyer): Party {
  const { name, company = '', address = '', city, state, zipCode, country = '', taxId } = buyer
  const gstin = parseGstin(taxId ?? '')
  return {
    name,
    lines: [
      company,
      ...address.split('\n'),
      [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      nameCountry(country),
      gstin ? `GSTIN ${gstin}` : taxId ? `Tax ID ${taxId}` : '',
      buyer.email,
    ].filter((line) => line.trim() !== ''),
  }
}

function describeReductions({ lines, discount, credited }: InvoiceDocument): Line[] {
  if (!discount && !credited) return []
  // Paise in whole numbers: a sum of decimals would drift.
  const originalPaise = lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 100), 0)
  const code = discount?.couponCode
  return [
    { label: 'Original amount', text: formatInr(originalPaise / 100) },
    ...(discount
      ? [{ label: code ? `Discount (${code})` : 'Discount', text: `−${formatInr(discount.amount)}` }]
      : []),
    ...(credited ? [{ label: 'Refunded before', text: `−${formatInr(credited)}` }] : []),
  ]
}

function describeTaxes(tax: InvoiceDocument['tax']): Line[] {
  if (!tax) return []
  return [
    { label: 'Taxable value', text: formatInr(tax.taxableAmount) },
    ...tax.lines.map(({ label, rateBasisPoints, amount }) => ({
      label: `${label} ${rateBasisPoints / 100}%`,
      text: formatInr(amount),
    })),
  ]
}
