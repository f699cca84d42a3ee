/**
 * Issues each invoice and credit note exactly once (docs/product/shop.md, Invoices and credit notes). Everything runs under the
 * order's row lock. Numbers are assigned under one shared lock, so they have no gaps and follow the time of issue.
 */

import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import stringify from 'safe-stable-stringify'
import { brand, calendar } from '#api/content/content.ts'
import type { InvoiceBuyer, InvoiceDocument } from '#api/contract/money/invoices.ts'
import { dayOf } from '#api/rules/business-calendar.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { ORDER_STATUS, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { statusesThat } from '#api/rules/statuses.ts'
import { Package } from '#db/models/catalogue/package.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { OrderInstalment } from '#db/models/money/order-instalment.ts'
import { Payment } from '#db/models/money/payment.ts'
import { Refund } from '#db/models/money/refund.ts'
import { Order } from '#db/models/orders/order.ts'
import type { Buyer } from '#db/models/people/buyer.ts'
import {
  type BilledAmount,
  type BilledSale,
  billSale,
  describeBuyer,
  documentCurrency,
  type InvoiceHead,
  readSum,
  subtractBilled,
  TEMPLATE_VERSION,
  toBilledAmount,
  writeCreditNote,
  writeInvoice,
} from './document.ts'

const INVOICES_A_RUN = 500

interface Issued {
  id: number
  document: InvoiceDocument
}

/** The documents of a paid and locked order, or of one of its instalments. */
interface Ledger {
  sale: BilledSale
  /** When the first invoice was issued. The period for changing billing details counts from then. */
  firstIssuedAt: Date
  /** The current invoice: the newest one. */
  live: Issued
  /** The current invoice's total minus its credit notes. */
  left: BilledAmount
}

/**
 * Issues an order's missing documents: its invoice once it is paid, and a credit note for each refund.
 * @param at time of issue, for the demo's back-dated history; unset: now
 */
export async function issueDocuments(db: Knex, orderId: number, at?: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const order = await Order.query(trx).findById(orderId).forUpdate()
    if (order && !PAYMENT_STATUS[order.paymentStatus].isUnpaid) await updateLedgers(trx, order, at)
  })
}

/**
 * Issues missing invoices of paid orders, such as those paid before the shop had invoices, in the order of payment.
 * @param onError called for an order whose invoice cannot be issued; the others continue
 */
export async function issueMissingInvoices(db: Knex, onError: (error: unknown, orderId: number) => void) {
  const orders = await selectUninvoiced(db).limit(INVOICES_A_RUN)
  for (const { id } of orders) await issueDocuments(db, id).catch((error) => onError(error, id))
}

