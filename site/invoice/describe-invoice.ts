/** The texts of an invoice or a credit note (docs/product/account.md, Invoice), which draw-invoice.ts draws. */

import { brand } from 'virtual:content'
import type { InvoiceDocument, InvoiceRecord } from '../../api/contract/invoices.ts'
import { nameCountry } from '../../api/rules/countries.ts'
import { formatAmount } from '../../api/rules/money/format.ts'
import { parseGstin } from '../../api/rules/money/gstin.ts'
import { FULL_REFUND_HOURS, WARRANTY_DAYS } from '../../api/rules/promises.ts'
import { nameDocument } from './name-document.ts'

export interface Line {
  label: string
  text: string
}

/** The same amount in both currencies, formatted. */
export interface Money {
  inr: string
  usd: string
}

export interface Sum extends Money {
  label: string
}

/** The stamp on the document, such as 'PAID'. */
export interface Mark {
  text: string
  tone: 'positive' | 'caution' | 'neutral'
}

export interface Party {
  name: string
  lines: string[]
}

export interface Invoice {
  fileName: string
  /** The PDF's file id, so that the same document always makes the same file. */
  fileId: string
  issuedAt: Date
  title: string
  number: string
  /** The number of the document; `number` is the order's. */
  serial: string
  /** Both, the one that leads first. */
  numbers: [string, string]
  seller: Party
  buyer: Party
  /** Says what was paid or is returned. */
  headline: string
  /** Absent if nothing was charged. */
  mark?: Mark
  facts: Line[]
  items: ({ name: string; note: string } & Money)[]
  /** Groups of rows between the items and the total: reductions, and taxes with a note on their treatment. */
  sums: { rows: Sum[]; note: string }[]
  /** Lines about where India's GST is due; empty for any other tax. */
  tax: string[]
  total: Sum & { usdSize: number }
  rate: string
  terms: string[]
}

const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** @param date such as `2026-11-20` */
const formatDay = (date: string) => day.format(new Date(date))

const IN_DOLLARS = 'Charged in US dollars; rupees are'
const FREE = 'The discount covers the whole price. Rupees are'
const CREDIT_REASONS = { refund: 'Refund', billing_details: 'Billing details' }
const CREDIT_TERMS = {
  refund:
    'This credit note takes the amount above back from the invoice that it names. The money goes back the way it was paid.',
  billing_details:
    'This credit note takes back the invoice that it names, whose billing details were completed afterwards. A new invoice takes its place; no money moves.',
}

/** @returns what is drawn: of a document that was issued before version 3 the words of then, so that it never changes */
export function describeInvoice({
  document,
  templateVersion,
}: Pick<InvoiceRecord, 'document' | 'templateVersion'>): Invoice {
  const { tax, lines, corrects, charged, serial, orderNumber } = document
  const isOld = templateVersion < 3
  const kind = describeKind(document, isOld)
  const usd = formatAmount(charged.amount, charged.currency)
  const invoice = corrects && `Invoice ${corrects.serial} of ${formatDay(corrects.issuedOn)}`
  return {
    ...kind,
    fileId: document.fileId,
    issuedAt: new Date(document.issuedAt),
    number: orderNumber,
    serial,
    numbers: isOld ? [serial, orderNumber] : [orderNumber, `${nameDocument(document)} ${serial}`],
    seller: describeSeller(document.seller),
    buyer: describeBuyer(document),
    items: lines.map(({ description, note, amount }) => ({
      name: description,
      note: note ?? invoice ?? '',
      ...toMoney(readPaise(amount), charged),
    })),
    sums: [describeReductions(document), describeTaxes(document)].filter(({ rows }) => rows.length > 0),
    tax: tax?.sac
      ? [`Place of supply: ${tax.placeOfSupply}`, `SAC ${tax.sac}`, 'Tax payable on reverse charge: no']
      : [],
    total: {
      label: corrects ? 'Credited' : 'Total',
      inr: formatAmount(document.total, 'INR'),
      usd: isOld || corrects || isFree(document) ? usd : `Charged ${usd}`,
      usdSize: isOld ? 12 : 14,
    },
    rate: isOld ? `${formatAmount(charged.rate, 'INR')} to the US dollar` : `Rupees ${nameRate(document)}`,
  }
}

/** The rate is set by hand, and no market's. */
const nameRate = ({ charged }: InvoiceDocument): string => `at our rate of ${Number(charged.rate)}`

type Charged = InvoiceDocument['charged']

/** Paise are whole numbers, because sums of decimals are not exact. */
const readPaise = (amount: string): number => Math.round(Number(amount) * 100)
const toCents = (paise: number, { rate }: Charged): number => Math.round(paise / Number(rate))

/** Exact, because a cent is worth many paise. */
function toMoney(paise: number, charged: Charged, sign = ''): Money {
  return {
    inr: `${sign}${formatAmount(paise / 100, 'INR')}`,
    usd: `${sign}${formatAmount(toCents(paise, charged) / 100, charged.currency)}`,
  }
}

type Kind = Pick<Invoice, 'fileName' | 'title' | 'headline' | 'mark' | 'facts' | 'terms'>

