/** The box beside an offer: accept it, ask about it, decline it and, once accepted, pay it. */
import { useStore } from '@nanostores/react'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OpenedOffer } from '#api/contract/sales/offers.ts'
import { SIGN_IN } from '#api/rules/mailed-links.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { type Money, readAmount } from '#api/rules/money/money.ts'
import { OFFER_STATE } from '#api/rules/offers.ts'
import { callApi } from '#site/kit/client/api.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { $session } from '#site/kit/stores/session.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy, useAction } from '#site/kit/stores/use-action.ts'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { FieldError, TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { $paidAtOnce, chosenInstalments, InstalmentsChoice } from '#site/shop/payment/instalments.tsx'
import { $payment } from '#site/shop/payment/run-payment.ts'
import { PayByLink } from './pay-by-link.tsx'

interface OfferAnswerProps {
  token: string
  offer: OpenedOffer
  onChanged: (offer: OpenedOffer) => void
  reload: () => void
}

/** Gives an offer the shape that instalments.tsx expects. */
const toPlanned = ({ paymentPlan }: OpenedOffer) => ({ id: 0, paymentPlan })
const totalOf = ({ total, currency }: OpenedOffer): Money => readAmount(total, currency)

export function OfferAnswer(props: OfferAnswerProps) {
  const { offer } = props
  const { step } = useStore($payment)
  const { user } = useStore($session)
  // Just paid on this page, signed out. A signed-in buyer is about to be redirected.
  const isJustPaid = step === 'succeeded' && !user
  if (offer.order && (offer.order.isPaid || isJustPaid)) {
    return (
      <Ending
        icon={CircleCheck}
        title={
          offer.order.dueNow
            ? `We’ve received your payment for order ${offer.order.invoiceNumber}`
            : `Order ${offer.order.invoiceNumber} is paid`
        }
      >
        <a href={`/dashboard#${SIGN_IN}`} className={buttonClass({ className: 'mt-4' })}>
          Open your dashboard
        </a>
      </Ending>
    )
  }
  if (offer.order?.isOpen) {
    return (
      <>
        <PayByLink token={props.token} what="offer" onEnd={props.reload} />
        <Question {...props} />
      </>
    )
  }
  if (OFFER_STATE[offer.state].isOpen) {
    return (
      <>
        <Acceptance {...props} />
        <Question {...props} />
        <Decline {...props} />
      </>
    )
  }
  const decided = DECIDED[offer.state]
  if (decided) return <Ending icon={CircleX} title={decided} />
  return (
    <Ending icon={Clock} title={offer.order ? 'It wasn’t paid in time' : 'This offer has expired'}>
      Nothing was charged. If you’re still interested, please ask us for it again.
    </Ending>
  )
}

/** Who has ended an offer; null: nobody, its time is over. */
const DECIDED: Readonly<Record<OpenedOffer['state'], string | null>> = {
  draft: null,
  sent: null,
  viewed: null,
  accepted: null,
  declined: 'You’ve declined this offer',
  expired: null,
  withdrawn: 'We’ve withdrawn this offer',
}

function Ending({ children, ...props }: { icon: typeof Clock; title: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-ground-raised shadow-card">
      <EmptyState {...props}>{children}</EmptyState>
    </div>
  )
}

/** @returns an action that sends an answer and shows the updated offer */
function useAnswer({ token, onChanged }: OfferAnswerProps, what: string, after: () => void = () => {}) {
  return useAction(
    async (fields: object) => {
      const body = { token, ...fields }
      onChanged(await callApi<OpenedOffer>(`/api/offers/${what}`, { method: 'POST', body }))
      after()
    },
    explainBy('That didn’t work', 'Please try again.'),
  )
}

function Acceptance(props: OfferAnswerProps) {
  const { offer } = props
  const [planned, total] = [toPlanned(offer), totalOf(offer)]
  useStore($paidAtOnce)
  const [name, setName] = useState(`${offer.firstName} ${offer.lastName}`)
  const [accepts, setAccepts] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const { run, isBusy } = useAnswer(props, 'accept')

  function submit(): void {
    setIsAsked(true)
    if (!name.trim() || !accepts) return
    const inInstalments = chosenInstalments(planned, total) !== undefined
    run({ name, sha256: offer.sha256, acceptsPolicies: true, ...(inInstalments && { inInstalments }) })
  }

  return (
    <AnswerForm title={`Accept for ${formatAmount(offer.total, offer.currency)}`} onSubmit={submit}>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        value={name}
        error={isAsked && !name.trim() ? 'Your name is required' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <InstalmentsChoice item={planned} amount={total} isLocked={isBusy} />
      <div>
        <CheckField
          name="accepts"
          checked={accepts}
          onChange={setAccepts}
          label={
            <>
              I accept this offer, the <PolicyLink to="/terms-of-service">terms</PolicyLink> and the{' '}
              <PolicyLink to="/refund-policy">refund policy</PolicyLink>.
            </>
          }
        />
        <div role="alert">
          {isAsked && !accepts && <FieldError id="accepts-error">Please tick this to accept</FieldError>}
        </div>
      </div>
      <Button type="submit" size="lg" busy={isBusy} className="w-full">
        Accept the offer
      </Button>
      <p className="text-sm text-ink-quiet">You pay afterwards, on this page.</p>
    </AnswerForm>
  )
}

interface AnswerFormProps {
  title: string
  onSubmit: () => void
  children: ReactNode
}

function AnswerForm({ title, onSubmit, children }: AnswerFormProps) {
  return (
    <Card title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        className="flex flex-col gap-4 px-5 py-5 sm:px-6"
      >
        {children}
      </form>
    </Card>
  )
}

function PolicyLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

function Question(props: OfferAnswerProps) {
  const [text, setText] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const { run, isBusy } = useAnswer(props, 'question', () => {
    setText('')
    setIsAsked(false)
    showToast('Your question has been sent', 'We’ll answer by email.')
  })
  return (
    <AnswerForm title="Questions?" onSubmit={() => (text.trim() ? run({ text }) : setIsAsked(true))}>
      {props.offer.asked.length > 0 && (
        <ul className="flex flex-col gap-3 text-sm">
          {props.offer.asked.map((asked) => (
            <li key={asked.at} className="border-l-2 border-line pl-3">
              <p className="whitespace-pre-line text-ink [overflow-wrap:anywhere]">{asked.text}</p>
              <p className="text-ink-quiet">{formatDate(asked.at)}</p>
            </li>
          ))}
        </ul>
      )}
      <TextAreaField
        label="Your question"
        name="question"
        rows={3}
        maxLength={4000}
        value={text}
        error={isAsked && !text.trim() ? 'Write your question' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="secondary" busy={isBusy}>
        Send question
      </Button>
    </AnswerForm>
  )
}

function Decline(props: OfferAnswerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { run, isBusy } = useAnswer(props, 'decline')
  if (!isOpen) {
    return (
      <Button variant="ghost" onClick={() => setIsOpen(true)}>
        Decline the offer
      </Button>
    )
  }
  return (
    <AnswerForm title="Decline this offer?" onSubmit={() => run({ reason })}>
      <TextAreaField
        label="Reason (optional)"
        name="reason"
        rows={3}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setIsOpen(false)}>
          Keep it
        </Button>
        <Button type="submit" variant="destructive" busy={isBusy}>
          Decline
        </Button>
      </div>
    </AnswerForm>
  )
}
