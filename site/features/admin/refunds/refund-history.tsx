import type { Refund } from '../../../../api/contract/payments.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { MomentCell } from '../list/cells.tsx'
import { describeReason } from './refund-labels.ts'

/** The refunds of a payment, with their reason, their result and who asked for them. */
export function RefundHistory({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <section aria-label="Refund history">
      <h3 className="text-sm font-semibold text-ink">Refund history</h3>
      <ol className="mt-2 divide-y divide-line">
        {refunds.map((refund) => (
          <li key={refund.id} className="py-3 text-sm">
            <div className="flex items-start justify-between gap-4">
              <p className="font-medium tabular-nums text-ink">
                {formatAmount(refund.amount, refund.currency)}
              </p>
              <StatusBadge kind="refund" status={refund.status} />
            </div>
            <p className="mt-1 text-ink [overflow-wrap:anywhere]">{describeReason(refund.reason)}</p>
            {refund.error && (
              <p
                className={`mt-1 [overflow-wrap:anywhere] ${
                  refund.status === 'failed' ? 'text-negative' : 'text-caution'
                }`}
              >
                {refund.status === 'failed' ? refund.error : `${refund.error}. It is tried again.`}
              </p>
            )}
            <p className="mt-1 text-ink-quiet">
              <MomentCell iso={refund.processedAt ?? refund.createdAt} />
              {refund.requestedBy && ` · ${refund.requestedBy.firstName} ${refund.requestedBy.lastName}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
