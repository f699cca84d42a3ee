import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { ListedOrder } from '../../../../api/contract/admin.ts'
import type { InvoiceRecord } from '../../../../api/contract/invoice.ts'
import { DocumentButton } from '../../../invoice/document-button.tsx'
import { DocumentLine } from '../../../invoice/document-line.tsx'
import { createFigureStore } from '../../../stores/admin.ts'
import { Dialog, DialogDone } from '../../../ui/dialog.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Everything that was issued for an order, oldest first. */
export function InvoicesDialog({ order, onClose }: { order: ListedOrder; onClose: () => void }) {
  const store = useMemo(
    () => createFigureStore<InvoiceRecord[]>([`/api/admin/orders/${order.id}/invoices`]),
    [order.id],
  )
  const { data, error, loading } = useStore(store)

  // The cache may lack the latest one.
  useEffect(() => store.revalidate(), [store])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invoices and credit notes"
      description={`${order.invoiceNumber} · ${order.packageName} · ${order.customer.firstName} ${order.customer.lastName}`}
      footer={<DialogDone onClose={onClose} />}
    >
      {!data && error && !loading && (
        <LoadFailed title="The invoices did not load" onRetry={() => store.invalidate()} />
      )}
      {!data && (!error || loading) && (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-20" />
        </div>
      )}
      {data && (
        <ul className="-mx-5 -my-4 divide-y divide-line sm:-mx-6">
          {data.map(({ document }) => (
            <DocumentLine key={document.serial} document={document}>
              <DocumentButton
                label={document.kind === 'invoice' ? 'Invoice' : 'Credit note'}
                name={`Download ${document.serial}`}
                onDownload={({ saveDocument }) => saveDocument(document)}
              />
            </DocumentLine>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
