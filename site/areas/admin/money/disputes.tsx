import { ExternalLink, Scale } from 'lucide-react'
import type { Dispute } from '#api/contract/money/payments.ts'
import { DISPUTE_STATUS } from '#api/rules/money/disputes.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { paymentProvider } from '#api/rules/payment-provider.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import {
  actionsColumn,
  EmptyValue,
  MomentCell,
  momentColumn,
  TwoLines,
} from '#site/areas/admin/list/cells.tsx'
import { OrderCell } from '#site/areas/admin/list/place-link.tsx'
import { DISPUTE_STATES, describeCode } from '#site/areas/admin/list/row-labels.ts'
import { useFigure } from '#site/areas/admin/list/use-figure.ts'
import { formatDate, formatMoment } from '#site/kit/format/date.ts'
import { buttonClass } from '#site/kit/ui/primitives/button.tsx'
import { StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'

/** Payments that a buyer's bank has taken back or may take back. The next one to answer comes first. */
export const Panel = makeList<Dispute>({
  title: 'Disputes',
  noun: ['dispute', 'disputes'],
  path: '/api/admin/disputes',
  defaultSort: 'respondBy',
  filters: [
    {
      name: 'state',
      label: 'Status',
      options: { all: 'All statuses', unanswered: 'To answer', open: 'Open', ended: 'Ended' },
    },
  ],
  searchHint: 'Dispute or invoice',
  empty: {
    icon: Scale,
    title: 'No disputes',
    children: 'Disputes are listed here with their deadlines. Answer them at the payment provider.',
  },
  columns: () => [
    {
      header: 'Dispute',
      card: 'title',
      className: 'w-[26%]',
      cell: ({ phase, providerDisputeId, reason }) => (
        <TwoLines below={`${describeCode(phase)} · ${providerDisputeId}`}>{describeCode(reason)}</TwoLines>
      ),
    },
    { header: 'Amount', align: 'end', cell: ({ amount, currency }) => formatAmount(amount, currency) },
    {
      header: 'Answer by',
      isLabelled: true,
      sort: 'respondBy',
      cell: (dispute) => <AnswerBy dispute={dispute} />,
    },
    { header: 'Status', card: 'corner', cell: ({ status }) => <StateBadge look={DISPUTE_STATES[status]} /> },
    { header: 'Order', cell: ({ order }) => <OrderCell order={order} /> },
    momentColumn('Opened', (row) => row.openedAt, { isLabelled: true, sort: '-openedAt' }),
    actionsColumn((dispute) => <ProviderLink dispute={dispute} />),
  ],
})

/** The date to answer by, highlighted while the dispute is open. */
function AnswerBy({ dispute: { status, respondBy } }: { dispute: Dispute }) {
  if (!respondBy) return <EmptyValue />
  return (
    <span className={DISPUTE_STATUS[status].awaitsAnswer ? 'font-medium text-negative' : 'text-ink-quiet'}>
      <MomentCell iso={respondBy} />
    </span>
  )
}

function ProviderLink({ dispute: { providerDisputeId, status } }: { dispute: Dispute }) {
  const label = `${DISPUTE_STATUS[status].awaitsAnswer ? 'Answer' : 'View'} at ${paymentProvider.name}`
  return (
    <a
      href={`${paymentProvider.disputePages}${providerDisputeId}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`${label}: ${providerDisputeId}`}
      className={buttonClass({ variant: 'secondary', className: '!px-3' })}
    >
      <ExternalLink aria-hidden="true" className="size-4" />
      {label}
    </a>
  )
}

/** Ends a line of the order's head. */
export function OpenDispute({ orderId }: { orderId: number }) {
  const { data } = useFigure<Dispute[]>(`/api/admin/disputes?orderId=${orderId}`)
  const open = data?.find(({ status }) => DISPUTE_STATUS[status].awaitsAnswer)
  if (!open) return null
  return (
    <span className="font-medium text-negative">
      {` · Dispute of ${formatAmount(open.amount, open.currency)}`}
      {open.respondBy && `: answer by ${formatDate(open.respondBy)}`}
    </span>
  )
}

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
                {DISPUTE_STATUS[dispute.status].awaitsAnswer &&
                  dispute.respondBy &&
                  ` · answer by ${formatMoment(dispute.respondBy)}`}
              </p>
            </div>
            <ProviderLink dispute={dispute} />
          </li>
        ))}
      </ul>
    </section>
  )
}
