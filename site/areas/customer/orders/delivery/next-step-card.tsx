/** The top of an order's page: whose turn it is, the next step, and the delivery that waits to be accepted. */
import { Check, PencilLine, Reply, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { RequestKind } from '#api/contract/orders/deliveries.ts'
import type { OrderDetail } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { findInstalmentAtAcceptance } from '#api/rules/money/instalments.ts'
import { isTested, isWithCustomer } from '#api/rules/order-work/work-state.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { WARRANTY_DAYS } from '#api/rules/promises.ts'
import { useInstalmentPayment } from '#site/areas/customer/orders/instalments/payment-instalments.tsx'
import { addDays } from '#site/areas/customer/orders/next-step.ts'
import { callApi } from '#site/kit/client/api.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { useKeptFocus } from '#site/kit/ui/use-focus.ts'
import { RefundLink } from '#site/order/dates/order-dates.tsx'
import { DeliveryItem, RequestQuote } from '#site/order/delivery/delivery-item.tsx'
import { findOpenRequest } from '#site/order/delivery/open-request.tsx'
import { sendHint } from '#site/order/live.ts'
import { findWholeDelivery } from './deliveries.tsx'
import { RequestDialog } from './request-dialog.tsx'

interface NextStepCardProps {
  order: OrderDetail
  title: string
  text: string
  /** Whether it is the customer's turn. */
  isTheirs: boolean
  /** The button that opens the questions. */
  questions: ReactNode
  onReply: () => void
}

const ACTS = {
  accept: { label: 'Accept delivery', icon: Check },
  fault: { label: 'Report a problem', icon: TriangleAlert },
  change: { label: 'Request a change', icon: PencilLine },
  warranty: { label: 'Report a problem', icon: TriangleAlert },
}

export function NextStepCard({ order, title, text, isTheirs, questions, onReply }: NextStepCardProps) {
  const { id: orderId, work, deliveries } = order
  const [asked, setAsked] = useState<keyof typeof ACTS | undefined>()
  const heading = useRef<HTMLHeadingElement>(null)
  const open = findOpenRequest(work)
  const delivery = awaitsAcceptance(order) ? findWholeDelivery(deliveries) : undefined
  const canReport =
    work.state === null && work.warrantyUntil !== null && new Date(work.warrantyUntil) > new Date()
  const dueThen = findInstalmentAtAcceptance(order)
  const toPay = dueThen && formatAmount(dueThen.amount, order.currency)
  const acceptLabel = toPay ? `Accept and pay ${toPay}` : ACTS.accept.label
  const { pay, notice } = useInstalmentPayment(order, dueThen)
  useKeptFocus(heading, `${order.status} ${work.state} ${order.paidAmount}`)

  /** @throws as callApi does */
  async function send(action: string, body?: object): Promise<void> {
    await callApi(`/api/orders/${orderId}/${action}`, { method: 'POST', ...(body && { body }) })
    // Makes the page fetch the order again.
    sendHint(orderId)
  }

  const ask = (kind: RequestKind) => async (words: string) => {
    await send('delivery-requests', { kind, text: words })
    showToast(kind === 'fault' ? 'Report Sent' : 'Request Sent')
  }
  const close = () => setAsked(undefined)
  const draw = (act: keyof typeof ACTS, variant: 'primary' | 'secondary' = 'secondary') => (
    <Button icon={ACTS[act].icon} variant={variant} className="max-sm:w-full" onClick={() => setAsked(act)}>
      {act === 'accept' ? acceptLabel : ACTS[act].label}
    </Button>
  )
  return (
    <section
      aria-label="Next step"
      className={`rounded-lg border ${isTheirs ? 'border-accent/40 bg-accent-soft' : 'border-line bg-ground-raised shadow-card'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-5 py-4 sm:px-6">
        <div className="min-w-0 max-w-text flex-1 basis-72" aria-live="polite">
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-base font-semibold tracking-tight text-ink focus:outline-none"
          >
            {title}
          </h2>
          <p className="mt-1 text-sm leading-relaxed text-ink-quiet">
            {text}
            {delivery && toPay && ` ${toPay} is due when you accept.`}
          </p>
          {notice}
          {!delivery && work.dates.late?.isByHalf && !order.turn.endsWith('_refund') && (
            <RefundLink>Request a refund</RefundLink>
          )}
        </div>
        <div className="flex flex-wrap gap-3 empty:hidden max-sm:w-full">
          {order.turn === 'reply' && (
            <Button icon={Reply} className="max-sm:w-full" onClick={onReply}>
              Reply
            </Button>
          )}
          {!delivery && (
            <>
              {canReport && draw('warranty')}
              {!ORDER_STATUS[order.status].isCancelled && questions}
            </>
          )}
        </div>
      </div>
      {open && (
        <div className="px-5 pb-5 sm:px-6">
          <RequestQuote request={open} />
        </div>
      )}
      {delivery && (
        <>
          <section
            aria-label="Your delivery"
            className="border-t border-accent/25 bg-ground-raised px-5 py-5 sm:px-6"
          >
            <DeliveryItem delivery={delivery} requests={work.requests} />
          </section>
          <div className="flex flex-wrap gap-3 rounded-b-lg border-t border-line bg-ground-raised px-5 py-4 sm:px-6">
            {draw('accept', isTheirs && order.turn === 'check' ? 'primary' : 'secondary')}
            {isTested(work.state) && draw('fault')}
            {isTested(work.state) && draw('change')}
            {questions}
          </div>
        </>
      )}
      {asked === 'accept' && delivery && (
        <ConfirmDialog
          title={toPay ? `${acceptLabel}?` : 'Accept the delivery?'}
          variant="primary"
          confirm={acceptLabel}
          onCancel={close}
          onConfirm={async () => {
            await send(`deliveries/${delivery.number}/accept`)
            close()
            showToast('Thank you', 'You accepted the delivery, and your order is completed.')
            // The delivery stays accepted, however the payment ends.
            if (dueThen) pay()
          }}
          explain={(error) => {
            explainBy('Not Accepted', 'Please check your connection and try again.')(error)
            sendHint(orderId)
          }}
        >
          This completes your order. Your warranty runs until{' '}
          {formatPromise(addDays(new Date(delivery.at), WARRANTY_DAYS))}.
          {toPay &&
            ` ${toPay} is then due, and the payment opens right away. If you pay later, the amount stays due.`}
          {open && ' Your open change request will be closed.'}
        </ConfirmDialog>
      )}
      {asked && asked !== 'accept' && (
        <RequestDialog
          orderId={orderId}
          kind={asked === 'change' ? 'change' : 'fault'}
          title={ACTS[asked].label}
          work={work}
          onClose={close}
          onSend={ask(asked === 'change' ? 'change' : 'fault')}
        />
      )}
    </section>
  )
}

/** Whether the customer can accept what was delivered. */
export const awaitsAcceptance = ({ work }: Pick<OrderDetail, 'work'>): boolean => isWithCustomer(work.state)
