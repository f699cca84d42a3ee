import { useRef, useState } from 'react'
import type { Refund } from '#api/contract/money/payments.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { REFUND_STATUS } from '#api/rules/status-labels.ts'
import { MomentCell } from '#site/areas/admin/list/cells.tsx'
import { CallKey, postOnce } from '#site/kit/client/call-key.ts'
import { callAdminApi } from '#site/kit/stores/admin.ts'
import { showToast } from '#site/kit/stores/toast.ts'
import { explainBy } from '#site/kit/stores/use-action.ts'
import { bindText, DraftDialog } from '#site/kit/ui/dialog/edit-dialog.tsx'
import { TextField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'

/**
 * The refunds of an order or payment, newest first, with reason, result and who made them.
 * @param onTransferred if set, a failed refund can be recorded as paid by bank transfer, if it is the latest of its instalment
 */
export function RefundHistory(props: { refunds: readonly Refund[]; onTransferred?: () => void }) {
  const { refunds, onTransferred } = props
  const [transferred, setTransferred] = useState<Refund | undefined>()
  const isMissing = ({ id, instalment, status }: Refund) =>
    REFUND_STATUS[status].hasFailed && refunds.find((other) => other.instalment === instalment)?.id === id
  return (
    <section aria-label="Refund history">
      <h3 className="text-sm font-semibold text-ink">Refund history</h3>
      <ol className="mt-2 divide-y divide-line">
        {refunds.map((refund) => (
          <li key={refund.id} className="py-3 text-sm">
            <div className="flex items-start justify-between gap-4">
              <p className="font-medium tabular-nums text-ink">
                {formatAmount(refund.amount, refund.currency)}
                {refund.instalment && (
                  <span className="font-normal text-ink-quiet"> of instalment {refund.instalment}</span>
                )}
              </p>
              <StatusBadge kind="refund" status={refund.status} />
            </div>
            <p className="mt-1 text-ink [overflow-wrap:anywhere]">{describeReason(refund.reason)}</p>
            {refund.error && (
              <p
                className={`mt-1 [overflow-wrap:anywhere] ${
                  REFUND_STATUS[refund.status].hasFailed ? 'text-negative' : 'text-caution'
                }`}
              >
                {REFUND_STATUS[refund.status].hasFailed
                  ? refund.error
                  : `${refund.error}. It will be retried.`}
              </p>
            )}
            {refund.bankReference && (
              <p className="mt-1 text-ink [overflow-wrap:anywhere]">
                {refund.providerRefundId ? 'Bank reference' : 'By bank transfer'}{' '}
                <span translate="no">{refund.bankReference}</span>
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

/** The reasons of automatic refunds. */
const REASONS: Readonly<Record<string, string>> = {
  second_capture: 'Second payment for the same order, refunded automatically',
  coupon_over_limit: 'Paid with a coupon that was used up, refunded automatically',
  customer_erased: 'Paid after the customer was erased, refunded automatically',
  cancelled_in_time: 'Cancelled by the customer in time, refunded without a review',
  dispute_lost: 'Taken back by the buyer’s bank in a dispute',
  made_at_provider: 'Refunded at the payment provider’s own site',
}

const describeReason = (reason: string) => REASONS[reason] ?? reason

interface TransferDialogProps {
  refund: Refund
  onRecorded: () => void
  onClose: () => void
}

/** Records the bank transfer that replaced a refund which the provider refused. */
function TransferDialog({ refund, onRecorded, onClose }: TransferDialogProps) {
  const key = useRef(new CallKey())
  const amount = formatAmount(refund.amount, refund.currency)
  return (
    <DraftDialog
      initial={{ reference: '' }}
      title="Record a bank transfer"
      description={`${amount} that the payment provider did not refund`}
      submitLabel="Record"
      submitClassName="max-sm:flex-1"
      onClose={onClose}
      check={({ reference }): Record<string, string> =>
        reference.trim().length < 4 ? { reference: 'Please enter the bank’s reference' } : {}
      }
      save={async ({ reference }) => {
        const body = { reference: reference.trim() }
        await postOnce(key.current, `/api/admin/refunds/${refund.id}/transfers`, body, callAdminApi)
        showToast('Transfer Recorded', `${amount} is now marked as refunded. The customer gets an email.`)
        onRecorded()
      }}
      explain={explainBy('Not Recorded', 'Please try again.')}
    >
      {(editing) => (
        <TextField
          {...bindText(editing, 'reference')}
          label="Bank’s reference"
          required
          maxLength={64}
          hint="Make the transfer first. We email the reference to the customer."
        />
      )}
    </DraftDialog>
  )
}