/** Selects paid orders without an invoice whose buyer is still known, in the order of payment. */
export function selectUninvoiced(db: Knex) {
  return Order.query(db)
    .whereNotIn('paymentStatus', statusesThat(PAYMENT_STATUS, 'isUnpaid'))
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
 * @returns one ledger for the order or, if it is paid in instalments, one for each instalment that is paid or invoiced. None if no buyer is
 *   stored any more: the customer was erased, or the order is too old.
 */
export async function updateLedgers(trx: Knex.Transaction, order: Order, at?: Date): Promise<Ledger[]> {
  const issued = await Invoice.query(trx).where({ orderId: order.id }).orderBy('id')
  const ledgers: Ledger[] = []
  for (const sale of await listSales(trx, order, issued)) {
    const own = issued.filter(
      ({ instalmentPosition }) => instalmentPosition === (sale.instalment?.position ?? null),
    )
    const known = own.length > 0 ? readLedger(sale, own) : await issueFirst(trx, sale, ledgers, at)
    if (known) ledgers.push(await creditWriteOff(trx, await creditRefunds(trx, known, own, at), at))
  }
  return ledgers
}

/** Issues a credit note for each processed refund that has none. @param issued the ledger's stored documents */
async function creditRefunds(trx: Knex.Transaction, ledger: Ledger, issued: readonly Invoice[], at?: Date) {
  const { sale, live } = ledger
  const { order, instalment } = sale
  const credited = issued.map(({ refundId }) => refundId).filter((id) => id !== null)
  const refunds = await Refund.query(trx)
    .joinRelated('payment')
    .where({ 'payment.orderId': order.id, 'payment.fulfilsOrder': true })
    .whereIn('refunds.status', statusesThat(REFUND_STATUS, 'isBack'))
    .where(instalment ? { 'payment.instalmentPosition': instalment.position } : {})
    .whereNotIn('refunds.id', credited)
    .orderBy(['refunds.processedAt', 'refunds.id'])
    .select('refunds.id', 'refunds.amountCents')
  let { left } = ledger
  for (const { id: refundId, amountCents } of refunds) {
    // The last refund credits everything left, including rounding differences.
    const isLast = amountCents >= left.charged.minor
    const sum = isLast ? left : toBilledAmount(amountCents, order, live.document.currency)
    await issue(trx, { kind: 'credit_note', sale, correctsId: live.id, refundId, at }, (head) =>
      writeCreditNote(head, sale, { invoice: live.document, left, sum, reason: 'refund' }),
    )
    left = subtractBilled(left, sum)
  }
  return { ...ledger, left }
}

/** Credits the invoice of an unpaid instalment that was written off, or that lapsed with a full refund. */
async function creditWriteOff(trx: Knex.Transaction, ledger: Ledger, at?: Date): Promise<Ledger> {
  const { sale, live, left } = ledger
  const { order, instalment } = sale
  const state = instalment && INSTALMENT_STATE[instalment.state]
  const isOver = state?.isWrittenOff || (state?.hasLapsed && PAYMENT_STATUS[order.paymentStatus].isRefunded)
  if (!isOver || left.charged.minor === 0) return ledger
  await issue(trx, { kind: 'credit_note', sale, correctsId: live.id, at }, (head) =>
    writeCreditNote(head, sale, { invoice: live.document, left, sum: left, reason: 'written_off' }),
  )
  return { ...ledger, left: subtractBilled(left, left) }
}

/** Credits the rest of current invoices and issues them again with another buyer. @param which the ledgers to change */
export async function reissue(
  trx: Knex.Transaction,
  ledgers: readonly Ledger[],
  { buyer, which }: { buyer: InvoiceBuyer; which: readonly Ledger[] },
) {
  const current = [...ledgers]
  for (const ledger of which) {
    const { sale, live, left } = ledger
    await issue(trx, { kind: 'credit_note', sale, correctsId: live.id }, (head) =>
      writeCreditNote(head, sale, { invoice: live.document, left, sum: left, reason: 'billing_details' }),
    )
    const earlier = nameEarlier(sale, current)
    const anew = await issue(trx, { kind: 'invoice', sale, replacesId: live.id }, (head) =>
      writeInvoice(head, sale, { buyer, left, earlier }),
    )
    current[current.indexOf(ledger)] = { ...ledger, live: anew }
  }
}

/**
 * Lists the sales to invoice. An instalment that is due on completion is invoiced before it is paid.
 * @param issued stored documents: instalments that have one stay listed
 */
async function listSales(
  trx: Knex.Transaction,
  order: Order,
  issued: readonly Invoice[],
): Promise<BilledSale[]> {
  const { category } = await Package.query(trx).findById(order.packageId).select('category').throwIfNotFound()
  const payments = await Payment.query(trx).where({ orderId: order.id, fulfilsOrder: true })
  if (!order.isInInstalments) {
    const [payment] = payments
    const paymentId = payment?.providerPaymentId ?? null
    return [{ order, category, paymentId, isTransfer: payment?.isTransfer, instalment: undefined }]
  }
  const instalments = await OrderInstalment.query(trx).where({ orderId: order.id }).orderBy('position')
  const sumOf = (some: readonly OrderInstalment[]) =>
    some.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const billed = instalments.map((instalment, index) => {
    const earlier = instalments.slice(0, index)
    const paidBefore = sumOf(earlier.filter(({ state }) => INSTALMENT_STATE[state].isPaid))
    return { ...instalment, of: instalments.length, before: sumOf(earlier), paidBefore }
  })
  return billed.flatMap(({ paymentId, ...instalment }): BilledSale[] => {
    const payment = payments.find(({ id }) => id === paymentId)
    if (payment) {
      const { providerPaymentId, isTransfer } = payment
      return [{ order, category, paymentId: providerPaymentId, isTransfer, instalment }]
    }
    const isDue = INSTALMENT_STATE[instalment.state].isDue && ORDER_STATUS[order.status].isDone
    const isInvoiced = issued.some(({ instalmentPosition }) => instalmentPosition === instalment.position)
    return isDue || isInvoiced ? [{ order, category, paymentId: null, instalment }] : []
  })
}

/** @param others ledgers of earlier instalments. The new invoice cites their serials and takes over their buyer and currency. */
async function issueFirst(
  trx: Knex.Transaction,
  sale: BilledSale,
  others: readonly Ledger[],
  at?: Date,
): Promise<Ledger | undefined> {
  const { order } = sale
  const original = order.isErased ? await findStoredBuyer(trx, order.id) : order.buyer
  const buyer = others.at(-1)?.live.document.buyer ?? (original && describeBuyer(original))
  if (!buyer) return undefined
  const left = billSale(sale, others[0]?.live.document.currency ?? documentCurrency(order))
  const earlier = nameEarlier(sale, others)
  const live = await issue(trx, { kind: 'invoice', sale, at }, (head) =>
    writeInvoice(head, sale, { buyer, left, earlier }),
  )
  return { sale, live, left, firstIssuedAt: new Date(live.document.issuedAt) }
}

/** @returns the invoice serials of earlier instalments */
const nameEarlier = ({ instalment }: BilledSale, ledgers: readonly Ledger[]): string[] =>
  ledgers
    .filter(({ sale }) => (sale.instalment?.position ?? 0) < (instalment?.position ?? 0))
    .map(({ live }) => live.document.serial)

/** Finds the stored buyer of an order whose customer was erased before its invoice was issued. */
async function findStoredBuyer(trx: Knex.Transaction, orderId: number): Promise<Buyer | undefined> {
  const stored = await trx('kept_invoices').where({ orderId }).first<{ buyer: Buyer } | undefined>('buyer')
  return stored?.buyer
}

function readLedger(sale: BilledSale, rows: Invoice[]): Ledger | undefined {
  const issued = rows.flatMap(({ id, kind, correctsId, document }) =>
    document === null ? [] : [{ id, kind, correctsId, document: readDocument(document) }],
  )
  const invoices = issued.filter(({ kind }) => kind === 'invoice')
  const [first, live] = [invoices[0], invoices.at(-1)]
  if (!first || !live) return undefined
  const left = issued
    .filter(({ correctsId }) => correctsId === live.id)
    .reduce((rest, { document }) => subtractBilled(rest, readSum(document)), readSum(live.document))
  return { sale, live, left, firstIssuedAt: new Date(first.document.issuedAt) }
}

export function readDocument(text: string): InvoiceDocument {
  return JSON.parse(text) as InvoiceDocument
}

type Cause = Pick<Invoice, 'kind'> &
  Partial<Pick<Invoice, 'correctsId' | 'refundId' | 'replacesId'>> & {
    sale: BilledSale
    at?: Date | undefined
  }

async function issue(
  trx: Knex.Transaction,
  { at, sale: { order, instalment }, ...cause }: Cause,
  write: (head: InvoiceHead) => InvoiceDocument,
) {
  const { kind } = cause
  // Held until the transaction ends, so that numbers and times of issue ascend together.
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
  // Sorts the keys, so that equal content always has the same hash (https://www.rfc-editor.org/rfc/rfc8785).
  const text = stringify(document)
  const { id } = await Invoice.query(trx)
    .insert({
      ...cause,
      orderId: order.id,
      instalmentPosition: instalment?.position ?? null,
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

/**
 * @param day in the company's time zone
 * @param startMonth first month of the financial year, 1 to 12
 * @example nameSeries('2027-03-31', 4) // 26-27
 * @example nameSeries('2027-03-31', 1) // 2027
 */
export function nameSeries(day: string, startMonth: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  if (startMonth === 1) return String(year)
  const first = month >= startMonth ? year : year - 1
  return [first, first + 1].map((one) => String(one).slice(-2)).join('-')
}

/** At most 16 characters, as India requires (CGST Rules 2017, rule 46(b)). @example formatSerial('invoice', '26-27', 7) // 26-27-000007 */
export function formatSerial(kind: Invoice['kind'], series: string, number: number): string {
  const serial = `${series}-${String(number).padStart(6, '0')}`
  return kind === 'credit_note' ? `CN-${serial}` : serial
}
