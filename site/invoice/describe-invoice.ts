/** The texts of an invoice or a credit note (docs/product/account.md, Invoice), which draw-invoice.ts draws. */

import { brand } from 'virtual:content'
import type { InvoiceDocument, InvoiceRecord } from '#api/contract/money/invoices.ts'
import { nameCountry } from '#api/rules/countries.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { nameGstin, parseGstin } from '#api/rules/money/gstin.ts'
import { FULL_REFUND_HOURS, WARRANTY_DAYS } from '#api/rules/promises.ts'
import { isDrawable } from './drawable.ts'
import { nameDocument } from './name-document.ts'

export interface Line {
  label: string
  text: string
}

/** A formatted amount as the document shows it, and as it was charged. `charged` is '' if both are in the same currency. */
export interface Money {
  shown: string
  charged: string
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
  /** The document's number; `number` is the order's. */
  serial: string
  /** Both numbers, the more prominent one first. */
  numbers: [string, string]
  seller: Party
  buyer: Party
  /** Says what was paid or is returned. */
  headline: string
  /** Absent if nothing was charged. */
  mark?: Mark
  facts: Line[]
  /** The widths of the facts, in points: wide enough for the shop's and the provider's texts in one line. */
  factWidths: readonly number[]
  /** The headings of the amounts. */
  columns: Money
  items: ({ name: string; note: string } & Money)[]
  /** Groups of rows between the items and the total: reductions, and taxes with a note on their treatment. */
  sums: { rows: Sum[]; note: string }[]
  /** Lines about where India's GST is due; empty for any other tax. */
  tax: string[]
  total: Sum & { chargedSize: number; isShownLouder: boolean }
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
const FREE = 'The discount covers the whole price.'
const CREDIT_REASONS = { refund: 'Refund', billing_details: 'Billing details', written_off: 'Written off' }
const CREDIT_TERMS = {
  refund:
    'This credit note reduces the invoice it names by the amount above. The money is refunded to the original payment method.',
  billing_details:
    'This credit note cancels the invoice it names because its billing details were changed. A new invoice replaces it. No money is refunded.',
  written_off:
    'This credit note cancels the invoice it names, which was not paid and is no longer due. No money is refunded.',
}
const OLD_CREDIT_TERMS: typeof CREDIT_TERMS = {
  ...CREDIT_TERMS,
  refund:
    'This credit note takes the amount above back from the invoice that it names. The money goes back the way it was paid.',
  billing_details:
    'This credit note takes back the invoice that it names, whose billing details were completed afterwards. A new invoice takes its place; no money moves.',
}

/** @returns what to draw. A document of an earlier template version keeps the words of its time, so that it never changes */
export function describeInvoice({
  document,
  templateVersion,
}: Pick<InvoiceRecord, 'document' | 'templateVersion'>): Invoice {
  const { tax, lines, corrects, charged, serial, orderNumber } = document
  const isOld = templateVersion < 3
  const isNamed = templateVersion >= 4
  const kind = describeKind(document, templateVersion)
  const amount = isInOneCurrency(document) ? '' : write(charged.amount, charged.currency)
  const isChargedAside = amount !== '' && isCharged(document)
  // Newer ones name it among the facts alone.
  const invoice = corrects && !isNamed ? `Invoice ${corrects.serial} of ${formatDay(corrects.issuedOn)}` : ''
  return {
    ...kind,
    factWidths: isNamed && kind.facts.length < 4 ? [110, 200, 165] : [76, 158, 100, 141],
    fileId: document.fileId,
    issuedAt: new Date(document.issuedAt),
    number: orderNumber,
    serial,
    numbers: listNumbers(document, templateVersion),
    seller: describeSeller(document.seller),
    buyer: describeBuyer(document),
    columns: isInOneCurrency(document)
      ? { shown: document.currency, charged: '' }
      : { shown: 'Rupees', charged: 'US dollars' },
    items: lines.map(({ description, note, amount }) => ({
      name: description,
      note: note ?? invoice,
      ...toMoney(readMinor(amount), document),
    })),
    sums: [describeReductions(document), describeTaxes(document)].filter(({ rows }) => rows.length > 0),
    tax: tax?.sac
      ? [`Place of supply: ${tax.placeOfSupply}`, `SAC ${tax.sac}`, 'Tax payable on reverse charge: no']
      : [],
    total: {
      label: corrects ? 'Credited' : isNamed && isChargedAside ? 'Total charged' : 'Total',
      shown: write(document.total, document.currency),
      charged: templateVersion === 3 && isChargedAside ? `Charged ${amount}` : amount,
      chargedSize: isOld ? 12 : 14,
      isShownLouder: !isNamed,
    },
    rate: describeRate(document, templateVersion),
  }
}

function listNumbers(document: InvoiceDocument, templateVersion: number): Invoice['numbers'] {
  const { serial, orderNumber } = document
  if (templateVersion < 3) return [serial, orderNumber]
  if (templateVersion < 4) return [orderNumber, `${nameDocument(document)} ${serial}`]
  return [`No. ${serial}`, `Order ${orderNumber}`]
}

/** Whether the document is in the currency that was charged. Documents in rupees about charged dollars show both. */
const isInOneCurrency = ({ currency, charged }: InvoiceDocument): boolean => currency === charged.currency

/** @returns the amount, with the currency's code if the invoice's font lacks its symbol */
function write(amount: number | string, currency: string): string {
  const text = formatAmount(amount, currency)
  return isDrawable(text) ? text : text.replace(/[^\d.,\s-]+\s?/u, `${currency} `)
}

function describeRate(document: InvoiceDocument, templateVersion: number): string {
  if (isInOneCurrency(document)) return ''
  const { rate } = document.charged
  if (templateVersion < 3) return `${formatAmount(rate, 'INR')} to the US dollar`
  return `Rupees at ${templateVersion < 4 ? 'our' : 'an exchange'} rate of ${Number(rate)}`
}

/** Amounts are added as whole hundredths, because sums of decimals are not exact. */
const readMinor = (amount: string): number => Math.round(Number(amount) * 100)
const toCents = (paise: number, { rate }: InvoiceDocument['charged']): number =>
  Math.round(paise / Number(rate))

/** The cents are exact, because a cent is worth many paise. */
function toMoney(minor: number, document: InvoiceDocument, sign = ''): Money {
  const { currency, charged } = document
  const cents = toCents(minor, charged)
  return {
    shown: `${sign}${write(minor / 100, currency)}`,
    charged: isInOneCurrency(document) ? '' : `${sign}${write(cents / 100, charged.currency)}`,
  }
}

type Kind = Pick<Invoice, 'fileName' | 'title' | 'headline' | 'mark' | 'facts' | 'terms'>

function describeKind(document: InvoiceDocument, templateVersion: number): Kind {
  const isOld = templateVersion < 3
  const { orderId, serial, corrects, seller } = document
  const date = { label: 'Date', text: formatDay(document.issuedOn) }
  const payment = { label: 'Payment ID', text: document.paymentId ?? 'N/A' }
  const madeElectronically = 'was created electronically and is valid without a signature.'
  if (corrects) {
    return {
      fileName: `${brand.filePrefix}Credit-Note-${serial}.pdf`,
      title: templateVersion < 4 ? 'CREDIT NOTE' : nameDocument(document),
      ...describeCredit(document, corrects.reason, templateVersion),
      facts: [
        date,
        { label: 'Credits invoice', text: `${corrects.serial} of ${formatDay(corrects.issuedOn)}` },
        // The stamp and the terms say it.
        ...(templateVersion < 4 ? [{ label: 'Reason', text: CREDIT_REASONS[corrects.reason] }] : []),
        payment,
      ],
      terms: [
        (isOld ? OLD_CREDIT_TERMS : CREDIT_TERMS)[corrects.reason],
        `Questions about this credit note: ${seller.email}.`,
        `This credit note ${madeElectronically}`,
      ],
    }
  }
  const paid = describePayment(document, templateVersion)
  return {
    fileName: `${brand.filePrefix}Invoice-${orderId}.pdf`,
    title: nameDocument(document),
    ...paid,
    facts: [
      date,
      payment,
      // The stamp is the status.
      ...(paid.mark && templateVersion >= 4 ? [] : [{ label: 'Status', text: document.paymentStatus }]),
      { label: 'Payment method', text: document.paymentMethod },
    ],
    terms: [
      describeCurrency(document, templateVersion),
      `Full refund if cancelled within ${FULL_REFUND_HOURS} hours of payment, before work starts. Delivered work carries a ${WARRANTY_DAYS}-day warranty.`,
      `Our Terms of Service and Refund Policy apply. Questions about this invoice: ${seller.email}.`,
      `This invoice ${madeElectronically}`,
    ],
  }
}

function describeCurrency(document: InvoiceDocument, templateVersion: number): string {
  const lead = isFree(document) ? FREE : ''
  if (isInOneCurrency(document)) return lead || `Charged in ${document.currency}.`
  // The rate stands below the total.
  if (templateVersion >= 4) return lead || 'Charged in US dollars.'
  const rate =
    templateVersion < 3 ? 'the rate of the day of the order' : `our rate of ${Number(document.charged.rate)}`
  return `${lead ? `${lead} Rupees are` : IN_DOLLARS} at ${rate}.`
}

/** Whether the document says that money was charged. A credit note does not, nor does a free invoice or one issued unpaid. */
const isCharged = (document: InvoiceDocument): boolean =>
  document.kind === 'invoice' && !isFree(document) && document.paymentStatus !== 'UNPAID'

const isFree = ({ total }: InvoiceDocument): boolean => Number(total) === 0

function describePayment(
  document: InvoiceDocument,
  templateVersion: number,
): Pick<Invoice, 'headline' | 'mark'> {
  if (isFree(document)) return { headline: 'Nothing was charged' }
  const { charged, credited, paidOn, issuedOn, paymentStatus } = document
  const [amount, day] = [write(charged.amount, charged.currency), formatDay(paidOn)]
  if (paymentStatus === 'UNPAID') return { headline: `${amount} to pay, due since ${day}` }
  const back = credited && toMoney(readMinor(credited), document)
  const refund = back ? `, after a refund of ${back.charged || back.shown}` : ''
  const mark: Mark = { text: paymentStatus, tone: credited ? 'caution' : 'positive' }
  if (templateVersion < 3) return { headline: `${amount} paid on ${day}${refund}`, mark }
  // The date of issue stands below.
  const on = templateVersion >= 4 && paidOn === issuedOn ? '' : ` on ${day}`
  const headline = `Charged ${amount}${on}${refund}`
  return templateVersion < 4 ? { headline } : { headline, mark }
}

function describeCredit(
  { charged, issuedOn, paymentStatus }: InvoiceDocument,
  reason: keyof typeof CREDIT_REASONS,
  templateVersion: number,
): Pick<Invoice, 'headline' | 'mark'> {
  const amount = write(charged.amount, charged.currency)
  return reason === 'refund'
    ? {
        headline: `${amount} refunded${templateVersion < 4 ? ` on ${formatDay(issuedOn)}` : ''}`,
        mark: { text: templateVersion < 4 ? 'REFUNDED' : paymentStatus, tone: 'caution' },
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
      gstin ? `${nameGstin(gstin)} ${gstin}` : taxId ? `Tax ID ${taxId}` : '',
      buyer.email,
      reference ? `Your reference: ${reference}` : '',
    ].filter((line) => line.trim() !== ''),
  }
}

