import type { Package, Review } from '../../../api/contract/catalogue.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stars } from '../../ui/stars.tsx'
import { ReviewItem } from './review-item.tsx'
import { useReviews } from './reviews.ts'

const RATINGS = [5, 4, 3, 2, 1]

export function ReviewsDialog({ item, onClose }: { item: Package; onClose: () => void }) {
  const reviews = useReviews(item.id)
  const { average, count } = item.reviewSummary
  return (
    <Dialog open onClose={onClose} title="Customer Reviews" description={item.name}>
      <div className="grid items-center gap-x-10 gap-y-6 border-b border-line pb-6 sm:grid-cols-[auto_1fr]">
        <div className="tabular-nums">
          <p className="text-5xl font-semibold tracking-tight">{average.toFixed(1)}</p>
          <Stars rating={average} className="mt-3 h-5" />
          <p className="mt-2 text-sm text-ink-quiet">
            Based on {count} {count === 1 ? 'review' : 'reviews'}
          </p>
        </div>
        <Distribution reviews={reviews ?? []} />
      </div>
      {reviews ? (
        <ul className="divide-y divide-line">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} />
          ))}
        </ul>
      ) : (
        <div role="status" aria-label="Loading reviews" className="space-y-6 py-6">
          {RATINGS.slice(0, 3).map((key) => (
            <div key={key} className="space-y-3">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-3/4" />
            </div>
          ))}
        </div>
      )}
      {reviews?.length === 0 && (
        <p className="py-10 text-center text-ink-quiet">The reviews could not be loaded just now.</p>
      )}
    </Dialog>
  )
}

function Distribution({ reviews }: { reviews: Review[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 text-sm tabular-nums">
      {RATINGS.map((rating) => {
        const count = reviews.filter((review) => review.rating === rating).length
        const share = reviews.length ? (count / reviews.length) * 100 : 0
        return (
          <div key={rating} className="col-span-3 grid grid-cols-subgrid items-center">
            <dt className="text-ink-quiet">
              {rating} {rating === 1 ? 'star' : 'stars'}
            </dt>
            <dd className="col-span-2 grid grid-cols-subgrid items-center">
              <svg
                aria-hidden="true"
                width="100%"
                height="8"
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                className="h-2 w-full overflow-hidden rounded-full bg-ink/10"
              >
                <rect width={share} height="8" className="fill-star" />
              </svg>
              <span className="min-w-[2ch] text-right text-ink-quiet">{count}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
