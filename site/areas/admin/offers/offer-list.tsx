import { FileText, Plus } from 'lucide-react'
import type { Offer } from '#api/contract/sales/offers.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { nameOffer, OFFER_STATE } from '#api/rules/offers.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import { dateColumn, Email, TwoLines } from '#site/areas/admin/list/cells.tsx'
import { OrderCell, PlaceLink } from '#site/areas/admin/list/place-link.tsx'
import { formatCount } from '#site/kit/format/count.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { labelsOf, StateBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { openOffer } from './offer-page.tsx'
import { PaymentLinkButton } from './payment-link.tsx'

export const Panel = makeList<Offer>({
  title: 'Offers',
  noun: ['offer', 'offers'],
  path: '/api/admin/offers',
  defaultSort: '-createdAt',
  filters: [{ name: 'state', label: 'Status', options: { all: 'All statuses', ...labelsOf(OFFER_STATE) } }],
  searchHint: 'Name, title, number',
  actions: (tools) => (
    <div className="flex flex-wrap gap-3">
      <PaymentLinkButton onDone={tools.refresh} />
      <Button icon={Plus} onClick={() => openOffer('new')}>
        New offer
      </Button>
    </div>
  ),
  empty: {
    icon: FileText,
    title: 'No offers yet',
    children: 'Write an offer for work that no package covers, or create a payment link.',
  },
  columns: () => [
    {
      header: 'Offer',
      card: 'title',
      className: 'w-[30%]',
      cell: ({ id, title, version, asked }) => (
        <div className="min-w-0">
          <TwoLines below={`${nameOffer(id)}${version > 1 ? `, version ${version}` : ''}`}>
            <PlaceLink
              to={{ view: 'offers', offer: String(id) }}
              onGo={() => openOffer(id)}
              className="link [overflow-wrap:anywhere]"
            >
              {title || 'Erased'}
            </PlaceLink>
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
    { header: 'Status', card: 'corner', cell: ({ state }) => <StateBadge look={OFFER_STATE[state]} /> },
    { header: 'Order', cell: ({ order }) => <OrderCell order={order} /> },
    dateColumn('Valid until', (row) => row.validUntil, {
      isLabelled: true,
      sort: '-validUntil',
      align: 'end',
    }),
    dateColumn('Created', (row) => row.createdAt, { isLabelled: true, sort: '-createdAt', align: 'end' }),
  ],
})
