/**
 * Issues invoices and credit notes, each once (docs/product/shop.md, Invoices and credit notes). All of it runs under the
 * order's row lock. Numbers are taken under one common lock, so that they have no gaps and follow the time of issue.
 */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import stringify from 'safe-stable-stringify'
import type { Buyer } from '../../../db/models/buyer.ts'
import { Invoice } from '../../../db/models/invoice.ts'
import { Order } from '../../../db/models/order.ts'
import { Package } from '../../../db/models/package.ts'
import { Payment, Refund } from '../../../db/models/payment.ts'
import { brand, calendar } from '../../content/content.ts'
import type { InvoiceBuyer, InvoiceDocument } from '../../contract/invoices.ts'
import { dayOf } from '../../rules/business-calendar.ts'
import {
  describeBuyer,
  type Head,
  readSum,
  type Sale,
  type Sum,
  showIn,
  subtractSum,
  TEMPLATE_VERSION,
  toSum,
  writeCreditNote,
  writeInvoice,
} from './document.ts'
import { formatSerial, nameSeries } from './series.ts'

const INVOICES_A_RUN = 500

/** A stored document with its content. */
interface Issued {
  id: number
  document: InvoiceDocument
}

/** The documents of a paid and locked order. */
interface Ledger {
  sale: Sale
  /** When the first invoice was issued, from which the period for changes of billing details is counted. */
  firstIssuedAt: Date
  /** The current invoice, which is the last that was issued. */
  live: Issued
  /** What is left of the current invoice after its credit notes. */
  left: Sum
}

/**
 * Issues the documents that an order lacks: its invoice once it is paid, and a credit note for each refund.
 * @param at the time of issue in the demo's history; unset: now
 */
export async function issueDocuments(db: Knex, orderId: number, at?: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await Order.query(trx).findById(orderId).forUpdate()
    if (order && order.paymentStatus !== 'unpaid') await bringUpToDate(trx, order, at)
  })
}

/**
 * Issues the invoices of orders that were paid before the shop had invoices, in the order of payment.
 * @param onError called for an order whose invoice cannot be issued; the others continue
 */
export async function issueMissingInvoices(db: Knex, onError: (error: unknown, orderId: number) => void) {
  const orders = await selectUninvoiced(db).limit(INVOICES_A_RUN)
  for (const { id } of orders) await issueDocuments(db, id).catch((error) => onError(error, id))
}

/** Paid orders that name a buyer and have no invoice, in the order of payment. */
export function selectUninvoiced(db: Knex) {
  return Order.query(db)
    .whereNot({ paymentStatus: 'unpaid' })
    .whereNotExists(Invoice.query(db).whereColumn('invoices.orderId', 'orders.id'))
    .where((named) =>
      named
        .whereRaw(`buyer ->> 'email' <> ''`)
        .orWhereExists(db('kept_invoices').whereRaw('kept_invoices.order_id = orders.id')),
    )
    .orderBy(['paidAt', 'id'])
    .select('id')
}

/**
 * @param order paid and locked
 * @returns undefined where no buyer is stored any more: the customer was erased, or the order is too old
 */
export async function bringUpToDate(trx: Knex.Transaction, order: Order, at?: Date) {
  const issued = await Invoice.query(trx).where({ orderId: order.id }).orderBy('id')
  const sale = await findSale(trx, order)
  const ledger = issued.length > 0 ? readLedger(sale, issued) : await issueFirst(trx, sale, at)
  if (!ledger) return undefined
  const credited = issued.map(({ refundId }) => refundId).filter((id) => id !== null)
  const refunds = await Refund.query(trx)
    .joinRelated('payment')
    .where({ 'payment.orderId': order.id, 'payment.fulfilsOrder': true, 'refunds.status': 'processed' })
    .whereNotIn('refunds.id', credited)
    .orderBy(['refunds.processedAt', 'refunds.id'])
    .select('refunds.id', 'refunds.amountCents')
  let { left } = ledger
  for (const { id: refundId, amountCents } of refunds) {
    const { live } = ledger
    // The last refund takes all that is left, including rounding differences.
    const isLast = amountCents >= left.charged.minor
    const sum = isLast ? left : toSum(amountCents, order, live.document.currency)
    await issue(trx, { kind: 'credit_note', orderId: order.id, correctsId: live.id, refundId, at }, (head) =>
      writeCreditNote(head, sale, { invoice: live.document, left, sum, reason: 'refund' }),
    )
    left = subtractSum(left, sum)
  }
  return { ...ledger, left }
}

