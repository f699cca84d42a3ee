import { ArrowRight } from 'lucide-react'
import type { PackageQuestion } from '../../../api/contract/catalogue.ts'
import { getStatusRules, mapStatuses } from '../../../api/contract/order-statuses.ts'
import { Badge } from '../../ui/badge.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { countAnswered } from './count-answered.ts'

const LABELS = mapStatuses(({ label, questionsLabel = label }) => questionsLabel)

/** The progress of the answers while they are typed. A mark only recommends a question; nothing is enforced. */
export function AnswersProgress({
  questions,
  texts,
  isClosed,
}: {
  questions: PackageQuestion[]
  texts: Record<string, string>
  isClosed: boolean
}) {
  const { answered, asked, requiredOpen } = countAnswered(questions, texts)
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
        <span role="status" className="font-medium tabular-nums text-ink">
          {answered} of {asked} answered
        </span>
        {requiredOpen > 0 && !isClosed && (
          <span className="text-ink-quiet">
            <span aria-hidden="true" className="text-negative">
              *
            </span>{' '}
            {requiredOpen} required still open
          </span>
        )}
      </p>
      <progress
        aria-hidden="true"
        value={answered}
        max={asked}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-strong [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-strong"
      />
    </div>
  )
}

/** Questions that do not load are none (docs/product.md, Customer's dashboard). */
export function QuestionsFailed({ what, onRetry }: { what: 'questions' | 'answers'; onRetry: () => void }) {
  return (
    <LoadFailed
      title={
        what === 'questions'
          ? 'No specific questions configured for this package.'
          : 'Your answers did not load'
      }
      onRetry={onRetry}
    >
      {what === 'questions'
        ? 'If you expected some, they did not load. Check your connection and try again.'
        : 'They are safe with us. Check your connection and try again.'}
    </LoadFailed>
  )
}

export function StatusNote({ isClosed }: { isClosed: boolean }) {
  if (isClosed) {
    return (
      <p className="rounded-lg border border-line bg-ground-quiet p-4 text-sm text-ink-quiet">
        This order is completed, so its answers can no longer change.
      </p>
    )
  }
  return (
    <div className="rounded-lg border border-line bg-ground-quiet p-4 text-sm text-ink-quiet">
      <p>
        Your answers let our team start. Once you have submitted them, the order moves from &apos;
        {LABELS.pending}&apos; to &apos;{LABELS.processing}&apos;.
      </p>
      <p aria-hidden="true" className="mt-3 flex items-center gap-2">
        <Badge tone={getStatusRules('pending').tone} dot>
          {LABELS.pending}
        </Badge>
        <ArrowRight className="size-4" />
        <Badge tone={getStatusRules('processing').tone} dot>
          {LABELS.processing}
        </Badge>
      </p>
    </div>
  )
}