function describeKind(document: InvoiceDocument, isOld: boolean): Kind {
  const { orderId, serial, corrects, seller } = document
  const date = { label: 'Date', text: formatDay(document.issuedOn) }
  const payment = { label: 'Payment ID', text: document.paymentId ?? 'N/A' }
  const madeElectronically = 'was created electronically and is valid without a signature.'
  if (corrects) {
    return {
      fileName: `${brand.filePrefix}Credit-Note-${serial}.pdf`,
      title: 'CREDIT NOTE',
      ...describeCredit(document, corrects.reason),
      facts: [
        date,
        { label: 'Credits invoice', text: `${corrects.serial} of ${formatDay(corrects.issuedOn)}` },
        { label: 'Reason', text: CREDIT_REASONS[corrects.reason] },
        payment,
      ],
      terms: [
        CREDIT_TERMS[corrects.reason],
        `Questions about this credit note: ${seller.email}.`,
        `This credit note ${madeElectronically}`,
      ],
    }
  }
  return {
    fileName: `${brand.filePrefix}Invoice-${orderId}.pdf`,
    title: nameDocument(document),
    ...describePayment(document, isOld),
    facts: [
      date,
      payment,
      { label: 'Status', text: document.paymentStatus },
      { label: 'Payment method', text: document.paymentMethod },
    ],
    terms: [
      `${isFree(document) ? FREE : IN_DOLLARS} ${isOld ? 'at the rate of the day of the order' : nameRate(document)}.`,
      `Full refund if cancelled within ${FULL_REFUND_HOURS} hours of payment, before work starts. Delivered work carries a ${WARRANTY_DAYS}-day warranty.`,
      `Our Terms of Service and Refund Policy apply. Questions about this invoice: ${seller.email}.`,
      `This invoice ${madeElectronically}`,
    ],
  }
}

const isFree = ({ total }: InvoiceDocument): boolean => Number(total) === 0

function describePayment(document: InvoiceDocument, isOld: boolean): Pick<Invoice, 'headline' | 'mark'> {
  if (isFree(document)) return { headline: 'Nothing was charged' }
  const { charged, credited, paidOn, paymentStatus } = document
  const [amount, day] = [formatAmount(charged.amount, charged.currency), formatDay(paidOn)]
  const refund = credited ? `, after a refund of ${toMoney(readPaise(credited), charged).usd}` : ''
  // The status below says whether it is paid.
  if (!isOld) return { headline: `Charged ${amount} on ${day}${refund}` }
  return {
    headline: `${amount} paid on ${day}${refund}`,
    mark: { text: paymentStatus, tone: credited ? 'caution' : 'positive' },
  }
}

function describeCredit(
  { charged, issuedOn }: InvoiceDocument,
  reason: keyof typeof CREDIT_REASONS,
): Pick<Invoice, 'headline' | 'mark'> {
  const amount = formatAmount(charged.amount, charged.currency)
  return reason === 'refund'
    ? {
        headline: `${amount} refunded on ${formatDay(issuedOn)}`,
        mark: { text: 'REFUNDED', tone: 'caution' },
      }
    : { headline: `${amount} credited, no money moved`, mark: { text: 'CREDITED', tone: 'neutral' } }
}

function describeSeller(seller: InvoiceDocument['seller']): Party {
  const { name, lines, taxLabel, taxNumber, email, phone } = seller
  return { name, lines: [...lines, `${taxLabel} ${taxNumber}`, email, phone] }
}

function describeBuyer({ buyer, reference }: InvoiceDocument): Party {
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
      reference ? `Your reference: ${reference}` : '',
    ].filter((line) => line.trim() !== ''),
  }
}

function describeReductions({ lines, discount, credited, charged }: InvoiceDocument): Invoice['sums'][0] {
  if (!discount && !credited) return { rows: [], note: '' }
  const original = lines.reduce((sum, line) => sum + readPaise(line.amount), 0)
  const code = discount?.couponCode
  const off = (amount: string) => toMoney(readPaise(amount), charged, '−')
  return {
    rows: [
      { label: 'Original amount', ...toMoney(original, charged) },
      ...(discount ? [{ label: code ? `Discount (${code})` : 'Discount', ...off(discount.amount) }] : []),
      ...(credited ? [{ label: 'Refunded before', ...off(credited) }] : []),
    ],
    note: '',
  }
}

function describeTaxes({ tax, charged, total }: InvoiceDocument): Invoice['sums'][0] {
  if (!tax) return { rows: [], note: '' }
  const lines = tax.lines.map((line) => ({ ...line, paise: readPaise(line.amount) }))
  // The taxable value takes the rounding differences, so that the dollars add up.
  const taxCents = lines.reduce((sum, { paise }) => sum + toCents(paise, charged), 0)
  const taxableCents = toCents(readPaise(total), charged) - taxCents
  return {
    rows: [
      {
        label: 'Taxable value',
        inr: formatAmount(tax.taxableAmount, 'INR'),
        usd: formatAmount(taxableCents / 100, charged.currency),
      },
      ...lines.map(({ label, rateBasisPoints, paise }) => ({
        label: `${label} ${rateBasisPoints / 100}%`,
        ...toMoney(paise, charged),
      })),
    ],
    note: tax.treatment,
  }
}
