import { CalendarCheck } from 'lucide-react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { computePromisedDate, formatPromise } from '#site/kit/format/promised-date.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { Picture } from '#site/kit/ui/primitives/picture.tsx'
import { BulletPoints } from '#site/kit/ui/primitives/points.tsx'
import { PaymentPlanText, Price } from '#site/kit/ui/primitives/price.tsx'
import { BuyButton } from './buy-button.tsx'
import { RatingButton, ReviewItem, useReviews } from './reviews.tsx'

const SHOWN_REVIEWS = 2

export function PackageDetails({
  item,
  onClose,
  onReviews,
}: {
  item: Package
  onClose: () => void
  onReviews: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={item.name}
      description={item.category}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={onClose} className="hidden sm:inline-flex">
            Close
          </Button>
          <BuyButton item={item} withPrice onChosen={onClose} />
        </div>
      }
    >
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_17rem] md:grid-rows-[auto_1fr]">
        <Picture
          of={item}
          sizes="(max-width: 767px) 100vw, 560px"
          className="aspect-[16/9] w-full rounded-lg border border-line bg-ground-quiet"
        />
        {/* On a phone the price stands below the picture. */}
        <aside className="space-y-7 md:col-start-2 md:row-span-2 md:row-start-1 md:border-l md:border-line md:pl-8">
          <div>
            <p className="text-sm text-ink-quiet">Package Price</p>
            <p className="mt-1 text-3xl font-semibold tabular-nums tracking-tight">
              <Price of={item} />
            </p>
            <PaymentPlanText item={item} className="mt-1 text-sm" />
            <RatingButton item={item} onClick={onReviews} />
          </div>
          <Delivery businessDays={item.deliveryDays} />
          <BulletPoints title="Key features" points={item.features} />
          <BulletPoints title="What you get" points={item.whatYouGet} />
          <BulletPoints title="What you don’t get" points={item.whatYouDontGet} isExcluded />
        </aside>
        <Description item={item} />
        <CustomerReviews item={item} onReviews={onReviews} />
      </div>
    </Dialog>
  )
}

function CustomerReviews({ item, onReviews }: { item: Package; onReviews: () => void }) {
  const reviews = useReviews(item.id)
  const { count } = item.reviewSummary
  if (!reviews?.length) return null
  return (
    <section className="border-t border-line pt-6 md:col-span-2">
      <h3 className="font-semibold tracking-tight">Customer reviews</h3>
      <ul className="grid gap-x-10 md:grid-cols-2">
        {reviews.slice(0, SHOWN_REVIEWS).map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      <Button variant="secondary" onClick={onReviews}>
        Read {count === 1 ? 'the review' : `all ${count} reviews`}
      </Button>
    </section>
  )
}

export function Description({ item }: { item: Package }) {
  return (
    <div className="min-w-0 max-w-text space-y-4 leading-relaxed">
      <p className="text-lg leading-relaxed">{item.description}</p>
      {item.longDescription
        .split(/\n\s*\n/)
        .filter(Boolean)
        .map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line text-ink-quiet">
            {paragraph}
          </p>
        ))}
    </div>
  )
}

export function Delivery({ businessDays }: { businessDays: number }) {
  const { calendarDays, endsAt } = computePromisedDate(new Date(), businessDays)
  return (
    <section>
      <h3 className="text-sm font-semibold">Delivery</h3>
      <p className="mt-3 flex gap-2.5 text-sm tabular-nums">
        <CalendarCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-strong" />
        <span>
          {formatCount(businessDays, 'business day')}
          <span className="block text-ink-quiet">
            Ready by {formatPromise(endsAt)} if you order today ({formatCount(calendarDays, 'calendar day')})
          </span>
        </span>
      </p>
    </section>
  )
}
