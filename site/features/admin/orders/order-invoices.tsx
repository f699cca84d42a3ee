import type { AdminOrderDetail } from '../../../../api/contract/admin-orders.ts'
import type { InvoiceRecord } from '../../../../api/contract/invoices.ts'
import { DocumentButton } from '../../../invoice/document-button.tsx'
import { DocumentLine } from '../../../invoice/document-line.tsx'
import { OrderPart } from './order-part.tsx'

/** The invoices and credit notes of an order, the oldest first. */
export function OrderInvoices({ order }: { order: AdminOrderDetail }) {
  return (
    <OrderPart<InvoiceRecord[]>
      opening={order}
      path={`/api/admin/orders/${order.id}/invoices`}
      title="Invoices and credit notes"
      failure="The invoices did not load"
      empty="None has been issued yet."
    >
      {(invoices) => (
        <ul className="divide-y divide-line">
          {invoices.map((invoice) => {
            const { document } = invoice
            return (
              <DocumentLine key={document.serial} document={document}>
                <DocumentButton
                  label={document.kind === 'invoice' ? 'Invoice' : 'Credit note'}
                  name={`Download ${document.serial}`}
                  onDownload={({ saveDocument }) => saveDocument(invoice)}
                />
              </DocumentLine>
            )
          })}
        </ul>
      )}
    </OrderPart>
  )
}
