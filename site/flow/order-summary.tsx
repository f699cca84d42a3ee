import { useStore } from '@nanostores/react'
import { isBelowMinimum, quotePrice, SMALLEST_CHARGE_CENTS, toDecimal } from '../../api/contract/pricing.ts'
import { formatUsd } from '../format/money.ts'
import { $coupon } from '../stores/coupon.ts'

/** The label of the button that submits the order. */
export function payLabel(amountCents: number): string {
  return amountCents === 0 ? 'Place order' : `Pay ${formatUsd(toDecimal(amountCents))}`
}

/** What the order comes to, recalculated with the applied coupon. */
export function OrderSummary({ packageName, priceCents }: { packageName: string; priceCents: number }) {
  const { applied } = useStore($coupon, { ssr: 'initial' })
  const quote = quotePrice(priceCents, applied)
  return (
    <section aria-label="Order summary">
      <h3 className="text-sm font-semibold text-ink">Order Summary</h3>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-2 text-sm tabular-nums [&>dd]:pl-4">
        <dt className="min-w-0 text-ink-quiet [overflow-wrap:anywhere]">{packageName}</dt>
        <dd className="text-right text-ink">{formatUsd(toDecimal(quote.originalCents))}</dd>
        {applied && (
          <>
            <dt className="min-w-0 text-positive [overflow-wrap:anywhere]">Discount ({applied.code})</dt>
            <dd className="text-right text-positive">−{formatUsd(toDecimal(quote.discountCents))}</dd>
          </>
        )}
        <dt className="mt-1 border-t border-line pt-3 text-base font-semibold text-ink">Total</dt>
        <dd
          className="mt-1 border-t border-line pt-3 text-right text-base font-semibold text-ink"
          aria-live="polite"
        >
          {formatUsd(toDecimal(quote.amountCents))}
        </dd>
      </dl>
      {isBelowMinimum(quote.amountCents) && (
        <p role="alert" className="mt-3 text-sm text-negative">
          A card can be charged {formatUsd(toDecimal(SMALLEST_CHARGE_CENTS))} or more. Remove the coupon, or
          use another one.
        </p>
      )}
    </section>
  )
}
