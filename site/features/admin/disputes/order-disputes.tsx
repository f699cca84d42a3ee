import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Dispute } from '../../../../api/contract/disputes.ts'
import { formatMoment } from '../../../format/date.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatAmount } from '../refunds/refund-labels.ts'
import { EvidenceLink } from './dispute-columns.tsx'
import { DISPUTE_STATES, describeCode } from './dispute-labels.ts'

/** The disputes about an order's payments; nothing where there is none. */
export function OrderDisputes({ orderId }: { orderId: number }) {
  const store = useMemo(
    () => createFigureStore<Dispute[]>([`/api/admin/disputes?orderId=${orderId}`]),
    [orderId],
  )
  const { data = [] } = useStore(store)
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
                <Badge tone={DISPUTE_STATES[dispute.status].tone} dot>
                  {DISPUTE_STATES[dispute.status].label}
                </Badge>
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
