import { useStore } from '@nanostores/react'
import { ArrowRight, ClipboardList, MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CustomerOrder } from '#api/contract/orders/orders.ts'
import type { StaffAssignment } from '#api/contract/orders/staff.ts'
import type { User } from '#api/contract/people/auth.ts'
import { ASSIGNMENT_STATUS } from '#api/rules/status-labels.ts'
import { ProfileCard } from '#site/account/profile/profile-card.tsx'
import { AreaIsland } from '#site/areas/area-island.tsx'
import { callApi } from '#site/kit/client/api.ts'
import { greet } from '#site/kit/format/people.ts'
import { $query } from '#site/kit/stores/address.ts'
import { $orders } from '#site/kit/stores/orders.ts'
import { $userId, createFetcherStore, refetch } from '#site/kit/stores/query.ts'
import { readGreeting } from '#site/kit/stores/session.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { useLiveUnread } from '#site/order/conversation/unread.tsx'
import { StatCards } from './orders/order-figures.tsx'
import { OrderHistory } from './orders/order-history.tsx'
import { OrderPage } from './orders/order-page.tsx'
import { findJustPaid, findLastPayment } from './orders/order-work.ts'
import { PackageDialog } from './orders/package-dialog.tsx'
import { PaidNotice, PaymentReceived } from './orders/paid-notice.tsx'
import { QuestionsDialog } from './orders/questions-dialog.tsx'
import { RecentOrders, RecentOrdersPlaceholder } from './orders/recent-orders.tsx'
import { DashboardSpinner, OverviewHeading } from './overview-heading.tsx'

export const DashboardIsland = island(DashboardArea)

function DashboardArea() {
  return (
    <AreaIsland isFor={() => true} spinner={<DashboardSpinner greeting={readGreeting()} />}>
      {(user) => <Dashboard user={user} />}
    </AreaIsland>
  )
}

/** Shows the order that the URL names, or the overview. */
function Dashboard({ user }: { user: User }) {
  const orderId = new URLSearchParams(useStore($query)).get('order')
  useLiveUnread()
  const [leftOrder, setLeftOrder] = useState<string | null>(null)

  useEffect(() => {
    if (!orderId) return
    return () => {
      setLeftOrder(orderId)
      // The order may have changed on its page.
      void refetch($orders)
    }
  }, [orderId])

  return (
    <div className="min-h-dvh bg-ground-quiet">
      {orderId ? <OrderPage key={orderId} id={orderId} /> : <Overview user={user} leftOrder={leftOrder} />}
    </div>
  )
}

interface OverviewProps {
  user: User
  /** The order whose page the customer came from. Its link gets the focus. */
  leftOrder: string | null
}

function Overview({ user, leftOrder }: OverviewProps) {
  const { data: orders, error, loading } = useStore($orders)
  const [shownOrder, setShownOrder] = useState<CustomerOrder | undefined>()
  const [askedOrder, setAskedOrder] = useState<CustomerOrder | undefined>()
  const list = { orders, error: loading ? undefined : error, onRetry: () => $orders.invalidate() }
  const justPaid = orders && findJustPaid(orders, new Date())
  const justPaidMore = orders?.find((order) => order.instalments && findLastPayment(order, new Date()))

  useEffect(() => {
    if (!leftOrder) return
    // An order has up to two links. The last is in the history, which lists all orders.
    const links = document.querySelectorAll<HTMLElement>(`[data-order="${CSS.escape(leftOrder)}"]`)
    links[links.length - 1]?.focus()
  }, [leftOrder])

  return (
    <div className="page flex flex-col gap-6 py-8 sm:py-10 lg:gap-8">
      <OverviewHeading greeting={greet(user, new Date())} orders={orders} isStaff={user.isStaff} />
      {user.isStaff && <StaffWork />}
      {orders || list.error ? (
        <>
          {justPaid && (
            <PaidNotice order={justPaid} email={user.email} onAnswer={() => setAskedOrder(justPaid)} />
          )}
          {!justPaid && justPaidMore && <PaymentReceived order={justPaidMore} />}
          {!user.isEmailVerified && <ConfirmNotice email={user.email} />}
          <RecentOrders {...list} onAnswer={setAskedOrder} confirmed={justPaid} />
          <StatCards orders={orders} />
          <OrderHistory {...list} onShowPackage={setShownOrder} onAnswer={setAskedOrder} />
          <ProfileCard user={user} />
        </>
      ) : (
        // Show nothing else yet: the orders would push it down when they arrive.
        <RecentOrdersPlaceholder />
      )}
      {shownOrder && <PackageDialog hasLink order={shownOrder} onClose={() => setShownOrder(undefined)} />}
      {askedOrder && (
        <QuestionsDialog
          order={askedOrder}
          onClose={() => setAskedOrder(undefined)}
          onSaved={() => void refetch($orders)}
        />
      )}
    </div>
  )
}

/** Asks the customer to confirm the e-mail address. Nothing is blocked until then. */
function ConfirmNotice({ email }: { email: string }) {
  const { run, isBusy } = useAction(
    async () => {
      await callApi('/api/auth/confirm-link', { method: 'POST' })
      showToast('Link Sent', `We sent it to ${email}.`)
    },
    explainBy('Error', 'The link couldn’t be sent. Please try again.'),
  )

  return (
    <section
      aria-label="Your email address"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-ground-raised px-5 py-4 sm:px-6"
    >
      <div className="min-w-0 max-w-text flex-1 basis-72 text-sm">
        <h2 className="font-semibold text-ink">Please confirm your email address</h2>
        <p className="mt-1 text-ink-quiet [overflow-wrap:anywhere]">
          Open the link we emailed to {email} while you’re signed in.
        </p>
      </div>
      <Button variant="secondary" busy={isBusy} onClick={run} className="max-sm:w-full">
        <MailCheck aria-hidden="true" className="size-4" />
        Resend link
      </Button>
    </section>
  )
}

const $assignments = createFetcherStore<StaffAssignment[]>(['/api/staff/assignments', $userId])

/** Leads staff to their own area, because signing in takes them to the dashboard. */
function StaffWork() {
  const { data } = useStore($assignments)
  const open = data?.filter(({ status }) => !ASSIGNMENT_STATUS[status].isDone).length
  return (
    <a
      href="/staff"
      className="flex min-h-target items-center gap-3 rounded-lg border border-line bg-ground-raised px-5 py-3.5 text-sm font-semibold text-ink shadow-card transition-colors hover:border-line-strong sm:px-6"
    >
      <ClipboardList aria-hidden="true" className="size-5 shrink-0 text-accent-strong" />
      <span className="flex-1 tabular-nums">
        Your open assignments{open === undefined ? '' : ` (${open})`}
      </span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
    </a>
  )
}
