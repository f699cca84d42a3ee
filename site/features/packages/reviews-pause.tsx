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
      className="-mr-2 ml-auto flex min-h-target items-center gap-2 rounded px-2 transition-colors hover:text-ink motion-reduce:hidden max-md:hidden"
    >
      <Icon aria-hidden="true" className="size-3.5 fill-current" strokeWidth={0} />
      {isPaused ? 'Resume reviews' : 'Pause reviews'}
    </button>
  )
}
