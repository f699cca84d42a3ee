import { memo } from 'react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import {
  CARD_CLASS,
  CARD_FACTS_CLASS,
  CARD_HEAD_CLASS,
  CardLayout,
} from '#site/kit/ui/primitives/package-card.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { BuyButton } from './buy-button.tsx'
import { ReviewTicker } from './review-ticker.tsx'
import { RatingButton } from './reviews.tsx'
import type { ShownReview } from './shown-review.ts'

interface PackageCardProps {
  item: Package
  /** Shown until the ticker fetches another one. */
  review?: ShownReview | undefined
  onDetails: () => void
  onReviews: () => void
}

export const PackageCard = memo(
  function PackageCard({ item, review, onDetails, onReviews }: PackageCardProps) {
    return (
      <CardLayout
        item={item}
        onDetails={onDetails}
        reviews={
          <>
            <RatingButton item={item} onClick={onReviews} />
            <ReviewTicker item={item} built={review} />
          </>
        }
        actions={
          <>
            <Button variant="secondary" onClick={onDetails} aria-label={`View Details of ${item.name}`}>
              View Details
            </Button>
            <BuyButton item={item} />
          </>
        }
      />
    )
  },
  (last, next) => last.item === next.item,
)

/** A card's size and rows without its texts. */
export function PlaceholderCard() {
  return (
    <div aria-hidden="true" data-placeholder className={CARD_CLASS}>
      <Skeleton className="aspect-[16/10] max-md:col-start-2 max-md:row-start-1 md:w-full md:!rounded-none" />
      <div className={CARD_HEAD_CLASS}>
        <div className="max-md:w-full md:px-5 md:pt-5">
          <Skeleton className="h-4 w-2/5 md:h-5" />
        </div>
        <div className="max-md:my-2 max-md:w-full md:px-5 md:pt-3">
          <Skeleton className="h-5 w-3/4 md:h-6" />
        </div>
      </div>
      <div className="space-y-2.5 max-md:col-span-full max-md:mt-3 md:px-5 md:pt-3.5">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5 max-md:hidden" />
      </div>
      <div className={CARD_FACTS_CLASS}>
        <div className="max-md:mt-3 max-md:w-full max-md:space-y-2 md:space-y-3.5 md:px-5 md:pt-5">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/3 max-md:hidden" />
        </div>
        <div className="max-md:w-full md:mx-5 md:mt-6 md:border-t md:border-line">
          <div className="flex h-11 items-center md:h-[52px]">
            <Skeleton className="h-4 w-1/2" />
          </div>
          <div className="h-[5.25rem] space-y-2.5 max-md:mb-2 max-md:h-14 max-md:space-y-1.5">
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-1/3" />
          </div>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3 max-md:col-span-full md:p-5 md:pt-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    </div>
  )
}
