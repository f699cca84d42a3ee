import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { PaidCover } from '../../flow/paid-cover.tsx'
import { $payment } from '../../flow/run-payment.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { $session, loadSession } from '../../stores/session.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'

/** The purchase modal: open while a visitor who is not signed in has a package selected. A purchase made covers the page. */
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
