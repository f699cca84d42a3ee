import { useStore } from '@nanostores/react'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { User } from '../../../api/contract/auth.ts'
import { SecurityButton } from '../../security/security-button.tsx'
import { $query } from '../../stores/address.ts'
import { signOut } from '../../stores/session.ts'
import { showError, showToast } from '../../stores/toast.ts'
import { Button } from '../../ui/button.tsx'
import { BellButton } from './notifications/bell-button.tsx'
import { PANEL_ID, TabBar, tabElementId } from './tab-bar.tsx'
import { TabPlaceholder } from './tab-placeholder.tsx'
import { readTab, TABS } from './tabs.ts'

const OrderPage = lazy(async () => ({ default: (await import('./orders/order-page.tsx')).OrderPage }))

export function AdminArea({ user }: { user: User }) {
  const query = useStore($query)
  const tab = readTab(query)
  const orderId = new URLSearchParams(query).get('order')
  const { Panel, label } = TABS[tab]

  return (
    <div className="min-h-dvh bg-ground-quiet">
      <div className="mx-auto max-w-page px-4 pb-16 pt-8 sm:px-6 sm:pt-10 lg:px-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div className="min-w-0">
            <h1 className="text-title font-semibold text-ink">Admin Dashboard</h1>
            <p className="mt-1 text-ink-quiet [overflow-wrap:anywhere]">Welcome back, {user.firstName}</p>
          </div>
          <div className="flex gap-2">
            <BellButton />
            <SecurityButton variant="secondary" />
            <LogoutButton />
          </div>
        </div>
        <div className="mt-6">
          <TabBar selected={tab} />
        </div>
        <div id={PANEL_ID} role="tabpanel" aria-labelledby={tabElementId(tab)} className="pt-6 lg:pt-8">
          <Suspense key={orderId ?? tab} fallback={<TabPlaceholder />}>
            {orderId ? <OrderPage id={orderId} tab={tab} tabLabel={label} /> : <Panel />}
          </Suspense>
        </div>
      </div>
    </div>
  )
}

function LogoutButton() {
  const [isLeaving, setIsLeaving] = useState(false)

  async function leave(): Promise<void> {
    setIsLeaving(true)
    try {
      await signOut()
      showToast('Logged out successfully')
      location.assign('/')
    } catch {
      // The user is cleared all the same, so the home page is shown now.
      showError('Logout failed', 'There was an error logging out')
    }
  }

  return (
    <Button variant="secondary" busy={isLeaving} onClick={() => void leave()}>
      {!isLeaving && <LogOut aria-hidden="true" className="size-4" />}
      Logout
    </Button>
  )
}
