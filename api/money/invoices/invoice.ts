/** Reads invoices and credit notes. Issues those first that no job has issued yet. */
import type { Knex } from 'knex'
import type { InvoiceRecord, InvoiceResponse } from '#api/contract/money/invoices.ts'
import { NotFound } from '#api/platform/errors.ts'
import { hasPayment, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import { Order } from '#db/models/orders/order.ts'
import { endOfBillingDetails } from './billing-details.ts'
import { issueDocuments, readDocument, selectUninvoiced } from './issue.ts'

type Reader = { isAdmin: true } | { isAdmin: boolean; id: number }

/**
 * @param instalment position of the instalment; unset: the instalment with the newest invoice
 * @returns the newest invoice, which replaces earlier ones after a change of the billing details
 * @throws NotFound if the order is not the reader's, is unpaid, or its customer was erased
 */
export async function getInvoice(
  db: Knex,
  orderId: number,
  reader: Reader,
  instalment?: number,
): Promise<InvoiceResponse> {
  const { order, documents } = await readOrder(db, orderId, reader)
  const issued = documents.filter(({ kind }) => kind === 'invoice')
  const wanted = instalment ?? issued.at(-1)?.instalmentPosition ?? null
  const invoices = issued.filter(({ instalmentPosition }) => instalmentPosition === wanted)
  const [first, live] = [invoices[0], invoices.at(-1)]
  if (!first || !live) throw new NotFound('Invoice')
  const until = endOfBillingDetails(first.issuedAt)
  const isOpen = hasPayment(order) && new Date() <= until
  return { ...toRecord(live), billingDetailsUntil: isOpen ? until.toISOString() : null }
}

/** Lists credit notes, oldest first. @throws NotFound as getInvoice does */
export async function listCreditNotes(db: Knex, orderId: number, reader: Reader): Promise<InvoiceRecord[]> {
  const { documents } = await readOrder(db, orderId, reader)
  return documents.filter(({ kind }) => kind === 'credit_note').map(toRecord)
}

/** Lists invoices and credit notes, oldest first, for admins. @throws NotFound as getInvoice does */
export async function listDocuments(db: Knex, orderId: number): Promise<InvoiceRecord[]> {
  const { documents } = await readOrder(db, orderId, { isAdmin: true })
  return documents.map(toRecord)
}

/** Lists all invoices and credit notes of the orders, oldest first. Skips orders of erased customers, as getInvoice does. */
export async function listRecords(db: Knex, orders: readonly Order[]): Promise<InvoiceRecord[]> {
  const orderIds = orders.filter(({ isErased }) => !isErased).map(({ id }) => id)
  for (const { id } of await selectUninvoiced(db).whereIn('id', orderIds)) await issueDocuments(db, id)
  const documents = await Invoice.query(db)
    .whereIn('orderId', orderIds)
    .whereNotNull('document')
    .orderBy('id')
  return documents.map(toRecord)
}

async function readOrder(db: Knex, orderId: number, reader: Reader) {
  const order = await Order.query(db)
    .findById(orderId)
    .where(reader.isAdmin ? {} : { userId: reader.id })
    .select('id', 'buyer', 'paymentStatus')
  if (!order || PAYMENT_STATUS[order.paymentStatus].isUnpaid || order.isErased) throw new NotFound('Order')
  await issueDocuments(db, orderId)
  const documents = await Invoice.query(db).where({ orderId }).whereNotNull('document').orderBy('id')
  return { order, documents }
}

function toRecord({ document, sha256, templateVersion }: Invoice): InvoiceRecord {
  return { document: readDocument(document ?? ''), sha256, templateVersion }
}
