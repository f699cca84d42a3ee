import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $selectedPackage } from '../../stores/selected-package.ts'
import { $session, loadSession } from '../../stores/session.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'

/** The purchase modal: open while a visitor who is not signed in has a package selected. */
export function PurchaseIsland() {
  const selected = useStore($selectedPackage, { ssr: 'initial' })
  const { isAuthenticated, isLoading } = useStore($session, { ssr: 'initial' })

  useEffect(() => {
    void loadSession()
  }, [])

  if (!selected || isLoading || isAuthenticated) return null
  return <PurchaseDialog key={selected.id} selected={selected} />
}
