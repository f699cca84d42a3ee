import { FileText, Plus } from 'lucide-react'
import { useMemo } from 'react'
import type { Offer } from '../../../../api/contract/order-work/offers.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { nameOffer, OFFER_STATES } from '../../../../api/rules/offers.ts'
import { formatCount } from '../../../format/count.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { labelsOf, StateBadge } from '../../../ui/primitives/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { actionsColumn, type Columns } from '../../../ui/table/data-table-columns.tsx'
import { type Dialogs, useDialog } from '../../../ui/use-dialog.ts'
import { DateCell, Email, TwoLines } from '../list/cells.tsx'
import { OrderCell } from '../list/place-link.tsx'
import { RowButton } from '../list/row-button.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { OfferView } from './offer-view.tsx'
import { PaymentLinkButton } from './payment-link.tsx'

const OPTIONS = {
  path: '/api/admin/offers',
  defaultSort: '-createdAt',
  filters: [{ name: 'state', label: 'State', options: { all: 'All states', ...labelsOf(OFFER_STATES) } }],
}

/** Offers to one person, and links to pay. */
export function OfferList() {
  const list = useAdminList<Offer>(OPTIONS)
  const [dialog, tools] = useDialog(list.refresh)
  const columns = useMemo(() => makeColumns(tools), [tools])
  const actions = (
    <div className="flex flex-wrap gap-3">
      <PaymentLinkButton onDone={list.refresh} />
      <Button icon={Plus} onClick={() => tools.open(<OfferDialog tools={tools} />)}>
        New offer
      </Button>
    </div>
  )
  return (
    <>
      <DataTable
        isTopAligned
        title="Offers"
        noun={['offer', 'offers']}
        list={list}
        columns={columns}
        searchHint="Search by name, email, title or number"
        actions={actions}
        empty={
          <EmptyState icon={FileText} title="No offers yet">
            Write an offer for work that no package describes, or make a link by which somebody pays.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}

const makeColumns = (tools: Dialogs): Columns<Offer> => [
  {
    header: 'Offer',
    card: 'title',
    className: 'w-[30%]',
    cell: ({ id, title, version, asked }) => (
      <div className="min-w-0">
        <TwoLines below={`${nameOffer(id)}${version > 1 ? `, version ${version}` : ''}`}>
          <span className="[overflow-wrap:anywhere]">{title || 'Erased'}</span>
        </TwoLines>
        {asked.length > 0 && (
          <p className="text-sm font-normal text-caution">{formatCount(asked.length, 'question')} asked</p>
        )}
      </div>
    ),
  },
  {
    header: 'For',
    cell: ({ firstName, lastName, email }) => (
      <TwoLines below={<Email address={email} />}>
        {firstName} {lastName}
      </TwoLines>
    ),
  },
  {
    header: 'Amount',
    sort: '-amount',
    align: 'end',
    cell: ({ total, currency }) => <span className="tabular-nums">{formatAmount(total, currency)}</span>,
  },
  { header: 'State', card: 'corner', cell: ({ state }) => <StateBadge look={OFFER_STATES[state]} /> },
  { header: 'Order', cell: ({ order }) => <OrderCell order={order} /> },
  {
    header: 'Valid until',
    isLabelled: true,
    sort: '-validUntil',
    align: 'end',
    cell: ({ validUntil }) => <DateCell iso={validUntil} />,
  },
  {
    header: 'Created',
    isLabelled: true,
    sort: '-createdAt',
    align: 'end',
    cell: ({ createdAt }) => <DateCell iso={createdAt} />,
  },
  actionsColumn((offer) => (
    <RowButton
      label="Open"
      of={nameOffer(offer.id)}
      onClick={() => tools.open(<OfferView offer={offer} tools={tools} />)}
    />
  )),
]
