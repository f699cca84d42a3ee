/** The refund of an order: a link of the card 'Billing' and, during a request, a card that says where it stands. */
import { type RefObject, useEffect, useState } from 'react'
import type { OrderRefundRequest, RefundRequest } from '#api/contract/money/refund-requests.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { type CustomerAct, REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { BANK_DAYS } from '#api/rules/promises.ts'
import { callApi } from '#site/kit/client/api.ts'
import { formatMoment } from '#site/kit/format/date.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { ConfirmDialog } from '#site/kit/ui/dialog/confirm-dialog.tsx'
import { Button, LINK_CLASS, LinkButton } from '#site/kit/ui/primitives/button.tsx'
import { Card, CardPart } from '#site/kit/ui/primitives/card.tsx'
import { sendHint } from '#site/order/live.ts'
import { DecisionText } from '#site/order/refund/refund-words.tsx'
import { AskDialog, DisputeDialog } from './ask-dialog.tsx'

interface RefundCardProps {
  /** A ref set to the card's element, which can take the focus. */
  card: RefObject<HTMLDivElement | null>
  orderId: number
  refund: OrderRefundRequest
  /** Whether the delivery is more than half of its time late, which the policy gives a refund for. */
  isLateByHalf: boolean
  onChanged: (changed: OrderRefundRequest) => void
}

type Asked = CustomerAct | 'cancel' | 'ask'

export function RefundCard({ card, orderId, refund, isLateByHalf, onChanged }: RefundCardProps) {
  const { gives, cancelBy, canAsk, isDisputed, request } = refund
  const [asked, setAsked] = useState<Asked | undefined>()
  /** The request's version when a dialog opened, so that the customer agrees only to what they saw. */
  const [seen, setSeen] = useState(0)
  const isWhole = Number(refund.left) === Number(refund.paid)
  /** What a cancellation gives back. */
  const all = `${isWhole ? 'your full payment of' : 'the remaining'} ${formatAmount(refund.left, refund.currency)}`
  const live = request !== null && REFUND_REQUEST_STATE[request.state].isLive
  const close = () => setAsked(undefined)

  // For links to `#refund`: the card exists only once it has loaded.
  useEffect(() => {
    if (location.hash === '#refund') card.current?.scrollIntoView()
  }, [card])

  /** @throws as callApi does */
  async function send(path: string, body?: object): Promise<void> {
    const at = `/api/orders/${orderId}/${path}`
    onChanged(await callApi<OrderRefundRequest>(at, { method: 'POST', ...(body && { body }) }))
    sendHint(orderId)
  }
  const answer = (act: CustomerAct, text?: string) =>
    send('refund-request/answer', { version: seen, answer: act, ...(text && { text }) })
  function explain(error: unknown) {
    explainBy('Not Done', 'Please check your connection and try again.')(error)
    close()
    sendHint(orderId)
  }

  const can = { cancel: gives === 'cancel', ask: canAsk }
  const body = (
    <>
      <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
        {request && <Standing request={request} gives={gives} />}
        {request && <DecisionText request={request} />}
        {can.cancel && cancelBy && (
          <p>
            Cancel by <time dateTime={cancelBy}>{formatMoment(cancelBy)}</time>{' '}
            {isWhole ? 'for a full refund' : `to get ${all} back`}.
          </p>
        )}
        {isDisputed && (
          <p className="text-ink">
            Your bank is reviewing this payment. We can’t refund it until the review is over.
          </p>
        )}
      </div>
      {!live && (can.cancel || can.ask) && (
        <p className="flex flex-wrap gap-x-5">
          {can.cancel && <LinkButton onClick={() => setAsked('cancel')}>Cancel my order</LinkButton>}
          {can.ask && <LinkButton onClick={() => setAsked('ask')}>Request a refund</LinkButton>}
          <a href="/refund-policy" className={LINK_CLASS}>
            Refund policy
          </a>
        </p>
      )}
      {request && (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {request.acts.map((act) => (
            <Button
              key={act}
              variant={act === 'agree' ? 'primary' : act === 'withdraw' ? 'ghost' : 'secondary'}
              className={`max-sm:w-full ${act === 'withdraw' ? 'sm:first:-ml-4' : ''}`}
              onClick={() => {
                setSeen(request.version)
                setAsked(act)
              }}
            >
              {LABELS[act]}
            </Button>
          ))}
        </div>
      )}
    </>
  )
  return (
    <div id="refund" ref={card} tabIndex={-1} className="scroll-mt-24 focus:outline-none">
      {live ? (
        <Card title="Refund" className="!border-accent/40">
          <div className={`${BODY} px-5 py-5 sm:px-6`}>{body}</div>
        </Card>
      ) : (
        <CardPart isTitleHidden={!request} title="Refund">
          <div className={BODY}>{body}</div>
        </CardPart>
      )}
      {asked === 'ask' && (
        <AskDialog
          orderId={orderId}
          refund={refund}
          isLateByHalf={isLateByHalf}
          onClose={close}
          onSend={(body) => send('refund-request', body)}
        />
      )}
      {asked === 'second_look' && (
        <DisputeDialog orderId={orderId} onClose={close} onSend={(text) => answer('second_look', text)} />
      )}
      {asked === 'cancel' && (
        <ConfirmDialog
          title="Cancel your order?"
          cancel="Keep it"
          confirm="Cancel my order"
          onCancel={close}
          onConfirm={async () => {
            await send('cancellation')
            close()
            scrollTo({ top: 0, behavior: 'instant' })
            showToast('Your order is cancelled')
          }}
          explain={explain}
        >
          We refund {all} to the card or account you paid with, which takes your bank {BANK_DAYS.join(' to ')}{' '}
          days. This can’t be undone.
        </ConfirmDialog>
      )}
      {(asked === 'agree' || asked === 'withdraw') && (
        <ConfirmDialog
          title={`${LABELS[asked]}?`}
          variant={asked === 'agree' ? 'primary' : 'destructive'}
          cancel="Back"
          confirm={LABELS[asked]}
          onCancel={close}
          onConfirm={async () => {
            await answer(asked)
            close()
            showToast(...DONE[asked])
          }}
          explain={explain}
        >
          {explainAct(asked, refund)}
        </ConfirmDialog>
      )}
    </div>
  )
}

