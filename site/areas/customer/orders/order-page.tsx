/** The page of one order, `?order=ID`. */
import { ArrowLeft, ClipboardList, PackageSearch } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { OrderRefundRequest } from '#api/contract/money/refund-requests.ts'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { findDueInstalment } from '#api/rules/money/instalments.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readStatus } from '#site/kit/client/refusals.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import { useTitle } from '#site/kit/shell/use-title.ts'
import { changeQuery } from '#site/kit/stores/address.ts'
import { Button, buttonClass, LinkButton } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { QueryLink } from '#site/kit/ui/primitives/query-link.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useKeptFocus } from '#site/kit/ui/use-focus.ts'
import { Conversation } from '#site/order/conversation/conversation.tsx'
import { useOrderHint, useOrderPart } from '#site/order/use-order-part.ts'
import { Deliveries, findWholeDelivery } from './delivery/deliveries.tsx'
import { awaitsAcceptance, NextStepCard } from './delivery/next-step-card.tsx'
import { InstalmentsPart, PaymentInstalments } from './instalments/payment-instalments.tsx'
import { describeNextStep } from './next-step.ts'
import { OrderBilling } from './order-billing.tsx'
import { OrderStatusBadge } from './order-facts.tsx'
import { FilesAndCredentials } from './order-files.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { nameAnswerAction } from './order-work.ts'
import { OrderWorkCard } from './order-work-card.tsx'
import { PackageDialog } from './package-dialog.tsx'
import { PaymentReceived } from './paid-notice.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { RefundCard } from './refund/refund-card.tsx'
import { ReviewCard } from './review/review-card.tsx'

export function OrderPage({ id }: { id: string }) {
  const { order, error, failure, reload } = useOrderDetail(id)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(`INV-${id}`)

  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="page on-paper flex flex-col gap-6 py-6 sm:pb-10">
      <div>
        <QueryLink
          href="/dashboard"
          onGo={() => changeQuery({ order: undefined })}
          className={buttonClass({ variant: 'ghost', className: '-ml-4 -mt-2' })}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          All orders
        </QueryLink>
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-title font-semibold text-ink [overflow-wrap:anywhere] focus:outline-none"
        >
          {order ? order.packageName : failure === 'unknown' ? 'Order not found' : `INV-${id}`}
        </h1>
        {order && <OrderFacts order={order} />}
      </div>
      {!order && !failure && <DetailSkeleton />}
      {!order && failure === 'unknown' && (
        <Card>
          <EmptyState
            icon={PackageSearch}
            action={
              <a href="/dashboard" className={buttonClass({ variant: 'secondary' })}>
                See your orders
              </a>
            }
          >
            The link may be wrong, or the order belongs to another account.
          </EmptyState>
        </Card>
      )}
      {!order && failure === 'failed' && (
        <Card>
          <LoadFailed title="This order didn’t load" error={error} onRetry={reload}>
            It’s safe with us.
          </LoadFailed>
        </Card>
      )}
      {order && <OrderCards order={order} onNews={reload} />}
    </div>
  )
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const [isPackageShown, setIsPackageShown] = useState(false)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 text-sm tabular-nums text-ink-quiet">
      <OrderStatusBadge order={order} />
      <span translate="no">{order.invoiceNumber}</span>
      <LinkButton onClick={() => setIsPackageShown(true)}>View package</LinkButton>
      {isPackageShown && <PackageDialog order={order} onClose={() => setIsPackageShown(false)} />}
    </div>
  )
}

function DetailSkeleton() {
  return (
    <Loading className="flex flex-col gap-6">
      <Skeleton className="h-24 rounded-lg" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </Loading>
  )
}

const ID = /^[1-9]\d{0,9}$/

function useOrderDetail(id: string) {
  // No order has the id 0, so an invalid id leads to 'not found'.
  const path = `/api/orders/${ID.test(id) ? id : 0}`
  const fetch = useCallback((signal: AbortSignal) => callApi<OrderDetail>(path, { signal }), [path])
  const { data: order, error, reload } = useFetched(fetch)
  const failure = error && (readStatus(error) === 404 ? ('unknown' as const) : ('failed' as const))
  return { order, error, failure, reload }
}

