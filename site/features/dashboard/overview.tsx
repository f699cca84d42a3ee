import { useStore } from '@nanostores/react'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { User } from '../../../api/contract/auth.ts'
import type { Order } from '../../../api/contract/orders.ts'
import { $orders } from '../../stores/orders.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmNotice } from './confirm-notice.tsx'
import { OrderHistory } from './order-history.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { ProfileCard } from './profile-card.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { StatCards } from './stat-cards.tsx'

interface OverviewProps {
  user: User
  /** The order whose page was left: the focus returns to its link. */
  leftOrder: string | null
}

export function Overview({ user, leftOrder }: OverviewProps) {
  const { data: orders, error, loading } = useStore($orders)
  const [shownOrder, setShownOrder] = useState<Order | undefined>()
  const [askedOrder, setAskedOrder] = useState<Order | undefined>()
  const list = { orders, hasFailed: Boolean(error) && !loading, onRetry: () => $orders.invalidate() }

  useEffect(() => {
    if (!leftOrder) return
    // The last link: of the two lists, the history has all orders.
    const links = document.querySelectorAll<HTMLElement>(`[data-order="${CSS.escape(leftOrder)}"]`)
    links[links.length - 1]?.focus()
  }, [leftOrder])

  return (
    <div className="page flex flex-col gap-6 py-8 sm:py-12 lg:gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title font-semibold text-ink [overflow-wrap:anywhere]">
            Welcome back, {user.firstName}
          </h1>
          <p className="mt-1.5 text-ink-quiet">
            Your services, what we still need from you, and your details.
          </p>
        </div>
        <a href="/" className={buttonClass({ variant: 'primary' })}>
          Browse Packages
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      </div>
      {!user.isEmailVerified && <ConfirmNotice email={user.email} />}
      <StatCards orders={orders} hasFailed={list.hasFailed} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
        <ProfileCard user={user} />
        <RecentOrders {...list} />
      </div>
      <OrderHistory {...list} onShowPackage={setShownOrder} onAnswer={setAskedOrder} />
      {shownOrder && <PackageDialog order={shownOrder} onClose={() => setShownOrder(undefined)} />}
      {askedOrder && (
        <QuestionsDialog order={askedOrder} onClose={() => setAskedOrder(undefined)} onSaved={list.onRetry} />
      )}
    </div>
  )
}
