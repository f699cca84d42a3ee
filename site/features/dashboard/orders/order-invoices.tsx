import { useCallback, useState } from 'react'
import type { InvoiceRecord, InvoiceResponse } from '../../../../api/contract/invoices.ts'
import { callApi } from '../../../client/api.ts'
import { useFetched } from '../../../client/use-fetched.ts'
import { formatDate } from '../../../format/date.ts'
import { DocumentButton } from '../../../invoice/document-button.tsx'
import { DocumentLine } from '../../../invoice/document-line.tsx'
import { showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { Card } from '../../../ui/primitives/card.tsx'
import { LoadFailed } from '../../../ui/primitives/load-failed.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { BillingDetailsDialog } from './billing-details-dialog.tsx'

async function fetchDocuments(orderId: number) {
  const [invoice, creditNotes] = await Promise.all([
    callApi<InvoiceResponse>(`/api/orders/${orderId}/invoice`),
    callApi<InvoiceRecord[]>(`/api/orders/${orderId}/credit-notes`),
  ])
  return { invoice, creditNotes }
}

/** An order's current invoice, its credit notes and the billing details. */
export function OrderInvoices({ orderId }: { orderId: number }) {
  const fetch = useCallback(() => fetchDocuments(orderId), [orderId])
  const { data: documents, error, reload } = useFetched(fetch)
  const [isEditing, setIsEditing] = useState(false)

  if (!documents) {
    return (
      <Card title="Invoice">
        {error ? (
          <LoadFailed title="The invoice did not load" onRetry={reload}>
            It is safe with us. Check your connection and try again.
          </LoadFailed>
        ) : (
          <div role="status" className="px-5 py-5 sm:px-6">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-11" />
          </div>
        )}
      </Card>
    )
  }
  const { invoice, creditNotes } = documents
  const { document, billingDetailsUntil } = invoice
  const isComplete = Boolean(document.buyer.address)
  return (
    <Card title={creditNotes.length > 0 ? 'Invoice and credit notes' : 'Invoice'}>
      <ul className="divide-y divide-line">
        <DocumentLine document={document}>
          <DocumentButton
            label="Invoice"
            name={`Download the invoice of order ${orderId}`}
            onDownload={({ saveDocument }) => saveDocument(invoice)}
          />
        </DocumentLine>
        {creditNotes.map((note) => (
          <DocumentLine key={note.document.serial} document={note.document}>
            <DocumentButton
              label="Credit note"
              name={`Download the credit note ${note.document.serial}`}
              onDownload={({ saveDocument }) => saveDocument(note)}
            />
          </DocumentLine>
        ))}
      </ul>
      <div className="border-t border-line px-5 py-5 text-sm sm:px-6">
        <p className="text-ink-quiet">Billed to</p>
        <p className="mt-0.5 text-ink [overflow-wrap:anywhere]">
          {[document.buyer.name, document.buyer.company].filter(Boolean).join(', ')}
        </p>
        {!isComplete && <p className="mt-2 text-ink">This invoice has no billing address yet.</p>}
        {billingDetailsUntil && (
          <>
            <Button
              variant={isComplete ? 'secondary' : 'primary'}
              className="mt-4 max-sm:w-full"
              onClick={() => setIsEditing(true)}
            >
              {isComplete ? 'Correct billing details' : 'Complete billing details'}
            </Button>
            <p className="mt-2 text-ink-quiet">
              Possible until {formatDate(billingDetailsUntil)}. This invoice is credited, and a new one is
              issued.
            </p>
          </>
        )}
      </div>
      {isEditing && (
        <BillingDetailsDialog
          document={document}
          onClose={() => setIsEditing(false)}
          onSaved={(isNew) => {
            setIsEditing(false)
            showToast(
              isNew ? 'Invoice Issued Anew' : 'Nothing Changed',
              isNew
                ? 'The earlier one was credited. You can download both documents here.'
                : 'The invoice already has these details.',
            )
            reload()
          }}
        />
      )}
    </Card>
  )
}
