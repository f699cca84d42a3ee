/** The texts about a refund request, for its customer and for admins. */
import type { RefundOffer, RefundRequest } from '#api/contract/money/refund-requests.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import type { RefundCase } from '#api/rules/order-work/refund-request.ts'
import { REFUND_REQUEST_STATE } from '#api/rules/order-work/refund-request.ts'
import { formatMoment } from '#site/kit/format/date.ts'

/** What the refund policy grants, by the order's case. */
export const POLICY_GIVES: Readonly<Record<RefundCase, string>> = {
  cancel: 'Work hasn’t started: the full payment is refunded without a review.',
  unstarted: 'Work hasn’t started, so everything is refunded, minus anything bought on request.',
  started: 'Work has started: we refund the stages not done yet, less third-party costs.',
  delivered:
    'The work is delivered: we fix faults first, free of charge. What can’t be fixed is partly refunded.',
  accepted: 'The work is completed: no refund, except for faults that the warranty can’t fix.',
}

/** An amount broken down by item; the last item is the total. */
export function RefundItems({
  items,
  currency,
}: Pick<RefundOffer, 'items'> & Pick<RefundRequest, 'currency'>) {
  return (
    <dl
      aria-label="How the amount is calculated"
      className="flex max-w-text flex-col gap-1.5 text-sm tabular-nums"
    >
      {items.map(({ label, amount }, index) => (
        <div
          key={label}
          className={`flex justify-between gap-4 ${index === items.length - 1 ? 'border-t border-line pt-1.5 font-semibold text-ink' : 'text-ink-quiet'}`}
        >
          <dt>{label}</dt>
          <dd>{formatAmount(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The decision: an amount or none, with the words of the person who decided. */
export function DecisionText({ request }: { request: RefundRequest }) {
  const { state, offer, answer, decidedAt, currency } = request
  if (!decidedAt) return null
  return (
    <div className="flex flex-col gap-3 text-sm text-ink [overflow-wrap:anywhere]">
      {REFUND_REQUEST_STATE[state].isDeclined && <p className="font-medium text-negative">Declined</p>}
      {offer && !REFUND_REQUEST_STATE[state].isWithdrawn && (
        <RefundItems items={offer.items} currency={currency} />
      )}
      {answer && (
        <p className="max-w-text whitespace-pre-line border-l-2 border-line-strong pl-3 leading-relaxed">
          {answer}
        </p>
      )}
      <p className="tabular-nums text-ink-quiet">
        Decided <time dateTime={decidedAt}>{formatMoment(decidedAt)}</time>
      </p>
    </div>
  )
}
