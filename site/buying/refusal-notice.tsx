import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatMoney } from '../../api/rules/money/format.ts'
import { isSame, type Money } from '../../api/rules/money/money.ts'
import { NO_ANSWER } from '../client/api.ts'
import { nameCurrency } from '../format/currency.ts'
import { CURRENCY_UNAVAILABLE, type Refusal } from './payment-machine.ts'

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

/** Why nothing was charged. Takes the focus, which the disabled button has lost. */
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
    return `The total${change} since you opened this form. Nothing has been charged: check the new total, then pay if you agree.`
  }
  if (code === CURRENCY_UNAVAILABLE) {
    const [wanted, instead] = [nameCurrency(shown.currency), nameCurrency(total.currency)]
    return `Payments in ${wanted} are not possible at the moment. Nothing has been charged: you can pay ${formatMoney(total)} in ${instead} instead.`
  }
  if (at === 'checkingCoupon' || code === 'email_taken' || code === 'coupon_invalid') return undefined
  if (issues && issues.length > 0) return undefined
  if (code === 'signed_out') {
    return 'Your session has ended, and nothing has been charged. Sign in again to continue with your order.'
  }
  if (code === NO_ANSWER) {
    return 'The shop has not answered for 15 seconds. Nothing has been charged. Press Pay again: it stays one order.'
  }
  if (status === undefined) {
    return 'We could not reach the shop. Nothing has been charged. Check your connection and try again.'
  }
  return code ? message : undefined
}
