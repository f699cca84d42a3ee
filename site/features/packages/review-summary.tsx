import type { Package, Review } from '../../../api/contract/catalogue.ts'
import { formatCount } from '../../format/count.ts'
import { Stars } from '../../ui/primitives/stars.tsx'

export const RATINGS = [5, 4, 3, 2, 1]

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
