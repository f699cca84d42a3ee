import { FileDown } from 'lucide-react'
import type { InvoiceDocument } from '../../api/contract/invoice.ts'
import { showError, showToast } from '../stores/toast.ts'
import { Button } from '../ui/button.tsx'
import { useAction } from '../ui/use-action.ts'

interface DocumentButtonProps {
  label: keyof typeof TITLES
  /** Tells the button from others of its kind. */
  name: string
  /** @param downloads loaded on the first download */
  onDownload: (downloads: typeof import('./download-invoice.ts')) => Promise<InvoiceDocument>
  /** Said of a document that has no billing address. */
  noAddressNote?: string
  className?: string | undefined
}

const TITLES = {
  Invoice: { done: 'Invoice Downloaded', failed: 'Invoice Not Downloaded' },
  'Credit note': { done: 'Credit Note Downloaded', failed: 'Credit Note Not Downloaded' },
}

/** Downloads the invoice that counts. */
export function InvoiceButton({ orderId, className }: { orderId: number; className?: string }) {
  return (
    <DocumentButton
      label="Invoice"
      name={`Download the invoice of order ${orderId}`}
      className={className}
      onDownload={({ downloadInvoice }) => downloadInvoice(orderId)}
      noAddressNote="It has no billing address yet: follow the order to complete it."
    />
  )
}

/** Downloads what makes a PDF of a document, and has it made, with a toast for success or failure. */
export function DocumentButton({ label, name, onDownload, noAddressNote, className }: DocumentButtonProps) {
  const { run, isBusy } = useAction(
    async () => {
      const { buyer } = await onDownload(await import('./download-invoice.ts'))
      showToast(TITLES[label].done, buyer.address ? undefined : noAddressNote)
    },
    () => showError(TITLES[label].failed, 'Please check your connection and try again.'),
  )
  return (
    <Button variant="secondary" busy={isBusy} aria-label={name} className={className} onClick={run}>
      {!isBusy && <FileDown aria-hidden="true" className="size-4" />}
      {label}
    </Button>
  )
}
