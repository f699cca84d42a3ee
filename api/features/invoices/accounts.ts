/** The CSV file for the accountant: the invoices and credit notes of a period (docs/product/account.md, Invoices). */
import type { Knex } from 'knex'
import { Invoice } from '../../../db/models/invoice.ts'
import { calendar } from '../../content/content.ts'
import type { InvoiceDocument, InvoiceExportQuery } from '../../contract/invoices.ts'
import type { CsvColumn } from '../../lists/csv.ts'
import { streamRows } from '../../lists/stream-rows.ts'
import { parseGstin } from '../../rules/gstin.ts'
import { readDocument } from './issue.ts'

/** The file leaves the buyer out where the customer was erased. */
type AccountsLine = InvoiceDocument & { isErased: boolean }

/** The amounts of credit notes are negative, so that a column adds up to the total of the period. */
const signed = ({ kind }: InvoiceDocument, amount: string) =>
  (kind === 'credit_note' ? -1 : 1) * Number(amount)

function taxOf(document: InvoiceDocument, labels: readonly string[]): number | null {
  const line = document.tax?.lines.find(({ label }) => labels.includes(label))
  return line ? signed(document, line.amount) : null
}

export const ACCOUNTS_COLUMNS: readonly CsvColumn<AccountsLine>[] = [
  ['Serial', ({ serial }) => serial],
  ['Kind', ({ kind }) => (kind === 'invoice' ? 'Invoice' : 'Credit note')],
  ['Date', ({ issuedOn }) => issuedOn],
  ['Order', ({ orderNumber }) => orderNumber],
  ['Buyer', ({ buyer, isErased }) => (isErased ? '' : (buyer.company ?? buyer.name))],
  ['GSTIN', ({ buyer, isErased }) => (isErased ? '' : (parseGstin(buyer.taxId ?? '') ?? ''))],
  ['Place of supply', ({ tax }) => tax?.placeOfSupply ?? ''],
  ['SAC', ({ tax }) => tax?.sac ?? ''],
  ['Taxable value', (document) => signed(document, document.tax?.taxableAmount ?? document.total)],
  ['CGST', (document) => taxOf(document, ['CGST'])],
  ['SGST', (document) => taxOf(document, ['SGST', 'UTGST'])],
  ['IGST', (document) => taxOf(document, ['IGST'])],
  ['Total', (document) => signed(document, document.total)],
  ['Currency', ({ currency }) => currency],
  ['Rupees to the US dollar', ({ charged }) => Number(charged.rate)],
  ['Corrects', ({ corrects }) => corrects?.serial ?? ''],
]

/** Ordered by number. The days are in the company's time zone. */
export function streamAccounts(db: Knex, { from, to }: InvoiceExportQuery): AsyncGenerator<AccountsLine[]> {
  const day = (trx: Knex.Transaction) => trx.raw('(issued_at AT TIME ZONE ?)::date', [calendar.timeZone])
  return streamRows(db, {
    find: (trx) => {
      const query = Invoice.query(trx)
        .joinRelated('order')
        .whereNotNull('document')
        .select('invoices.document', trx.raw(`("order".buyer ->> 'email') = '' AS is_erased`))
        .orderBy('invoices.id')
      if (from) query.where(day(trx), '>=', from)
      if (to) query.where(day(trx), '<=', to)
      return query
    },
    toWire: async (_trx, rows) =>
      rows.map((row) => ({
        ...readDocument(row.document ?? ''),
        isErased: (row as Invoice & { isErased: boolean }).isErased,
      })),
  })
}
