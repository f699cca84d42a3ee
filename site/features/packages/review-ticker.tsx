import { useStore } from '@nanostores/react'
import { Pause, Play } from 'lucide-react'
import { atom } from 'nanostores'
import { useEffect, useRef, useState } from 'react'
import type { Package, Review } from '../../../api/contract/catalogue.ts'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { Stars } from '../../ui/primitives/stars.tsx'
import { useReviews } from './reviews.tsx'

/** Whether the visitor has paused the reviews on the cards. */
const $areReviewsPaused = atom(false)

export function ReviewsPause() {
  const isPaused = useStore($areReviewsPaused)
  const Icon = isPaused ? Play : Pause
  return (
    <button
      type="button"
      onClick={() => $areReviewsPaused.set(!isPaused)}
      className="-mr-2 ml-auto flex min-h-target items-center gap-2 rounded px-2 transition-colors hover:text-ink motion-reduce:hidden max-sm:ml-0 max-sm:min-w-target max-sm:justify-center"
    >
      <Icon aria-hidden="true" className="size-3.5 fill-current max-sm:size-4" strokeWidth={0} />
      <span className="max-sm:sr-only">{isPaused ? 'Resume reviews' : 'Pause reviews'}</span>
    </button>
  )
}

const TURN_MS = 5000

/** A card that is scrolled past asks for nothing. */
const LOOKED_AT_MS = 300

/** Shows random reviews with their stars, a new one every five seconds. They are fetched when the card has come into view. */
export function ReviewTicker({ item }: { item: Package }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isInView, setInView] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [review, setReview] = useState<Review | undefined>()
  const isRated = item.reviewSummary.count > 0
  const reviews = useReviews(item.id, isWanted && isRated)

  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(([entry]) => setInView(Boolean(entry?.isIntersecting)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isInView || isWanted) return
    const timer = setTimeout(() => setWanted(true), LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [isInView, isWanted])

  useEffect(() => {
    if (!reviews || !isInView) return
    setReview((last) => last ?? pickAnother(reviews, undefined))
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      if (document.hidden || $areReviewsPaused.get()) return
      // Pauses on the whole card, so that its text does not change while someone uses its buttons.
      if (frame.current?.closest('article')?.matches(':hover, :focus-within')) return
      setReview((last) => pickAnother(reviews, last))
    }, TURN_MS)
    return () => clearInterval(timer)
  }, [reviews, isInView])

  return (
    <div
      ref={frame}
      className="h-[5.25rem] text-sm leading-relaxed max-md:order-last max-md:-mt-1 max-md:mb-2 max-md:h-14 max-md:w-full max-md:text-[13px] max-md:leading-snug"
    >
      {review ? (
        <figure key={review.id} className="motion-safe:animate-[appear_400ms_ease]">
          <blockquote className="line-clamp-2 text-ink-quiet">“{review.comment}”</blockquote>
          <figcaption className="mt-1 flex items-center gap-2 text-[13px] max-md:mt-0.5 max-md:text-xs">
            <Stars rating={review.rating} className="h-3.5 max-md:h-3" />
            <span className="min-w-0 truncate font-medium">
              {review.customerName}
              {review.customerCompany && (
                <span className="font-normal text-ink-quiet">, {review.customerCompany}</span>
              )}
            </span>
          </figcaption>
        </figure>
      ) : (
        isRated &&
        reviews?.length !== 0 && (
          <div className="space-y-2.5 pt-1.5 max-md:space-y-1.5 max-md:pt-0.5">
            <Skeleton isStill={!isWanted} className="h-3.5 w-full max-md:h-3" />
            <Skeleton isStill={!isWanted} className="h-3.5 w-4/5 max-md:h-3" />
            <Skeleton isStill={!isWanted} className="h-3.5 w-1/3 max-md:h-3" />
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