const BODY = 'flex flex-col gap-4 text-sm leading-relaxed text-ink-quiet'

const LABELS: Readonly<Record<CustomerAct, string>> = {
  agree: 'Agree',
  withdraw: 'Withdraw my request',
  second_look: 'Dispute this decision',
}

type Answered = 'agree' | 'withdraw'

/** The toast for each answer. */
const DONE: Readonly<Record<Answered, [title: string, text: string]>> = {
  agree: ['Your refund is on its way', 'We’ll email you a receipt.'],
  withdraw: ['Your request is withdrawn', 'Nothing will be refunded.'],
}

function explainAct(act: Answered, { gives, request }: OrderRefundRequest): string {
  if (act === 'agree')
    return `We refund ${formatAmount(request?.offer?.amount ?? '0', request?.currency)} to the card or account you paid with. This settles your request.`
  const isOver = gives === 'delivered' || gives === 'accepted'
  return `Nothing will be refunded${isOver ? '' : ', and the work continues'}. You can ask again later.`
}

/** The state of the request in a sentence or two. */
function Standing({ request, gives }: { request: RefundRequest } & Pick<OrderRefundRequest, 'gives'>) {
  const { state, dueBy, dueReason, workGoesOn, secondLookAt, asked, offer } = request
  const due = formatPromise(new Date(dueBy))
  const work = workGoesOn ? ' The work continues in the meantime.' : ' The work is on hold until then.'
  const texts: Record<RefundRequest['state'], [title: string, text: string]> = {
    open: [
      secondLookAt ? `We’ll review it again by ${due}` : `We’ll decide on your refund by ${due}`,
      gives === 'accepted'
        ? ''
        : `You requested a refund of ${formatAmount(asked, request.currency)}.${gives === 'delivered' ? '' : work}`,
    ],
    offered: [
      `We offer you ${formatAmount(offer?.amount ?? '0', request.currency)}. Do you agree?`,
      'This is how we worked it out.',
    ],
    declined: ['We declined your refund request', 'We’ve reviewed it. This is why.'],
    refunded: ['Your refund is approved', ''],
    withdrawn: ['Your request is closed', 'Nothing will be refunded.'],
    cancelled: ['You cancelled this order', ''],
  }
  const [title, text] = texts[state]
  return (
    <div>
      <p className="text-base font-semibold tracking-tight text-ink">{title}</p>
      {text && <p className="mt-1">{text}</p>}
      {REFUND_REQUEST_STATE[state].awaitsTeam && dueReason && (
        <p className="mt-2 max-w-text whitespace-pre-line border-l-2 border-line-strong pl-3 text-ink [overflow-wrap:anywhere]">
          {dueReason}
        </p>
      )}
    </div>
  )
}
