/** The page of one order, `?order=12`: its answers, staff, payments and history. */
import { ArrowRight, PackageSearch } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AdminOrderDetail, ListedOrder } from '#api/contract/orders/admin-orders.ts'
import { awaitsDecision } from '#api/rules/order-work/work-state.ts'
import { hasWorkToDo, isDeliverable, isInWork, ORDER_ATTENTION, PAYMENT_STATUS } from '#api/rules/orders.ts'
import { omitPlaceholders } from '#api/rules/placeholders.ts'
import { OrderMails } from '#site/areas/admin/activity/mails.tsx'
import { BackLink } from '#site/areas/admin/list/page-head.tsx'
import { PlaceLink, rememberLeftOrder } from '#site/areas/admin/list/place-link.tsx'
import { isErased, nameOrder } from '#site/areas/admin/list/row-labels.ts'
import { useFetchedById, useFigure, useRefresh } from '#site/areas/admin/list/use-figure.ts'
import { OpenDispute } from '#site/areas/admin/money/disputes.tsx'
import { OrderPlan } from '#site/areas/admin/money/order-plan.tsx'
import { OrderRefundDialog } from '#site/areas/admin/refunds/order-refund-dialog.tsx'
import { RefundRequestCard } from '#site/areas/admin/refunds/refund-request-card.tsx'
import { formatMoment } from '#site/kit/format/date.ts'
import { useTitle } from '#site/kit/shell/use-title.ts'
import { changeQuery } from '#site/kit/stores/address.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { OrderFiles } from '#site/order/attachments/file-links.tsx'
import { Conversation } from '#site/order/conversation/conversation.tsx'
import { listReplyFacts } from '#site/order/conversation/reply-facts.ts'
import { TeamCredentials } from '#site/order/credentials/team-credentials.tsx'
import { TeamDates } from '#site/order/dates/order-dates.tsx'
import { OpenDecision } from '#site/order/delivery/open-request.tsx'
import { TeamDelivery } from '#site/order/delivery/team-delivery.tsx'
import { useOrderHint } from '#site/order/use-order-part.ts'
import { OrderAnswers } from './order-answers.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderInvoices, OrderPayment } from './order-payment.tsx'
import { CustomerLink, OrderCustomer, OrderStaff } from './order-people.tsx'
import { OrderSummary } from './order-summary.tsx'
import { StatusSelect } from './status-select.tsx'

/** Two orders, because one of them may be the shown one. */
const WAITING = `/api/admin/orders?attention=awaitsReply&sort=${ORDER_ATTENTION.awaitsReply.sort}&limit=2`

interface OrderPageProps {
  id: string
  /** The query of the place that the order was opened from, for the link back at the top. */
  back: URLSearchParams
  backLabel: string
}

export function OrderPage({ id, back, backLabel }: OrderPageProps) {
  const { data: order, error, failure, reload } = useFetchedById<AdminOrderDetail>('/api/admin/orders', id)
  const heading = useRef<HTMLHeadingElement>(null)
  const name = order ? nameOrder(order) : failure === 'unknown' ? 'Order not found' : `Order #${id}`
  const company = order && omitPlaceholders(order.buyer).company
  usePlaceInList(id, heading)
  useTitle(`${name} – Admin`)
  useRefresh(() => void reload())
  useOrderHint(Number(id), reload)

  return (
    <div className="on-paper flex flex-col gap-5">
      <div>
        <div className="-mt-3 flex flex-wrap items-center justify-between gap-x-4">
          <BackLink
            to={back}
            onGo={() => changeQuery({ ...Object.fromEntries(back), order: undefined })}
            className="-ml-4"
          >
            {backLabel}
          </BackLink>
          <NextWaiting id={Number(id)} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4">
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-2xl font-semibold tracking-tight text-ink focus:outline-none"
          >
            {name}
          </h2>
          {order && <StatusSelect order={order} readyTo={order.readyTo} onSaved={reload} />}
          {order?.workState && <StatusBadge kind="work" status={order.workState} />}
        </div>
        {order && (
          <p className="mt-1 text-ink-quiet [overflow-wrap:anywhere]">
            <span className="font-medium text-ink">{order.packageName}</span>
            {!isErased(order.buyer) && (
              <>
                {' · '}
                <CustomerLink order={order} />
                {company && `, ${company}`}
              </>
            )}
            {PAYMENT_STATUS[order.paymentStatus].isUnpaid && ' · Unpaid attempt'} · ordered{' '}
            <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>
            <OpenDispute orderId={order.id} />
          </p>
        )}
      </div>
      {!order && !failure && (
        <Loading className="grid gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
          <Skeleton className="h-20 rounded-lg lg:col-span-2" />
          <Skeleton className="h-96 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </Loading>
      )}
      {failure === 'unknown' && <UnknownOrder />}
      {!order && failure === 'failed' && (
        <Card>
          <LoadFailed title="This order didn’t load" error={error} onRetry={() => void reload()} />
        </Card>
      )}
      {order && <OrderCards order={order} reload={reload} />}
    </div>
  )
}

