/** One order on a page of its own, `?order=ID`: its package, what happened, what comes next. */

import { ArrowLeft, PackageSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../format/date.ts'
import { useTitle } from '../../shell/use-title.ts'
import { changeQuery } from '../../stores/address.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { QueryLink } from '../../ui/query-link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OrderContact } from './order-contact.tsx'
import { OrderDeliveries } from './order-deliveries.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { OrderNextStep } from './order-next-step.tsx'
import { OrderPurchase } from './order-purchase.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { hasContact } from './order-work.ts'
import { QuestionsDialog } from './questions-dialog.tsx'
import { useOrderDetail } from './use-order-detail.ts'

export function OrderPage({ id }: { id: string }) {
  const { order, failure, reload } = useOrderDetail(id)
  const [isAnswering, setIsAnswering] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(`Order #${id}`)

  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="page flex flex-col gap-6 py-8 sm:py-10 lg:gap-8">
      <div>
        <QueryLink
          href="/dashboard"
          onGo={() => changeQuery({ order: undefined })}
          className={buttonClass({ variant: 'ghost', className: '-ml-4' })}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          All orders
        </QueryLink>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="min-w-0">
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-title font-semibold text-ink [overflow-wrap:anywhere] focus:outline-none"
            >
              {order ? order.packageName : failure === 'unknown' ? 'Order not found' : `Order #${id}`}
            </h1>
            {order && (
              <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm tabular-nums text-ink-quiet">
                <OrderStatusBadge order={order} />
                <span>Order #{order.id}</span>
                <span>{order.invoiceNumber}</span>
                <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
              </div>
            )}
          </div>
        </div>
      </div>
      {!order && !failure && <DetailSkeleton />}
      {!order && failure === 'unknown' && (
        <Card>
          <EmptyState
            icon={PackageSearch}
            title="There is no such order in your account"
            action={
              <a href="/dashboard" className={buttonClass({ variant: 'secondary' })}>
                See your orders
              </a>
            }
          >
            The link may be mistyped, or it belongs to another account.
          </EmptyState>
        </Card>
      )}
      {!order && failure === 'failed' && (
        <Card>
          <LoadFailed title="This order did not load" onRetry={reload}>
            It is safe with us. Check your connection and try again.
          </LoadFailed>
        </Card>
      )}
      {order && (
        <>
          <OrderNextStep order={order} onAnswer={() => setIsAnswering(true)} />
          <OrderDeliveries order={order} />
          <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
            <div className="flex min-w-0 flex-col gap-6 lg:gap-8">
              <OrderTimeline order={order} />
              {hasContact(order) && (
                <Card title="Your contact">
                  <OrderContact contacts={order.contacts} className="px-5 py-5 sm:px-6" />
                </Card>
              )}
            </div>
            <div className="flex min-w-0 flex-col gap-6 lg:gap-8">
              <OrderPurchase order={order} />
              <OrderInvoices orderId={order.id} />
            </div>
          </div>
          {isAnswering && (
            <QuestionsDialog order={order} onClose={() => setIsAnswering(false)} onSaved={reload} />
          )}
        </>
      )}
    </div>
  )
}

function DetailSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6 lg:gap-8">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-24 rounded-lg" />
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-8">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  )
}
