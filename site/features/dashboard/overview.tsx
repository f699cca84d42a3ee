import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { User } from '../../../api/contract/auth.ts'
import type { CustomerOrder } from '../../../api/contract/orders.ts'
import { greet } from '../../format/greet.ts'
import { $orders } from '../../stores/orders.ts'
import { ConfirmNotice } from './confirm-notice.tsx'
import { findJustPaid } from './just-paid.ts'
import { OrderHistory } from './order-history.tsx'
import { OverviewHeading } from './overview-heading.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { PaidNotice } from './paid-notice.tsx'
import { PastOrders } from './past-orders.tsx'
import { ProfileCard } from './profile-card.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { RecentOrders, RecentOrdersPlaceholder } from './recent-orders.tsx'
import { StatCards } from './stat-cards.tsx'

interface OverviewProps {
  user: User
  /** The order whose page was left: the focus returns to its link. */
  leftOrder: string | null
}

export function Overview({ user, leftOrder }: OverviewProps) {
  const { data: orders, error, loading } = useStore($orders)
  const [shownOrder, setShownOrder] = useState<CustomerOrder | undefined>()
  const [askedOrder, setAskedOrder] = useState<CustomerOrder | undefined>()
  const list = { orders, hasFailed: Boolean(error) && !loading, onRetry: () => $orders.invalidate() }
  const justPaid = orders && findJustPaid(orders, new Date())

  useEffect(() => {
    if (!leftOrder) return
    // The last link: of the two lists, the history has all orders.
    const links = document.querySelectorAll<HTMLElement>(`[data-order="${CSS.escape(leftOrder)}"]`)
    links[links.length - 1]?.focus()
  }, [leftOrder])

  return (
    <div className="page flex flex-col gap-6 py-8 sm:py-10 lg:gap-8">
      <OverviewHeading greeting={greet(user, new Date())} orders={orders} />
      {orders || list.hasFailed ? (
        <>
          {justPaid && (
            <PaidNotice order={justPaid} email={user.email} onAnswer={() => setAskedOrder(justPaid)} />
          )}
          {!user.isEmailVerified && <ConfirmNotice email={user.email} />}
          <RecentOrders {...list} onAnswer={setAskedOrder} confirmed={justPaid} />
          <StatCards orders={orders} />
          <OrderHistory {...list} onShowPackage={setShownOrder} onAnswer={setAskedOrder} />
          <ProfileCard user={user} />
          <PastOrders />
        </>
      ) : (
        // Alone: what stood below would be pushed down.
        <RecentOrdersPlaceholder />
      )}
      {shownOrder && <PackageDialog order={shownOrder} onClose={() => setShownOrder(undefined)} />}
      {askedOrder && (
        <QuestionsDialog
          order={askedOrder}
          onClose={() => setAskedOrder(undefined)}
          onSaved={() => $orders.revalidate()}
        />
      )}
    </div>
  )
}
