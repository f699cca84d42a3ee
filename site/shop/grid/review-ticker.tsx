import { useStore } from '@nanostores/react'
import { Pause, Play } from 'lucide-react'
import { atom } from 'nanostores'
import { useEffect, useRef, useState } from 'react'
import type { Package, Review } from '#api/contract/catalogue/catalogue.ts'
import { callApi } from '#site/kit/client/api.ts'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { Stars } from '#site/kit/ui/primitives/stars.tsx'
import type { ShownReview } from './shown-review.ts'

const $areReviewsPaused = atom(false)

export function ReviewsPause() {
  const isPaused = useStore($areReviewsPaused)
  const Icon = isPaused ? Play : Pause
  return (
    <button
      type="button"
      onClick={() => $areReviewsPaused.set(!isPaused)}
      className="-mr-2 ml-auto flex min-h-target items-center gap-2 rounded px-2 transition-colors hover:text-ink motion-reduce:hidden max-sm:ml-0"
    >
      <Icon aria-hidden="true" className="size-3.5 fill-current" strokeWidth={0} />
      {isPaused ? 'Resume reviews' : 'Pause reviews'}
    </button>
  )
}

const TURN_MS = 5000

/** How long an empty card waits for its first review, so that a card scrolled past fetches nothing. */
const LOOKED_AT_MS = 300

interface Turn {
  isEmpty: () => boolean
  /** Whether the card is hovered or focused: then its text does not change. */
  isUsed: () => boolean
  ask: () => Promise<void>
}

/** The cards in view; the one that has waited longest comes first. */
const inSight = new Set<Turn>()
let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false

function waitForTurn(): void {
  clearTimeout(timer)
  const isSoon = [...inSight].some((turn) => turn.isEmpty())
  timer = inSight.size > 0 ? setTimeout(takeTurn, isSoon ? LOOKED_AT_MS : TURN_MS) : undefined
}

/** Lets one card at a time fetch a review. */
async function takeTurn(): Promise<void> {
  waitForTurn()
  if (document.hidden || isAsking) return
  const isStill = $areReviewsPaused.get() || matchMedia('(prefers-reduced-motion: reduce)').matches
  const cards = [...inSight]
  const next =
    cards.find((turn) => turn.isEmpty()) ?? (isStill ? undefined : cards.find((turn) => !turn.isUsed()))
  if (!next) return
  inSight.delete(next)
  inSight.add(next)
  isAsking = true
  await next.ask()
  isAsking = false
}

/**
 * Shows a review with its stars. It starts with the one in the page's HTML and fetches another at each turn of the card. If the
 * call fails, the shown review stays.
 */
export function ReviewTicker({ item, built }: { item: Package; built: ShownReview | undefined }) {
  const frame = useRef<HTMLDivElement>(null)
  const [review, setReview] = useState(built)
  const [hasAsked, setAsked] = useState(false)
  const isRated = item.reviewSummary.count > 0
  const isEmpty = useRef(false)
  isEmpty.current = !review && !hasAsked

  useEffect(() => {
    if (!frame.current || !isRated) return
    const card = frame.current.closest('article')
    const turn: Turn = {
      isEmpty: () => isEmpty.current,
      isUsed: () => card?.matches(':hover, :focus-within') ?? false,
      ask: async () => {
        const next = await callApi<Review>(`/api/packages/${item.id}/reviews/random`).catch(() => undefined)
        setReview((last) => next ?? last)
        setAsked(true)
      },
    }
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) inSight.add(turn)
      else inSight.delete(turn)
      if (!timer || turn.isEmpty() || inSight.size === 0) waitForTurn()
    })
    observer.observe(frame.current)
    return () => {
      observer.disconnect()
      inSight.delete(turn)
    }
  }, [item.id, isRated])

  return (
    <div
      ref={frame}
      className="h-[5.25rem] text-sm leading-relaxed max-md:order-last max-md:-mt-1 max-md:mb-2 max-md:h-14 max-md:w-full max-md:text-[13px] max-md:leading-snug"
    >
      {isRated && review && (
        <figure
          key={review.id}
          className={review === built ? undefined : 'motion-safe:animate-[appear_400ms_ease]'}
        >
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
      )}
      {isRated && !review && !hasAsked && (
        <div className="space-y-2.5 pt-1.5 max-md:space-y-1.5 max-md:pt-0.5">
          <Skeleton isStill className="h-3.5 w-full max-md:h-3" />
          <Skeleton isStill className="h-3.5 w-4/5 max-md:h-3" />
          <Skeleton isStill className="h-3.5 w-1/3 max-md:h-3" />
        </div>
      )}
    </div>
  )
}
