import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $payment } from '../../flow/run-payment.ts'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { $session, loadSession } from '../../stores/session.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'

/** The purchase modal, open while a package is selected. A customer who is signed in goes on to the checkout page instead. */
export function PurchaseIsland() {
  const selected = useStore($selectedPackage, { ssr: 'initial' })
  const { isAuthenticated, isLoading } = useStore($session, { ssr: 'initial' })
  const selectedId = selected?.id

  useEffect(() => {
    void loadSession()
  }, [])

  useEffect(() => {
    // A purchase that has just signed its buyer in is no reason to go anywhere.
    if (selectedId === undefined || !isAuthenticated || $payment.get().step !== 'idle') return
    location.assign(`/checkout?packageId=${selectedId}`)
  }, [selectedId, isAuthenticated])

  if (!selected || isLoading || isAuthenticated) return null
  return <PurchaseDialog key={selected.id} selected={selected} />
}
