import { BadgeCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Package, Review } from '#api/contract/catalogue/catalogue.ts'
import { callApi } from '#site/kit/client/api.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { formatDate } from '#site/kit/format/date.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Badge } from '#site/kit/ui/primitives/badge.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { Stars } from '#site/kit/ui/primitives/stars.tsx'

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
        <p className="py-10 text-center text-ink-quiet">The reviews couldn’t be loaded just now.</p>
      )}
    </Dialog>
  )
}

export function ReviewItem({ review }: { review: Review }) {
  const work = [review.customerRole, review.customerCompany].filter(Boolean).join(', ')
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">{review.customerName}</span>
        {review.badge === 'verified' && (
          <Badge tone="positive">
            <BadgeCheck aria-hidden="true" className="size-3.5" />
            Verified Purchase
          </Badge>
        )}
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

const RATINGS = [5, 4, 3, 2, 1]

/** The average of a package's reviews and a bar for each number of stars. */
export function ReviewSummary({ item, reviews }: { item: Package; reviews: Review[] }) {
  const { average, count } = item.reviewSummary
  return (
    <>
      <div className="tabular-nums">
        <p className="text-5xl font-semibold tracking-tight">{average.toFixed(1)}</p>
        <Stars rating={average} className="mt-3 h-5" />
        <p className="mt-2 text-sm text-ink-quiet">Based on {formatCount(count, 'review')}</p>
      </div>
      <Distribution reviews={reviews} />
    </>
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
            <dt className="text-ink-quiet">{formatCount(rating, 'star')}</dt>
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

export function RatingButton({ item, onClick }: { item: Package; onClick: () => void }) {
  const { average, count } = item.reviewSummary
  if (count === 0) {
    return (
      <p className="flex min-h-target items-center text-sm text-ink-quiet max-md:-mt-1.5">No reviews yet</p>
    )
  }
  return (
    <button
      type="button"
      onClick={onClick}
      className="group -ml-1 flex min-h-target items-center gap-2 rounded px-1 text-sm tabular-nums max-md:-mt-1.5 max-md:gap-1.5 max-md:text-[13px]"
    >
      <Stars rating={average} />
      <span className="font-semibold">{average.toFixed(1)}</span>
      <span className="text-ink-quiet group-hover:underline group-hover:underline-offset-4">
        {formatCount(count, 'review')}
      </span>
      <span className="sr-only">of {item.name}</span>
    </button>
  )
}

const cache = new Map<number, Promise<Review[]>>()

/** Fetches a package's reviews once per page load; card, details and reviews dialog share them. Empty if the call fails. */
function loadReviews(packageId: number): Promise<Review[]> {
  let reviews = cache.get(packageId)
  if (!reviews) {
    reviews = callApi<Review[]>(`/api/packages/${packageId}/reviews`).catch(() => {
      cache.delete(packageId)
      return []
    })
    cache.set(packageId, reviews)
  }
  return reviews
}

/** @returns undefined while they load */
export function useReviews(packageId: number): Review[] | undefined {
  const [reviews, setReviews] = useState<Review[] | undefined>()
  useEffect(() => {
    let isCurrent = true
    void loadReviews(packageId).then((loaded) => isCurrent && setReviews(loaded))
    return () => {
      isCurrent = false
    }
  }, [packageId])
  return reviews
}
