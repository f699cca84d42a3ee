import { useStore } from '@nanostores/react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { $payment } from '../../flow/run-payment.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { purchase } from './purchase.ts'
import { usePurchaseForm } from './use-purchase-form.tsx'

export function PurchaseDialog({ selected }: { selected: Package }) {
  const payment = useStore($payment)
  const { isLocked, form, progress, payButton } = usePurchaseForm({
    selected,
    // After a failure the page is about to change.
    isClosed: payment.step === 'failed',
    buy: purchase,
  })

  function close(): void {
    if (!isLocked) $selectedPackage.set(null)
  }

  return (
    <Dialog
      // The provider's checkout is outside the dialog, so a modal dialog would block clicks on it.
      open={payment.step !== 'paying'}
      onClose={close}
      title={`Get Started with ${selected.name}`}
      size="xl"
      isCapped
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {progress}
          <div className="ml-auto flex w-full flex-1 gap-3 sm:w-auto sm:flex-none">
            <Button variant="secondary" disabled={isLocked} onClick={close}>
              Cancel
            </Button>
            {payButton}
          </div>
        </div>
      }
    >
      {form}
    </Dialog>
  )
}
