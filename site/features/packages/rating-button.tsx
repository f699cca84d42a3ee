import type { Package } from '../../../api/contract/catalogue.ts'
import { formatCount } from '../../format/count.ts'
import { Stars } from '../../ui/primitives/stars.tsx'

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
