import { BadgeCheck } from 'lucide-react'
import type { Review } from '../../../api/contract/catalogue.ts'
import { formatDate } from '../../format/date.ts'
import { Badge } from '../../ui/primitives/badge.tsx'
import { Stars } from '../../ui/primitives/stars.tsx'

export function ReviewItem({ review }: { review: Review }) {
  const work = [review.customerRole, review.customerCompany].filter(Boolean).join(', ')
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">{review.customerName}</span>
        {review.badge && <ReviewBadge badge={review.badge} />}
      </div>
      {work && <p className="mt-0.5 text-sm text-ink-quiet [overflow-wrap:anywhere]">{work}</p>}
      <div className="mt-2 flex items-center gap-3 text-sm text-ink-quiet">
        <Stars rating={review.rating} />
        <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
      </div>
      <p className="mt-2.5 max-w-text whitespace-pre-line text-sm leading-relaxed [overflow-wrap:anywhere]">
        {review.comment}
      </p>
      {review.reply && (
        <p className="mt-3 max-w-text whitespace-pre-line border-l-2 border-line-strong pl-3 text-sm leading-relaxed text-ink-quiet [overflow-wrap:anywhere]">
          <span className="font-medium text-ink">Our reply: </span>
          {review.reply}
        </p>
      )}
    </li>
  )
}

function ReviewBadge({ badge }: { badge: NonNullable<Review['badge']> }) {
  if (badge === 'imported') return <Badge>Imported</Badge>
  return (
    <Badge tone="positive">
      <BadgeCheck aria-hidden="true" className="size-3.5" />
      Verified Purchase
    </Badge>
  )
}