function describeReductions(document: InvoiceDocument): Invoice['sums'][0] {
  const { lines, discount, credited } = document
  if (!discount && !credited) return { rows: [], note: '' }
  const original = lines.reduce((sum, line) => sum + readMinor(line.amount), 0)
  const code = discount?.couponCode
  const off = (amount: string) => toMoney(readMinor(amount), document, '−')
  return {
    rows: [
      { label: 'Original amount', ...toMoney(original, document) },
      ...(discount ? [{ label: code ? `Discount (${code})` : 'Discount', ...off(discount.amount) }] : []),
      ...(credited ? [{ label: 'Refunded before', ...off(credited) }] : []),
    ],
    note: '',
  }
}

function describeTaxes(document: InvoiceDocument): Invoice['sums'][0] {
  const { tax, charged, currency, total } = document
  if (!tax) return { rows: [], note: '' }
  const lines = tax.lines.map((line) => ({ ...line, minor: readMinor(line.amount) }))
  // The taxable value takes the rounding differences, so that the dollars add up.
  const taxCents = lines.reduce((sum, { minor }) => sum + toCents(minor, charged), 0)
  const taxableCents = toCents(readMinor(total), charged) - taxCents
  return {
    rows: [
      {
        label: 'Taxable value',
        shown: write(tax.taxableAmount, currency),
        charged: isInOneCurrency(document) ? '' : write(taxableCents / 100, charged.currency),
      },
      ...lines.map(({ label, rateBasisPoints, minor }) => ({
        label: `${label} ${rateBasisPoints / 100}%`,
        ...toMoney(minor, document),
      })),
    ],
    note: tax.treatment,
  }
}
