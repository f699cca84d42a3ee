import type { Package } from '../../../api/contract/catalogue.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { ReviewItem } from './review-item.tsx'
import { RATINGS, ReviewSummary } from './review-summary.tsx'
import { useReviews } from './reviews.ts'

export function ReviewsDialog({ item, onClose }: { item: Package; onClose: () => void }) {
  const reviews = useReviews(item.id)
  return (
    <Dialog onClose={onClose} title="Customer Reviews" description={item.name}>
      <div className="grid items-center gap-x-10 gap-y-6 border-b border-line pb-6 sm:grid-cols-[auto_1fr]">
        <ReviewSummary item={item} reviews={reviews ?? []} />
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
