import { brand } from 'virtual:content'
import { CircleAlert, LockKeyhole } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatMoney } from '#api/rules/money/format.ts'
import { isSame, type Money } from '#api/rules/money/money.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { NO_ANSWER } from '#site/kit/client/api.ts'
import { nameCurrency } from '#site/kit/format/currency.ts'
import { CURRENCY_UNAVAILABLE, type PaymentState, type Refusal } from './payment-machine.ts'

const PROGRESS: Partial<Record<PaymentState['step'], string>> = {
  registering: 'Creating your account',
  checkingCoupon: 'Checking your coupon',
  creatingOrder: 'Creating your order',
  openingCheckout: 'Opening the secure checkout',
  paying: 'Waiting for your payment',
  verifying: 'Confirming your payment. You can close this. We’ll confirm it by email.',
  signingIn: 'Signing you in',
}

/** Names the current step, for screen readers too. */
export function PaymentProgress({ payment }: { payment: PaymentState }) {
  return (
    <p role="status" className="text-sm text-ink-quiet empty:hidden">
      {PROGRESS[payment.step]}
    </p>
  )
}

/** Names the terms that the buyer accepts and, if anything is charged, the payment provider. */
export function SecurePaymentNote({ amount }: { amount: Money }) {
  const isInRupees = amount.currency === 'INR'
  const methods = [...(isInRupees ? paymentProvider.rupeeMethods : []), ...paymentProvider.cards]
  return (
    <div className="space-y-2 text-sm text-ink-quiet">
      {amount.minor > 0 && (
        <>
          <p className="flex gap-2.5">
            <LockKeyhole aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">
              <span className="font-medium text-ink">Secure payment via {paymentProvider.name}.</span> We
              never see your card.
            </span>
          </p>
          <ul aria-label={isInRupees ? 'Ways to pay' : 'Cards'} className="flex flex-wrap gap-1">
            {methods.map((method) => (
              <li
                key={method}
                className="rounded border border-line bg-ground-raised px-1 py-0.5 text-xs font-medium text-ink"
              >
                {method}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        By paying you accept our <PolicyLink href="/terms-of-service">terms</PolicyLink> and{' '}
        <PolicyLink href="/refund-policy">refund policy</PolicyLink>. Nothing is shipped: see{' '}
        <PolicyLink href="/shipping-policy">how we deliver</PolicyLink>.
      </p>
    </div>
  )
}

function PolicyLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="rounded-sm font-medium text-accent-strong underline underline-offset-2 hover:text-accent-hover focus-visible:outline focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** Shown if the buyer may have been charged, and so must not pay again. */
export function VerificationNotice({ orderId }: { orderId: number }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-lg border border-negative/30 bg-negative-soft p-3 text-sm text-ink"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-negative" />
      <p className="min-w-0">
        We’re checking your payment for order INV-{orderId}. This page will show when it is confirmed. Please
        do not pay again. If it takes longer than ten minutes, write to{' '}
        <a
          translate="no"
          href={`mailto:${brand.email.support}?subject=${encodeURIComponent(`Payment of order INV-${orderId}`)}`}
          className="font-medium text-accent-strong underline underline-offset-2"
        >
          {brand.email.support}
        </a>{' '}
        with your order number.
      </p>
    </div>
  )
}

interface RefusalNoticeProps {
  refusal: Refusal
  /** The total when the buyer pressed Pay. */
  shown: Money
  total: Money
}

/** Says why the order was refused, if no field is to blame. */
export function RefusalNotice(props: RefusalNoticeProps) {
  const text = explain(props)
  return text ? <PaymentNotice text={text} /> : null
}

/** Why nothing was charged. Takes the focus that the disabled button lost. */
export function PaymentNotice({ text }: { text: string }) {
  const notice = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each text
  useEffect(() => notice.current?.focus(), [text])

  return (
    <div
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="flex gap-2.5 rounded-lg border border-caution/30 bg-caution-soft p-3 text-sm text-ink focus:outline-none"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-caution" />
      <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
    </div>
  )
}

function explain({ refusal, shown, total }: RefusalNoticeProps): string | undefined {
  const { at, status, code, message, issues } = refusal
  if (code === 'price_changed') {
    const change = isSame(shown, total)
      ? ', or how it is paid, has changed'
      : ` has changed from ${formatMoney(shown)} to ${formatMoney(total)}`
    return `The total${change} since you opened this form. Nothing has been charged. Check the new total before you pay.`
  }
  if (code === CURRENCY_UNAVAILABLE) {
    const [wanted, instead] = [nameCurrency(shown.currency), nameCurrency(total.currency)]
    return `Payments in ${wanted} aren’t possible at the moment. Nothing has been charged. You can pay ${formatMoney(total)} in ${instead} instead.`
  }
  if (at === 'checkingCoupon' || code === 'email_taken' || code === 'coupon_invalid') return undefined
  if (issues && issues.length > 0) return undefined
  if (code === 'signed_out') {
    return 'Your session has ended, and nothing has been charged. Sign in again to continue with your order.'
  }
  if (code === NO_ANSWER) {
    return 'The shop isn’t responding. Nothing has been charged. Press Pay again. This won’t create a second order.'
  }
  if (status === undefined) {
    return 'We couldn’t reach the shop. Nothing has been charged. Check your connection and try again.'
  }
  return code ? message : undefined
}
