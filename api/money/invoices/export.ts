/** CSV files of invoices and credit notes for the accountant (docs/product/account.md, Invoices). */
import type { Knex } from 'knex'
import { brand, currencies } from '#api/content/content.ts'
import { AccountsInvoiceQuery } from '#api/contract/money/accounting.ts'
import { type InvoiceDocument, InvoiceExportQuery } from '#api/contract/money/invoices.ts'
import { HAS_ORDER } from '#api/orders/order/queries.ts'
import { type Amount, type CsvColumn, PAGE_KEYS } from '#api/platform/lists/csv.ts'
import { defineFile } from '#api/platform/lists/define-file.ts'
import { whereGiven } from '#api/platform/lists/list.ts'
import { wherePeriod } from '#api/platform/lists/period.ts'
import { whereContainsWords } from '#api/platform/lists/search.ts'
import { streamRows } from '#api/platform/lists/stream-rows.ts'
import { parseGstin } from '#api/rules/money/gstin.ts'
import { money, toDecimal } from '#api/rules/money/money.ts'
import { ownCurrency } from '#api/rules/money/tax.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { Order } from '#db/models/orders/order.ts'
import { readDocument } from './issue.ts'

/** A document with whether its customer was erased. Files then leave the buyer out. */
type AccountsLine = InvoiceDocument & { isErased: boolean }

/** Makes a credit note's amounts negative, so that each column adds up to the period's total. */
const signed = ({ kind }: InvoiceDocument, amount: string) => ({
  amount: kind === 'credit_note' && Number(amount) !== 0 ? `-${amount}` : amount,
})

/** Whether the document's amounts are in the seller's currency. True for dollar orders shown in rupees. */
const isInOwn = ({ currency, charged }: InvoiceDocument) =>
  currency !== charged.currency || currency === (ownCurrency(brand) ?? currencies.default)

/** @returns null for an amount in another currency, because the column is summed in the seller's */
const summable = (document: InvoiceDocument, amount: string) =>
  isInOwn(document) ? signed(document, amount) : null

function taxOf(document: InvoiceDocument, labels: readonly string[]): Amount | null {
  const line = document.tax?.lines.find(({ label }) => labels.includes(label))
  return line ? summable(document, line.amount) : null
}

/** Finds the tax line of a seller outside India, whose documents have no SAC. */
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
/** Extra columns for a seller who charges a domestic tax other than India's GST. */
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
  /** A serial number, or words to find orders by. */
  q?: string | undefined
}

export const selectDocuments = (db: Knex) =>
  Invoice.query(db)
    .whereNotNull('invoices.document')
    .select(
      'invoices.id',
      'invoices.document',
      'invoices.templateVersion',
      db.raw(`(SELECT (orders.buyer ->> 'email') = '' FROM orders WHERE orders.id = order_id) AS is_erased`),
    )
type Documents = ReturnType<typeof selectDocuments>

export function filterDocuments(query: Documents, { kind, ...period }: Omit<DocumentFilters, 'q'>): void {
  whereGiven(query, { 'invoices.kind': kind })
  wherePeriod(query, 'invoices.issued_at', period)
}

export function whereDocumentsFound(query: Documents, q: string): void {
  query.where((one) =>
    one
      .where('invoices.serial', q.toUpperCase())
      .orWhereIn('invoices.orderId', findOrderIds(query.knex(), q)),
  )
}

export function findOrderIds(db: Knex, q: string) {
  const orders = Order.query(db).select('orders.id')
  whereContainsWords(orders, HAS_ORDER, q)
  return orders
}

export const readLine = (row: Invoice): AccountsLine => ({
  ...readDocument(row.document ?? ''),
  isErased: (row as Invoice & { isErased: boolean }).isErased,
})

const FILE = {
  subject: 'order',
  name: 'invoices',
  columns: () => [...ACCOUNTS_COLUMNS, ...(brand.tax.scheme === 'domestic' ? DOMESTIC_COLUMNS : [])],
  stream: (db: Knex, { q, ...filters }: DocumentFilters) =>
    streamRows(db, {
      select: selectDocuments,
      narrow: (documents) => {
        filterDocuments(documents, filters)
        if (q) whereDocumentsFound(documents, q)
        // Ids ascend with the numbers.
        documents.orderBy('invoices.id')
      },
      toRows: (rows) => rows.map(readLine),
    }),
} as const

/** The file for admins: all documents of a period. */
export const invoiceFile = defineFile({ ...FILE, query: InvoiceExportQuery })
/** The file of the accounting list, with that list's filters. */
export const accountsInvoiceFile = defineFile({ ...FILE, query: AccountsInvoiceQuery.omit(PAGE_KEYS) })