/** Scrolls to the invoices for the link in a receipt (`?invoice`). */
function showInvoice(place: HTMLElement | null): void {
  if (place && new URLSearchParams(location.search).has('invoice')) place.scrollIntoView()
}

interface OrderCardsProps {
  order: OrderDetail
  onNews: () => void
}

function OrderCards({ order, onNews }: OrderCardsProps) {
  const [isAnswering, setIsAnswering] = useState(false)
  const write = useRef<() => void>(null)
  const { data: refund, setData } = useOrderPart<OrderRefundRequest>(order.id, 'refund-request')
  const rules = refund?.request && REFUND_REQUEST_STATE[refund.request.state]
  const isAsked = Boolean(rules?.isLive)
  // The policy refunds nothing once the warranty is over, unless a fault was reported in time.
  const { warrantyUntil, requests } = order.work
  const isOver = warrantyUntil && requests.length === 0 && new Date(warrantyUntil) < new Date()
  const can = refund && ((refund.canAsk && !isOver) || refund.gives === 'cancel')
  const isShown = refund && (can || (rules && !rules.isCancelled))
  const refundCard = useRef<HTMLDivElement>(null)
  // The card moves on the page when a refund is asked for or the request is withdrawn.
  useKeptFocus(refundCard, String(isAsked), { hasMoved: true })
  const card = isShown && (
    <RefundCard
      card={refundCard}
      orderId={order.id}
      refund={refund}
      isLateByHalf={order.work.dates.late?.isByHalf === true}
      onChanged={setData}
    />
  )
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <OrderLead
            order={order}
            onNews={onNews}
            onAnswer={() => setIsAnswering(true)}
            onReply={() => write.current?.()}
          />
          {isAsked && card}
          <Deliveries work={order.work} deliveries={order.deliveries} shown={findAwaiting(order)} />
          <ReviewCard orderId={order.id} packageName={order.packageName} />
          <div className="lg:sticky lg:top-24">
            <Conversation orderId={order.id} call={callApi} write={write} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <OrderWorkCard order={order} />
          <FilesAndCredentials orderId={order.id} deliveries={order.deliveries} />
          <OrderBilling order={order}>
            {order.instalments && !findDueInstalment(order) && (
              <div ref={showInvoice}>
                <InstalmentsPart order={order} />
              </div>
            )}
            <div ref={order.instalments ? null : showInvoice}>
              <OrderInvoices orderId={order.id} />
            </div>
            {!isAsked && card}
          </OrderBilling>
        </div>
      </div>
      {isAnswering && (
        <QuestionsDialog order={order} onClose={() => setIsAnswering(false)} onSaved={onNews} />
      )}
    </>
  )
}

/** The delivery that the next step shows. */
const findAwaiting = (order: OrderDetail) =>
  awaitsAcceptance(order) ? findWholeDelivery(order.deliveries) : undefined

/** What was paid and what is due, and the next step. */
function OrderLead({
  order,
  onNews,
  onAnswer,
  onReply,
}: OrderCardsProps & { onAnswer: () => void; onReply: () => void }) {
  useOrderHint(order.id, onNews)
  const { asksAnswers, isTheirs, ...step } = describeNextStep(order, new Date())
  const isToPay = findDueInstalment(order) !== undefined
  return (
    <>
      <PaymentReceived order={order} />
      {isToPay && <PaymentInstalments order={order} />}
      <NextStepCard
        order={order}
        {...step}
        onReply={onReply}
        isTheirs={!isToPay && isTheirs}
        questions={
          asksAnswers ? (
            <Button
              icon={ClipboardList}
              variant={isTheirs && !isToPay ? 'primary' : 'secondary'}
              className="max-sm:w-full"
              onClick={onAnswer}
            >
              {nameAnswerAction(order)}
            </Button>
          ) : (
            <LinkButton onClick={onAnswer}>Questions and answers</LinkButton>
          )
        }
      />
    </>
  )
}
