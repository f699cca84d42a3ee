import { FileDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../../../api/contract/orders.ts'
import { showError, showToast } from '../../../stores/toast.ts'
import { Button } from '../../../ui/button.tsx'

/** Downloads an order's invoice, with a toast for success or failure. */
export function InvoiceButton({ order, className }: { order: Order; className?: string }) {
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
      const { downloadInvoice } = await import('./download-invoice.ts')
      await downloadInvoice(order)
      showToast('Invoice Downloaded')
    } catch {
      showError('Invoice Not Downloaded', 'Please check your connection and try again.')
    } finally {
      setIsMaking(false)
    }
  }

  return (
    <Button
      ref={button}
      variant="secondary"
      busy={isMaking}
      aria-label={`Download the invoice of order ${order.id}`}
      className={className}
      onClick={() => void download()}
    >
      {!isMaking && <FileDown aria-hidden="true" className="size-4" />}
      Invoice
    </Button>
  )
}
