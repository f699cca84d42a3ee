import { useEffect, useRef, useState } from 'react'
import type { Package, Review } from '../../../api/contract/catalogue.ts'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { useReviews } from './reviews.ts'
import { $areReviewsPaused } from './reviews-pause.tsx'

const TURN_MS = 5000

/** Shows random reviews, a new one every five seconds. They are fetched when the card comes into view; on a phone it is hidden. */
export function ReviewTicker({ item }: { item: Package }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const [review, setReview] = useState<Review | undefined>()
  const isRated = item.reviewSummary.count > 0
  const reviews = useReviews(item.id, isSeen && isRated)

  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!reviews) return
    setReview((last) => last ?? pickAnother(reviews, undefined))
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      if (document.hidden || $areReviewsPaused.get()) return
      // Pauses on the whole card, so that its text does not change while someone uses its buttons.
      if (frame.current?.closest('article')?.matches(':hover, :focus-within')) return
      setReview((last) => pickAnother(reviews, last))
    }, TURN_MS)
    return () => clearInterval(timer)
  }, [reviews])

  return (
    <div ref={frame} className="h-[5.25rem] text-sm leading-relaxed max-md:hidden">
      {review ? (
        <figure key={review.id} className="motion-safe:animate-[appear_400ms_ease]">
          <blockquote className="line-clamp-2 text-ink-quiet">“{review.comment}”</blockquote>
          <figcaption className="mt-1 truncate text-[13px] font-medium">
            {review.customerName}
            {review.customerCompany && (
              <span className="font-normal text-ink-quiet">, {review.customerCompany}</span>
            )}
          </figcaption>
        </figure>
      ) : (
        isRated &&
        reviews?.length !== 0 && (
          <div className="space-y-2.5 pt-1.5">
            <Skeleton isStill={!isSeen} className="h-3.5 w-full" />
            <Skeleton isStill={!isSeen} className="h-3.5 w-4/5" />
            <Skeleton isStill={!isSeen} className="h-3.5 w-1/3" />
          </div>
        )
      )}
    </div>
  )
}

/** @returns a random one, other than the last if possible */
function pickAnother(reviews: Review[], last: Review | undefined): Review | undefined {
  const others = reviews.length > 1 ? reviews.filter(({ id }) => id !== last?.id) : reviews
  return others[Math.floor(Math.random() * others.length)]
}
