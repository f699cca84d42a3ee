import { useStore } from '@nanostores/react'
import { Pause, Play } from 'lucide-react'
import { atom } from 'nanostores'

/** Whether the visitor has paused the reviews on the cards. */
export const $areReviewsPaused = atom(false)

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
