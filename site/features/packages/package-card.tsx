import { Check, Clock } from 'lucide-react'
import { memo } from 'react'
import type { Package } from '../../../api/contract/catalogue.ts'
import { formatCount } from '../../format/count.ts'
import { formatUsd } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { BuyButton } from './buy-button.tsx'
import { RatingButton } from './rating-button.tsx'
import { ReviewTicker } from './review-ticker.tsx'

const SHOWN_FEATURES = 2

interface PackageCardProps {
  item: Package
  onDetails: () => void
  onReviews: () => void
}

/** The rows of all cards in a row of the grid are the same rows (subgrid), whatever the length of their texts. */
export const CARD =
  'mb-6 row-span-7 grid grid-rows-subgrid overflow-hidden rounded-lg border border-line bg-ground-raised shadow-card'

export const PackageCard = memo(
  function PackageCard({ item, onDetails, onReviews }: PackageCardProps) {
    return (
      <article
        className={`${CARD} lazy-section group/card [--height:45rem] transition-[border-color,box-shadow] duration-200 hover:border-line-strong/70 hover:shadow-raised`}
      >
        <div className="relative border-b border-line bg-ground-quiet">
          <img
            src={item.imageUrl}
            alt=""
            width="640"
            height="400"
            loading="lazy"
            decoding="async"
            className="picture aspect-[16/10] w-full"
          />
          <p className="absolute right-3 top-3 rounded-full bg-ground-raised px-3 py-1 text-sm font-semibold tabular-nums tracking-tight text-ink shadow-card ring-1 ring-line">
            {formatUsd(item.price)}
          </p>
        </div>
        <p className="flex items-center justify-between gap-3 px-5 pt-5 text-[13px] text-ink-quiet">
          <span className="truncate font-medium text-accent-strong">{item.category}</span>
          <span className="flex shrink-0 items-center gap-1.5 tabular-nums">
            <Clock aria-hidden="true" className="size-3.5" />
            {formatCount(item.deliveryDays, 'business day')}
          </span>
        </p>
        <h3 className="px-5 pt-2 text-lg font-semibold leading-snug tracking-tight">
          <a
            href={`/packages/${item.slug}`}
            className="rounded transition-colors hover:text-accent-strong [overflow-wrap:anywhere]"
          >
            {item.name}
          </a>
        </h3>
        <p className="px-5 pt-2 text-sm leading-relaxed text-ink-quiet">{item.description}</p>
        <div className="px-5 pt-4 text-sm">
          <ul className="space-y-2">
            {item.features.slice(0, SHOWN_FEATURES).map((feature) => (
              <li key={feature} className="flex gap-2.5">
                <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
                <span className="min-w-0">{feature}</span>
              </li>
            ))}
          </ul>
          {item.features.length > SHOWN_FEATURES && (
            <button
              type="button"
              onClick={onDetails}
              className="-ml-1 mt-1 inline-flex min-h-target items-center rounded px-1 font-medium text-accent-strong hover:underline hover:underline-offset-4"
            >
              View all features<span className="sr-only"> of {item.name}</span>
            </button>
          )}
        </div>
        <div className="mx-5 mt-2 self-end border-t border-line pt-2">
          <RatingButton item={item} onClick={onReviews} />
          <ReviewTicker item={item} />
        </div>
        <div className="grid grid-cols-2 gap-3 p-5 pt-4">
          <Button variant="secondary" onClick={onDetails}>
            View Details
          </Button>
          <BuyButton item={item} />
        </div>
      </article>
    )
  },
  (last, next) => last.item === next.item,
)
