import { FileDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { InvoiceDocument } from '../../api/contract/invoice.ts'
import { showError, showToast } from '../stores/toast.ts'
import { Button } from '../ui/button.tsx'

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
  const [isMaking, setIsMaking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasMaking = useRef(false)

  // The button loses the focus while it is disabled. It gets it back unless another element has it by then.
  useEffect(() => {
    if (wasMaking.current && !isMaking && document.activeElement === document.body) button.current?.focus()
    wasMaking.current = isMaking
  }, [isMaking])

  async function download(): Promise<void> {
    setIsMaking(true)
    try {
      const { buyer } = await onDownload(await import('./download-invoice.ts'))
      showToast(TITLES[label].done, buyer.address ? undefined : noAddressNote)
    } catch {
      showError(TITLES[label].failed, 'Please check your connection and try again.')
    } finally {
      setIsMaking(false)
    }
  }

  return (
    <Button
      ref={button}
      variant="secondary"
      busy={isMaking}
      aria-label={name}
      className={className}
      onClick={() => void download()}
    >
      {!isMaking && <FileDown aria-hidden="true" className="size-4" />}
      {label}
    </Button>
  )
}
