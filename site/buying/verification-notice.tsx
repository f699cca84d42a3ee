import { brand } from 'virtual:content'
import { CircleAlert } from 'lucide-react'

/** Shown if the buyer may have been charged: they must not pay again. */
export function VerificationNotice({ orderId }: { orderId: number }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-lg border border-negative/30 bg-negative-soft p-3 text-sm text-ink"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-negative" />
      <p className="min-w-0">
        We are checking your payment for order INV-{orderId}, and this page shows when it is confirmed. Please
        do not pay again. If it takes longer than ten minutes, write to{' '}
        <a
          href={`mailto:${brand.email.support}?subject=${encodeURIComponent(`Payment of order INV-${orderId}`)}`}
          className="font-medium text-accent-strong underline underline-offset-2"
        >
          {brand.email.support}
        </a>{' '}
        and name the order.
      </p>
    </div>
  )
}
