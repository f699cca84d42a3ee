import type { Dispute } from '../../../../api/contract/payments.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { formatMoment } from '../../../format/date.ts'
import { StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { useFigure } from '../list/use-figure.ts'
import { DISPUTE_STATES, describeCode } from './dispute-labels.ts'
import { EvidenceLink } from './dispute-list.tsx'

/** The disputes about an order's payments. */
export function OrderDisputes({ orderId }: { orderId: number }) {
  const { data = [] } = useFigure<Dispute[]>(`/api/admin/disputes?orderId=${orderId}`)
  if (data.length === 0) return null
  return (
    <section className="mt-6 border-t border-line pt-5 text-sm">
      <h3 className="font-medium text-ink">Disputes</h3>
      <ul>
        {data.map((dispute) => (
          <li key={dispute.id} className="mt-3 flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 text-ink">
                {formatAmount(dispute.amount, dispute.currency)}
                <StateBadge look={DISPUTE_STATES[dispute.status]} />
              </p>
              <p className="mt-1 text-ink-quiet [overflow-wrap:anywhere]">
                {describeCode(dispute.reason)}
                {dispute.status === 'open' &&
                  dispute.respondBy &&
                  ` · answer by ${formatMoment(dispute.respondBy)}`}
              </p>
            </div>
            <EvidenceLink dispute={dispute} />
          </li>
        ))}
      </ul>
    </section>
  )
}
