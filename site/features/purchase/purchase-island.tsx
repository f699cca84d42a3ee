import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { PaidCover } from '../../flow/paid-cover.tsx'
import { $payment } from '../../flow/run-payment.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { $session, loadSession } from '../../stores/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { purchase } from './purchase.ts'
import { usePurchaseForm } from './use-purchase-form.tsx'

/** The purchase dialog: open while a package is selected and nobody is signed in. After the payment a cover hides the page. */
export function PurchaseIsland() {
  const selected = useStore($selectedPackage, { ssr: 'initial' })
  const { isAuthenticated, isLoading } = useStore($session, { ssr: 'initial' })
  const payment = useStore($payment, { ssr: 'initial' })

  useEffect(() => {
    void loadSession()
  }, [])

  if (payment.step === 'succeeded') return <PaidCover order={payment.order} />
  if (!selected || isLoading || isAuthenticated) return null
  return <PurchaseDialog key={selected.id} selected={selected} />
}

function PurchaseDialog({ selected }: { selected: Package }) {
  const payment = useStore($payment)
  const { isLocked, form, progress, payButton } = usePurchaseForm({
    selected,
    buy: purchase,
  })

  function close(): void {
    if (!isLocked) $selectedPackage.set(null)
  }

  // Closed during the payment: an open modal dialog would block clicks on the provider's checkout.
  if (payment.step === 'paying') return null
  return (
    <Dialog
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
