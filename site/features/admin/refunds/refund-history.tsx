import { useState } from 'react'
import type { Refund } from '../../../../api/contract/payments.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { MomentCell } from '../list/cells.tsx'
import { describeReason } from './refund-labels.ts'
import { TransferDialog } from './transfer-dialog.tsx'

/**
 * The refunds of an order or payment, newest first, with their reason, their result and who asked for them.
 * @param onTransferred set: what failed last can be recorded as given back by a bank transfer
 */
export function RefundHistory({
  refunds,
  onTransferred,
}: {
  refunds: readonly Refund[]
  onTransferred?: () => void
}) {
  const [transferred, setTransferred] = useState<Refund | undefined>()
  const isMissing = ({ id, part, status }: Refund) =>
    status === 'failed' && refunds.find((other) => other.part === part)?.id === id
  return (
    <section aria-label="Refund history">
      <h3 className="text-sm font-semibold text-ink">Refund history</h3>
      <ol className="mt-2 divide-y divide-line">
        {refunds.map((refund) => (
          <li key={refund.id} className="py-3 text-sm">
            <div className="flex items-start justify-between gap-4">
              <p className="font-medium tabular-nums text-ink">
                {formatAmount(refund.amount, refund.currency)}
                {refund.part && <span className="font-normal text-ink-quiet"> of part {refund.part}</span>}
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
            {refund.bankReference && (
              <p className="mt-1 text-ink [overflow-wrap:anywhere]">
                By bank transfer {refund.bankReference}
              </p>
            )}
            {onTransferred && isMissing(refund) && (
              <Button variant="secondary" className="mt-2" onClick={() => setTransferred(refund)}>
                Record a bank transfer
              </Button>
            )}
            <p className="mt-1 text-ink-quiet">
              <MomentCell iso={refund.processedAt ?? refund.createdAt} />
              {refund.requestedBy && ` · ${refund.requestedBy.firstName} ${refund.requestedBy.lastName}`}
            </p>
          </li>
        ))}
      </ol>
      {onTransferred && transferred && (
        <TransferDialog
          refund={transferred}
          onClose={() => setTransferred(undefined)}
          onRecorded={() => {
            setTransferred(undefined)
            onTransferred()
          }}
        />
      )}
    </section>
  )
}
