import { MessageCircle, Star } from 'lucide-react'
import type { AdminReview } from '#api/contract/orders/reviews.ts'
import { HIDING_REASONS, REVIEW_STATE, type ReviewState } from '#api/rules/order-work/reviews.ts'
import { makeList } from '#site/areas/admin/list/admin-table.tsx'
import {
  actionsColumn,
  MomentCell,
  momentColumn,
  RowButton,
  TwoLines,
} from '#site/areas/admin/list/cells.tsx'
import { AdminOrderLink } from '#site/areas/admin/list/place-link.tsx'
import { refreshOperations } from '#site/areas/admin/list/use-figure.ts'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Stars } from '#site/kit/ui/primitives/stars.tsx'
import { labelsOf, StateBadge, type StateLook } from '#site/kit/ui/primitives/status-badge.tsx'
import { DecisionDialog, ReplyDialog } from './review-dialogs.tsx'

const STATES: Readonly<Record<ReviewState, StateLook>> = {
  waiting: { label: 'To review', tone: 'caution' },
  shown: { label: 'Published', tone: 'positive' },
  hidden: { label: 'Hidden', tone: 'negative' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

const DECISIONS: Readonly<Record<ReviewState, readonly ('show' | 'hide')[]>> = {
  waiting: ['show', 'hide'],
  shown: ['hide'],
  hidden: ['show'],
  withdrawn: [],
}

/** The reviews: customers' own, which an admin checks, and imported ones. */
export const Panel = makeList<AdminReview>({
  title: 'Reviews',
  noun: ['review', 'reviews'],
  path: '/api/admin/reviews',
  defaultSort: '-createdAt',
  filters: [{ name: 'state', label: 'Status', options: { all: 'All statuses', ...labelsOf(STATES) } }],
  prefix: 'review-',
  searchHint: 'Words or name',
  empty: {
    icon: Star,
    title: 'No reviews yet',
    children: 'Customers are asked for a review a week after their order is completed.',
  },
  columns: ({ open, close, finish }) => {
    const done = () => {
      finish()
      refreshOperations()
    }
    const dialogs = { open, close, finish: done }
    return [
      {
        header: 'Review',
        className: 'w-[36%]',
        cell: ({ rating, comment, reply }) => (
          <div className="min-w-0">
            <Stars rating={rating} />
            <p className="mt-1 max-w-text text-ink lg:line-clamp-3 [overflow-wrap:anywhere]">{comment}</p>
            {reply && <p className="mt-1 text-ink-quiet">Answered</p>}
          </div>
        ),
      },
      {
        header: 'Customer',
        card: 'title',
        cell: ({ customerName, customerCompany }) => (
          <TwoLines below={customerCompany}>{customerName}</TwoLines>
        ),
      },
      { header: 'Package', cell: (review) => <Origin review={review} /> },
      { header: 'Status', card: 'corner', cell: (review) => <State review={review} /> },
      momentColumn('Written', (row) => row.createdAt, { sort: '-createdAt' }),
      actionsColumn((review) => {
        const { state, reply, customerName } = review
        if (REVIEW_STATE[state].isWithdrawn) return null
        return (
          <div className="flex justify-end max-lg:gap-2 lg:max-xl:flex-col lg:max-xl:items-end lg:[&>button]:px-2">
            {DECISIONS[state].map((decision) => (
              <RowButton
                key={decision}
                label={decision === 'show' ? 'Publish' : 'Hide'}
                of={`the review of ${customerName}`}
                onClick={() => open(<DecisionDialog review={review} tools={dialogs} decision={decision} />)}
              />
            ))}
            {REVIEW_STATE[state].isShown && !reply && (
              <RowButton
                icon={MessageCircle}
                label="Reply"
                of={`to the review of ${customerName}`}
                onClick={() => open(<ReplyDialog review={review} tools={dialogs} />)}
              />
            )}
          </div>
        )
      }),
    ]
  },
})

function Origin({ review: { packageName, order, isRefunded } }: { review: AdminReview }) {
  return (
    <div className="flex flex-col items-start gap-1 max-lg:flex-row max-lg:gap-3">
      <span>{packageName}</span>
      {order ? (
        <AdminOrderLink id={order.id}>
          <span translate="no">{order.invoiceNumber}</span>
        </AdminOrderLink>
      ) : (
        <Badge>Imported</Badge>
      )}
      {isRefunded && <Badge tone="caution">Refunded since</Badge>}
    </div>
  )
}

function State({ review: { state, hiddenReason, appearsAt } }: { review: AdminReview }) {
  return (
    <div className="flex flex-col items-start gap-1 text-sm text-ink-quiet max-lg:items-end">
      <StateBadge look={STATES[state]} />
      {hiddenReason && <span>{HIDING_REASONS[hiddenReason]}</span>}
      {appearsAt && (
        <span>
          Automatically on <MomentCell iso={appearsAt} />
        </span>
      )}
    </div>
  )
}