/** The cards of the page: on a phone by importance, on wider screens side by side. */
function OrderCards({ order, reload }: { order: AdminOrderDetail; reload: () => Promise<void> }) {
  const [isRefunding, setIsRefunding] = useState(false)
  const isPaid = !PAYMENT_STATUS[order.paymentStatus].isUnpaid
  const description = `${nameOrder(order)} · ${order.packageName}`
  const who = order.buyer.firstName || 'The customer'
  return (
    <>
      <OrderSummary order={order} />
      {awaitsDecision(order.workState) && <OpenDecision orderId={order.id} who={who} call={callAdminApi} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:grid-rows-[auto_auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5 max-lg:contents lg:col-start-2">
          {isPaid && <RefundRequestCard orderId={order.id} price={order.amount} description={description} />}
          <OrderStaff order={order} onChanged={() => void reload()} />
        </div>
        <div
          className={`${order.assignments.length > 0 ? 'max-lg:-order-1' : ''} flex min-w-0 flex-col gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1`}
        >
          {isPaid && (
            <Conversation
              orderId={order.id}
              team={listReplyFacts(order, order.buyer.firstName, new Date())}
              call={callAdminApi}
            />
          )}
          <OrderAnswers order={order} onChanged={() => void reload()} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:row-span-2">
          {isPaid && (
            <TeamDelivery
              orderId={order.id}
              description={description}
              who={who}
              call={callAdminApi}
              canDeliver={isDeliverable(order)}
            />
          )}
          {isInWork(order) && order.readyTo !== 'close' && (
            <TeamDates orderId={order.id} call={callAdminApi} />
          )}
          {isPaid && (
            <>
              {hasWorkToDo(order) && <TeamCredentials orderId={order.id} call={callAdminApi} />}
              <OrderFiles isDense isTeam orderId={order.id} call={callAdminApi} />
            </>
          )}
          <OrderCustomer order={order} />
          {order.instalments && <OrderPlan order={order} />}
          <OrderPayment order={order} onRefund={() => setIsRefunding(true)} />
          {isPaid && !isErased(order.buyer) && <OrderInvoices order={order} />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <OrderHistory order={order} />
          <OrderMails opening={order} filter={`orderId=${order.id}`} empty="No emails yet." />
        </div>
      </div>
      {isRefunding && (
        <OrderRefundDialog
          order={{ ...order, customer: order.buyer }}
          onClose={() => {
            setIsRefunding(false)
            void reload()
          }}
        />
      )}
    </>
  )
}

/** A link to the next order whose customer waits for a reply. */
function NextWaiting({ id }: { id: number }) {
  const { data } = useFigure<ListedOrder[]>(WAITING)
  const next = data?.find((order) => order.id !== id)
  if (!next) return null
  return (
    <PlaceLink
      to={{ tab: 'orders', order: String(next.id) }}
      onGo={() => changeQuery({ order: String(next.id) })}
      className={buttonClass({ variant: 'ghost', className: '-mr-4' })}
    >
      Next waiting order
      <span className="sr-only">: {nameOrder(next)}</span>
      <ArrowRight aria-hidden="true" className="size-4" />
    </PlaceLink>
  )
}

function UnknownOrder() {
  return (
    <Card>
      <EmptyState
        icon={PackageSearch}
        action={
          <PlaceLink to={{ tab: 'orders' }} className={buttonClass({ variant: 'secondary' })}>
            See all orders
          </PlaceLink>
        }
      >
        The link may be wrong, or it was an unpaid attempt that has been removed.
      </EmptyState>
    </Card>
  )
}

/** Opens the order scrolled to the top, with the focus on its name. On the way back, the list is scrolled to where it was. */
function usePlaceInList(id: string, heading: RefObject<HTMLElement | null>): void {
  // Read while the list is still in the document, because the page is shorter without it.
  const [scrollTop] = useState(() => scrollY)
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
    return () => rememberLeftOrder(Number(id), scrollTop)
  }, [id, scrollTop, heading])
}
