import type { InvoiceDocument } from '#api/contract/money/invoices.ts'
import { issueDocuments } from '#api/money/invoices/issue.ts'
import { Invoice } from '#db/models/money/invoice.ts'
import type { TestApp } from './test-app.ts'

/** Issues what is missing. @returns all documents of the order, oldest first */
export async function issueAll(shop: TestApp, orderId: number): Promise<InvoiceDocument[]> {
  await issueDocuments(shop.db, orderId)
  const rows = await Invoice.query(shop.db).where({ orderId }).orderBy('id')
  return rows.map(({ document }) => JSON.parse(document ?? ''))
}
