import { useStore } from '@nanostores/react'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { User } from '../../../api/contract/auth.ts'
import type { CustomerOrder } from '../../../api/contract/orders.ts'
import { $orders } from '../../stores/orders.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmNotice } from './confirm-notice.tsx'
import { findJustPaid } from './just-paid.ts'
import { OrderHistory } from './order-history.tsx'
import { describeWork } from './order-work.ts'
import { PackageDialog } from './package-dialog.tsx'
import { PaidNotice } from './paid-notice.tsx'
import { ProfileCard } from './profile-card.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { RecentOrders, RecentOrdersPlaceholder } from './recent-orders.tsx'
import { StatCards } from './stat-cards.tsx'

const NEW_FOR_MS = 24 * 3_600_000

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
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title font-semibold text-ink [overflow-wrap:anywhere]">
            {isNew(user) ? 'Welcome' : 'Welcome back'}, {user.firstName}
          </h1>
          <p className="mt-1.5 min-h-[2lh] text-ink-quiet sm:min-h-0">{describeWork(orders)}</p>
        </div>
        <a href="/" className={buttonClass({ variant: orders?.length === 0 ? 'primary' : 'secondary' })}>
          Browse Packages
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      </div>
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

/** Nobody comes back on the day that their account was made. */
function isNew({ createdAt }: User): boolean {
  return Date.now() - Date.parse(createdAt) < NEW_FOR_MS
}
