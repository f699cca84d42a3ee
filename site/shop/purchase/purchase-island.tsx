import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { $selectedPackage } from '#site/kit/stores/selected-package.ts'
import { $session, loadSession } from '#site/kit/stores/session.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { PaidCover } from '#site/shop/payment/paid-cover.tsx'
import { $payment } from '#site/shop/payment/run-payment.ts'
import { purchase } from './purchase.ts'
import { usePurchaseForm } from './use-purchase-form.tsx'

/** The purchase dialog, open while a package is selected and nobody is signed in. After the payment a cover hides the page. */
export const PurchaseIsland = island(Purchase)

function Purchase() {
  const selected = useStore($selectedPackage, { ssr: 'initial' })
  const { user, isLoading } = useStore($session, { ssr: 'initial' })
  const payment = useStore($payment, { ssr: 'initial' })

  useEffect(() => {
    void loadSession()
  }, [])

  if (payment.step === 'succeeded') return <PaidCover order={payment.order} />
  if (!selected || isLoading || user) return null
  return <PurchaseDialog key={selected.id} selected={selected} />
}

function PurchaseDialog({ selected }: { selected: Package }) {
  const payment = useStore($payment)
  const { close, form, footer } = usePurchaseForm({
    selected,
    buy: purchase,
    onClose: () => $selectedPackage.set(null),
  })

  // Closed while paying: an open modal dialog would block clicks on the provider's checkout.
  if (payment.step === 'paying') return null
  return (
    <Dialog onClose={close} title={`Get Started with ${selected.name}`} size="xl" isCapped footer={footer}>
      {form}
    </Dialog>
  )
}
