import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { User } from '../../../api/contract/auth.ts'
import { useLiveUnread } from '../../order-page/unread.tsx'
import { AreaIsland } from '../../shell/area-island.tsx'
import { $query } from '../../stores/address.ts'
import { readGreeting } from '../../stores/session.ts'
import { OrderPage } from './orders/order-page.tsx'
import { Overview } from './overview.tsx'
import { DashboardSpinner } from './overview-heading.tsx'

export function DashboardIsland() {
  return (
    <AreaIsland isFor={() => true} spinner={<DashboardSpinner greeting={readGreeting()} />}>
      {(user) => <Dashboard user={user} />}
    </AreaIsland>
  )
}

/** Shows the order that the address names, or the overview. */
function Dashboard({ user }: { user: User }) {
  const orderId = new URLSearchParams(useStore($query)).get('order')
  useLiveUnread()
  const [leftOrder, setLeftOrder] = useState<string | null>(null)

  useEffect(() => {
    if (orderId) return () => setLeftOrder(orderId)
    return undefined
  }, [orderId])

  return (
    <div className="min-h-dvh bg-ground-quiet">
      {orderId ? <OrderPage key={orderId} id={orderId} /> : <Overview user={user} leftOrder={leftOrder} />}
    </div>
  )
}
