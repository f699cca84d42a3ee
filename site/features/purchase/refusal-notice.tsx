import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toDecimal } from '../../../api/contract/pricing.ts'
import type { Refusal } from '../../flow/payment-machine.ts'
import { formatUsd } from '../../format/money.ts'

/** Why no order was made, where no field can say it. */
export function RefusalNotice({
  refusal,
  shownCents,
  totalCents,
}: {
  refusal: Refusal
  shownCents: number
  totalCents: number
}) {
  const notice = useRef<HTMLDivElement>(null)
  const text = explain(refusal, shownCents, totalCents)

  useEffect(() => {
    if (text) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [text])

  if (!text) return null
  return (
    <div
      ref={notice}
      role="alert"
      className="flex gap-2.5 rounded-lg border border-caution/30 bg-caution-soft p-3 text-sm text-ink"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-caution" />
      <p className="min-w-0">{text}</p>
    </div>
  )
}

function explain({ at, status, code, message, issues }: Refusal, shownCents: number, totalCents: number) {
  if (code === 'price_changed') {
    const change = shownCents === totalCents ? '' : ` from ${usd(shownCents)} to ${usd(totalCents)}`
    return `The total has changed${change} since you opened this form. Nothing has been charged: check the new total, then pay if it suits you.`
  }
  if (at !== 'creatingOrder' || code === 'email_taken' || code === 'coupon_invalid' || issues?.length)
    return undefined
  if (status === undefined)
    return 'We could not reach the shop. Nothing has been charged. Check your connection and try again.'
  return status < 500 || code ? message : undefined
}

function usd(cents: number): string {
  return formatUsd(toDecimal(cents))
}
