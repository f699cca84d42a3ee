import { CircleCheck, ClipboardList } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { CustomerOrder } from '#api/contract/orders/orders.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { INSTALMENT_STATE } from '#api/rules/money/instalment-state.ts'
import { describeInstalments, describePartlyPaid } from '#api/rules/money/instalments.ts'
import { readAmount } from '#api/rules/money/money.ts'
import { WARRANTY_DAYS } from '#api/rules/promises.ts'
import { formatPromise } from '#site/kit/format/promised-date.ts'
import { Button, buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { Fact } from '#site/kit/ui/primitives/fact.tsx'
import { acceptanceEnd } from './next-step.ts'
import { OrderLink } from './order-facts.tsx'
import { countOpenQuestions, expectDelivery, findLastPayment, nameAnswerAction } from './order-work.ts'

interface PaidNoticeProps {
  order: CustomerOrder
  email: string
  onAnswer: () => void
}

/** Confirms a payment and says what happens next. */
export function PaidNotice({ order, email, onAnswer }: PaidNoticeProps) {
  const titleId = useId()
  const isFree = Number(order.amount) === 0
  const asks = order.questions.requiredOpen > 0
  const readyAt = expectDelivery(order, new Date())
  const later = order.instalments
    ?.filter(({ state }) => INSTALMENT_STATE[state].isOpen)
    .map(({ amount, due }) => ({ amount: readAmount(amount, order.currency), due }))
  return (
    <section
      aria-labelledby={titleId}
      className="overflow-hidden rounded-lg border border-positive/30 bg-ground-raised shadow-card"
    >
      <div className="flex items-start gap-3 border-b border-positive/20 bg-positive-soft px-5 py-4 sm:px-6">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
        <div className="min-w-0">
          <h2
            id={titleId}
            className="text-lg font-semibold tracking-tight tabular-nums text-ink [overflow-wrap:anywhere]"
          >
            {isFree
              ? 'Order placed'
              : (describePartlyPaid(order) ?? `Paid ${formatAmount(order.amount, order.currency)}`)}
            {describeRefunded(order)} · <span translate="no">{order.invoiceNumber}</span>
          </h2>
          <p className="text-sm text-ink-quiet">Thank you. Your order is confirmed.</p>
        </div>
      </div>
      <div className="grid gap-x-10 gap-y-6 px-5 py-5 sm:px-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <dl className="grid content-start gap-x-6 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-1">
          <Fact label="Package" valueClassName="font-medium">
            {order.packageName}
          </Fact>
          <Fact label="Promised date" valueClassName="font-medium tabular-nums">
            {readyAt && formatPromise(readyAt)}
            {order.awaitsAnswers && ', if you answer today'}
          </Fact>
          <Fact
            label="Confirmation sent to"
            valueClassName="font-medium"
            className="sm:col-span-2 lg:col-span-1"
          >
            {email}
          </Fact>
        </dl>
        <div className="min-w-0">
          <h3 className="text-sm text-ink-quiet">What happens next</h3>
          <ol className="mt-3 flex flex-col gap-3 text-sm">
            <Step number={1} title={asks ? nameAnswerAction(order) : nameAnswered(order)}>
              {asks
                ? 'Your answers tell our team what you need. You can save some now and the rest later.'
                : 'Our team has what it needs to start.'}
            </Step>
            <Step number={2} title="Our team does the work">
              This page shows your contact and the progress.
            </Step>
            <Step number={3} title={`Check the delivery${readyAt ? ` by ${acceptanceEnd(readyAt)}` : ''}`}>
              A <span className="whitespace-nowrap">{WARRANTY_DAYS}-day</span> warranty covers faults in what
              we deliver.
            </Step>
            {later && later.length > 0 && (
              <Step number={4} title={`Pay ${describeInstalments(later)}`}>
                We’ll email you a link. You can also pay on the order page.
              </Step>
            )}
          </ol>
          <div className="mt-5 flex flex-wrap gap-3">
            {countOpenQuestions(order) > 0 && (
              <Button
                icon={ClipboardList}
                variant={asks ? 'primary' : 'secondary'}
                onClick={onAnswer}
                className="max-sm:w-full"
              >
                {nameAnswerAction(order)}
              </Button>
            )}
            <OrderLink
              id={order.id}
              className={buttonClass({ variant: asks ? 'secondary' : 'primary', className: 'max-sm:w-full' })}
            >
              Track order
            </OrderLink>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Confirms the latest payment on the order's page, whatever it paid for. */
export function PaymentReceived({ order }: { order: CustomerOrder }) {
  const paid = findLastPayment(order, new Date())
  if (!paid || Number(paid.amount) === 0) return null
  return (
    <section
      aria-label="Payment received"
      className="flex items-start gap-3 rounded-lg border border-positive/30 bg-positive-soft px-5 py-4 sm:px-6"
    >
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
      <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <p className="text-base font-semibold tabular-nums text-ink">
          Paid {formatAmount(paid.amount, order.currency)}
          {describeRefunded(order)} · <span translate="no">{order.invoiceNumber}</span>
        </p>
        <p className="text-ink-quiet">
          {paid.label && `${paid.label}. `}Thank you. We’re emailing you the receipt with a link to the
          invoice.
        </p>
      </div>
    </section>
  )
}

const nameAnswered = ({ questions }: CustomerOrder) =>
  questions.asked > 0 ? 'Answers received' : 'Nothing to answer'

/** @example ', $200.00 refunded' */
const describeRefunded = ({ refundedAmount, currency }: CustomerOrder): string =>
  Number(refundedAmount) > 0 ? `, ${formatAmount(refundedAmount, currency)} refunded` : ''

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full bg-ground-quiet text-xs font-semibold tabular-nums text-ink ring-1 ring-inset ring-line"
      >
        {number}
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-medium text-ink">{title}</p>
        <p className="mt-0.5 max-w-text text-ink-quiet">{children}</p>
      </div>
    </li>
  )
}
