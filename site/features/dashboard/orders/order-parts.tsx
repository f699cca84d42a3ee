import type { OrderRefundRequest } from '../../../../api/contract/order-work/refund-requests.ts'
import type { OrderDetail } from '../../../../api/contract/orders.ts'
import { findDuePart } from '../../../../api/rules/money/parts.ts'
import { isLive } from '../../../../api/rules/order-work/refund-request.ts'
import { isInWork } from '../../../../api/rules/orders.ts'
import { callApi } from '../../../client/api.ts'
import { CustomerAccess } from '../../../order-page/access/customer-access.tsx'
import { OrderFiles } from '../../../order-page/attachments/file-links.tsx'
import { Conversation } from '../../../order-page/conversation.tsx'
import { CustomerDates } from '../../../order-page/dates/order-dates.tsx'
import { useOrderHint, useOrderPart } from '../../../order-page/use-order-part.ts'
import { Card } from '../../../ui/primitives/card.tsx'
import { Deliveries, findWhole } from './delivery/deliveries.tsx'
import { isAwaited, NextStepCard, QuestionsButton } from './delivery/next-step-card.tsx'
import { describeNextStep, isAsked } from './next-step.ts'
import { OrderContact } from './order-contact.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { OrderPurchase } from './order-purchase.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { hasContact, nameAnswerAction } from './order-work.ts'
import { PaymentParts } from './parts/payment-parts.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import { RefundCard } from './refund/refund-card.tsx'
import { ReviewCard } from './review/review-card.tsx'

interface OrderPartsProps {
  order: OrderDetail
  onNews: () => void
  isAnswering: boolean
  onAnswering: (isAnswering: boolean) => void
}

export function OrderParts({ order, onNews, isAnswering, onAnswering }: OrderPartsProps) {
  const { data: refund, setData } = useOrderPart<OrderRefundRequest>(order.id, 'refund-request')
  const isAsked = Boolean(refund?.request && isLive(refund.request.state))
  const isShown = refund && (refund.canAsk || refund.gives === 'cancel' || refund.request)
  const card = isShown && <RefundCard orderId={order.id} refund={refund} onChanged={setData} />
  return (
    <>
      <OrderLead order={order} onNews={onNews} onAnswer={() => onAnswering(true)} />
      {isAsked && card}
      <ReviewCard orderId={order.id} packageName={order.packageName} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
        <div className="min-w-0 lg:sticky lg:top-24">
          <Conversation orderId={order.id} call={callApi} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:gap-8">
          {hasContact(order) && (
            <Card title="Your contact">
              <OrderContact contacts={order.contacts} className="px-5 py-5 sm:px-6" />
            </Card>
          )}
          {isInWork(order) && <CustomerDates dates={order.work.dates} />}
          <CustomerAccess orderId={order.id} call={callApi} />
          <OrderFiles orderId={order.id} call={callApi} />
          <OrderTimeline order={order} />
          {order.parts && !findDuePart(order) && <PaymentParts order={order} />}
          <OrderPurchase order={order} />
          <OrderInvoices orderId={order.id} />
          {!isAsked && card}
        </div>
      </div>
      {isAnswering && <QuestionsDialog order={order} onClose={() => onAnswering(false)} onSaved={onNews} />}
    </>
  )
}

/** What comes next and, beneath it, what was delivered. */
function OrderLead({
  order,
  onNews,
  onAnswer,
}: {
  order: OrderDetail
  onNews: () => void
  onAnswer: () => void
}) {
  useOrderHint(order.id, onNews)
  const { asksAnswers, ...step } = describeNextStep(order, new Date())
  const isToPay = findDuePart(order) !== undefined
  const shown = isAwaited(order) ? findWhole(order.deliveries) : undefined
  return (
    <>
      {isToPay && <PaymentParts order={order} />}
      <NextStepCard
        order={order}
        {...step}
        isTheirs={!isToPay && (asksAnswers || order.work.state === 'delivered' || isAsked(order))}
        questions={
          <QuestionsButton
            label={asksAnswers ? nameAnswerAction(order) : 'Questions and answers'}
            isNext={asksAnswers && !isToPay}
            onClick={onAnswer}
          />
        }
      />
      <Deliveries work={order.work} deliveries={order.deliveries} shown={shown} />
    </>
  )
}
