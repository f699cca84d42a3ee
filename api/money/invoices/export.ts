/** The CSV file for the accountant: the invoices and credit notes of a period (docs/product/account.md, Invoices). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { brand, currencies } from '#api/content/content.ts'
import type { InvoiceDocument, InvoiceExportQuery } from '#api/contract/money/invoices.ts'
import { recordExport } from '#api/platform/audit/export.ts'
import { type Amount, type CsvColumn, sendCsv } from '#api/platform/lists/csv.ts'
import { whereGiven } from '#api/platform/lists/list.ts'
import { wherePeriod } from '#api/platform/lists/period.ts'
import { whereFound } from '#api/platform/lists/search.ts'
import { streamRows } from '#api/platform/lists/stream-rows.ts'
import { parseGstin } from '#api/rules/money/gstin.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { ownCurrency } from '#api/rules/money/tax.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { Order } from '#db/models/orders/order.ts'
import { readDocument } from './issue.ts'

/** The file leaves the buyer out where the customer was erased. */
type AccountsLine = InvoiceDocument & { isErased: boolean }

/** The amounts of credit notes are negative, so that a column adds up to the total of the period. */
const signed = ({ kind }: InvoiceDocument, amount: string) => ({
  amount: kind === 'credit_note' && Number(amount) !== 0 ? `-${amount}` : amount,
})

/** Whether a document has amounts in the seller's currency. Those of dollars in rupees do. */
const isInOwn = ({ currency, charged }: InvoiceDocument) =>
  currency !== charged.currency || currency === (ownCurrency(brand) ?? currencies.default)

/** @returns nothing for amounts in another currency than the seller's, which would be added to those in it */
const summable = (document: InvoiceDocument, amount: string) =>
  isInOwn(document) ? signed(document, amount) : null

function taxOf(document: InvoiceDocument, labels: readonly string[]): Amount | null {
  const line = document.tax?.lines.find(({ label }) => labels.includes(label))
  return line ? summable(document, line.amount) : null
}

/** The line of a tax that is not India's. */
const domesticLine = ({ tax }: InvoiceDocument) => (tax?.sac === '' ? tax.lines[0] : undefined)

export function nameBuyer({ buyer, isErased }: AccountsLine): string {
  return isErased ? '' : (buyer.company ?? buyer.name)
}

const ACCOUNTS_COLUMNS: readonly CsvColumn<AccountsLine>[] = [
  ['Serial', ({ serial }) => serial],
  ['Kind', ({ kind }) => (kind === 'invoice' ? 'Invoice' : 'Credit note')],
  ['Date', ({ issuedOn }) => issuedOn],
  ['Order', ({ orderNumber }) => orderNumber],
  ['Buyer', nameBuyer],
  ['GSTIN', ({ buyer, isErased }) => (isErased ? '' : (parseGstin(buyer.taxId ?? '') ?? ''))],
  ['Place of supply', ({ tax }) => tax?.placeOfSupply ?? ''],
  ['SAC', ({ tax }) => tax?.sac ?? ''],
  ['Taxable value', (document) => summable(document, document.tax?.taxableAmount ?? document.total)],
  ['CGST', (document) => taxOf(document, ['CGST'])],
  ['SGST', (document) => taxOf(document, ['SGST', 'UTGST'])],
  ['IGST', (document) => taxOf(document, ['IGST'])],
  ['Total', (document) => summable(document, document.total)],
  ['Currency', (document) => (isInOwn(document) ? document.currency : '')],
  [
    'Rupees to the US dollar',
    ({ currency, charged }) => (currency === charged.currency ? null : Number(charged.rate)),
  ],
  ['Corrects', ({ corrects }) => corrects?.serial ?? ''],
  ['Charged', (document) => signed(document, document.charged.amount)],
  ['Charged currency', ({ charged }) => charged.currency],
  ['Customer reference', ({ reference, isErased }) => (isErased ? '' : (reference ?? ''))],
]
/** Further columns of a seller who charges such a tax. */
const DOMESTIC_COLUMNS: readonly CsvColumn<AccountsLine>[] = [
  ['Tax', (document) => domesticLine(document)?.label ?? ''],
  ['Tax rate (%)', (document) => (domesticLine(document)?.rateBasisPoints ?? 0) / 100],
  [
    'Tax amount',
    (document) =>
      summable(document, domesticLine(document)?.amount ?? toDecimal(money(0, document.currency))),
  ],
]

interface DocumentFilters extends InvoiceExportQuery {
  kind?: InvoiceDocument['kind'] | undefined
  /** A serial, or words of orders. */
  q?: string | undefined
}

export function findDocuments(db: Knex, { kind, q, ...period }: DocumentFilters) {
  const query = Invoice.query(db)
    .whereNotNull('invoices.document')
    .select(
      'invoices.id',
      'invoices.document',
      'invoices.templateVersion',
      db.raw(`(SELECT (orders.buyer ->> 'email') = '' FROM orders WHERE orders.id = order_id) AS is_erased`),
    )
  whereGiven(query, { 'invoices.kind': kind })
  wherePeriod(query, 'invoices.issued_at', period)
  if (q) {
    query.where((one) =>
      one.where('invoices.serial', q.toUpperCase()).orWhereIn('invoices.orderId', findOrderIds(db, q)),
    )
  }
  return query
}

/** The ids of orders that hold the words. */
export function findOrderIds(db: Knex, q: string) {
  const orders = Order.query(db).select('orders.id')
  whereFound(orders, 'orders', q)
  return orders
}

export const readLine = (row: Invoice): AccountsLine => ({
  ...readDocument(row.document ?? ''),
  isErased: (row as Invoice & { isErased: boolean }).isErased,
})

/** Sends the file of invoices and credit notes, and records who has downloaded it. */
export async function sendAccounts(
  db: Knex,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  filters: DocumentFilters,
): Promise<FastifyReply> {
  const batches = streamRows(db, {
    // By number.
    find: (trx) => findDocuments(trx, filters).orderBy('invoices.id'),
    toWire: async (_trx, rows) => rows.map(readLine),
  })
  await recordExport(db, request, { subject: 'order', subjectId: null, label: 'invoices.csv' })
  const columns = [...ACCOUNTS_COLUMNS, ...(brand.tax.scheme === 'domestic' ? DOMESTIC_COLUMNS : [])]
  return sendCsv(reply, 'invoices', columns, batches)
}
