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
        <Badge tone="positive">
          <BadgeCheck aria-hidden="true" className="size-3.5" />
          Verified Purchase
        </Badge>
      </div>
      {work && <p className="mt-0.5 text-sm text-ink-quiet [overflow-wrap:anywhere]">{work}</p>}
      <div className="mt-2 flex items-center gap-3 text-sm text-ink-quiet">
        <Stars rating={review.rating} />
        <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
      </div>
      <p className="mt-2.5 max-w-text text-sm leading-relaxed [overflow-wrap:anywhere]">{review.comment}</p>
    </li>
  )
}