/** Credits what is left of the current invoice, and issues one with another buyer. */
export async function issueAnew(trx: Knex.Transaction, { sale, live, left }: Ledger, buyer: InvoiceBuyer) {
  const orderId = sale.order.id
  await issue(trx, { kind: 'credit_note', orderId, correctsId: live.id }, (head) =>
    writeCreditNote(head, sale, { invoice: live.document, left, sum: left, reason: 'billing_details' }),
  )
  await issue(trx, { kind: 'invoice', orderId, replacesId: live.id }, (head) =>
    writeInvoice(head, sale, { buyer, left }),
  )
}

async function findSale(trx: Knex.Transaction, order: Order): Promise<Sale> {
  const { category } = await Package.query(trx).findById(order.packageId).select('category').throwIfNotFound()
  const payment = await Payment.query(trx).findOne({ orderId: order.id, fulfilsOrder: true })
  return { order, category, paymentId: payment?.providerPaymentId ?? null }
}

async function issueFirst(trx: Knex.Transaction, sale: Sale, at?: Date): Promise<Ledger | undefined> {
  const { order } = sale
  const buyer = order.isErased ? await findKeptBuyer(trx, order.id) : order.buyer
  if (!buyer) return undefined
  const left = toSum(order.amountCents, order, showIn(order))
  const live = await issue(trx, { kind: 'invoice', orderId: order.id, at }, (head) =>
    writeInvoice(head, sale, { buyer: describeBuyer(buyer), left }),
  )
  return { sale, live, left, firstIssuedAt: new Date(live.document.issuedAt) }
}

/** Finds the buyer of an order whose customer was erased before the shop had invoices. */
async function findKeptBuyer(trx: Knex.Transaction, orderId: number): Promise<Buyer | undefined> {
  const kept = await trx('kept_invoices').where({ orderId }).first<{ buyer: Buyer } | undefined>('buyer')
  return kept?.buyer
}

function readLedger(sale: Sale, rows: Invoice[]): Ledger | undefined {
  const issued = rows.flatMap(({ id, kind, correctsId, document }) =>
    document === null ? [] : [{ id, kind, correctsId, document: readDocument(document) }],
  )
  const invoices = issued.filter(({ kind }) => kind === 'invoice')
  const [first, live] = [invoices[0], invoices.at(-1)]
  if (!first || !live) return undefined
  const left = issued
    .filter(({ correctsId }) => correctsId === live.id)
    .reduce((rest, { document }) => subtractSum(rest, readSum(document)), readSum(live.document))
  return { sale, live, left, firstIssuedAt: new Date(first.document.issuedAt) }
}

export function readDocument(text: string): InvoiceDocument {
  return JSON.parse(text) as InvoiceDocument
}

type Cause = Pick<Invoice, 'kind' | 'orderId'> &
  Partial<Pick<Invoice, 'correctsId' | 'refundId' | 'replacesId'>> & { at?: Date | undefined }

async function issue(trx: Knex.Transaction, { at, ...cause }: Cause, write: (head: Head) => InvoiceDocument) {
  const { kind } = cause
  // Held until the transaction ends, so that numbers and times are taken in the same order.
  await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('invoices'))`)
  const { rows } = await trx.raw<{ rows: { at: Date }[] }>('SELECT clock_timestamp() AS at')
  const issuedAt = at ?? rows[0]?.at ?? new Date()
  const series = nameSeries(dayOf(issuedAt, calendar), brand.tax.financialYearStart)
  const last = await Invoice.query(trx)
    .where({ kind, series })
    .orderBy('number', 'desc')
    .first()
    .select('number')
  const number = (last?.number ?? 0) + 1
  const serial = formatSerial(kind, series, number)
  const document = write({ serial, issuedAt })
  // With sorted keys, so that the same content always has the same hash (https://www.rfc-editor.org/rfc/rfc8785).
  const text = stringify(document)
  const { id } = await Invoice.query(trx)
    .insert({
      ...cause,
      series,
      number,
      serial,
      document: text,
      sha256: createHash('sha256').update(text).digest('hex'),
      templateVersion: TEMPLATE_VERSION,
      issuedAt,
    })
    .returning('id')
  return { id, document }
}
