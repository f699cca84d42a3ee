import { ArrowRight } from 'lucide-react'
import { useEffect, useId } from 'react'
import type { PackageQuestion } from '#api/contract/catalogue/catalogue.ts'
import type { Order } from '#api/contract/orders/orders.ts'
import { formatBytes } from '#api/rules/order-work/uploads.ts'
import { ORDER_STATUS, STATUS_AFTER } from '#api/rules/orders.ts'
import { ORDER_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { callApi } from '#site/kit/client/api.ts'
import { RequiredMark } from '#site/kit/ui/field/field.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { StatusBadge } from '#site/kit/ui/primitives/status-badge.tsx'
import { AddFilesButton, AttachmentBar } from '#site/order/attachments/attachment-bar.tsx'
import { type AttachedFile, useAttachments } from '#site/order/attachments/use-attachments.ts'
import { describeMissing } from './order-work.ts'

/** Counts the answers as they are typed. Required ones are marked but not enforced. */
export function AnswersProgress({
  questions,
  texts,
  isClosed,
}: {
  questions: PackageQuestion[]
  texts: Record<string, string>
  isClosed: boolean
}) {
  const counts = countAnswered(questions, texts)
  const { answered, asked, requiredOpen } = counts
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
            {describeMissing(counts)} to go
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

/** Shown if loading fails. For questions it says that there are none (docs/product/account.md, Customer's dashboard). */
export function QuestionsFailed({ what, onRetry }: { what: 'questions' | 'answers'; onRetry: () => void }) {
  return (
    <LoadFailed
      title={
        what === 'questions'
          ? 'No specific questions configured for this package.'
          : 'Your answers didn’t load'
      }
      onRetry={onRetry}
    >
      {what === 'questions'
        ? 'If you expected some, check your connection and try again.'
        : 'They’re safe with us. Check your connection and try again.'}
    </LoadFailed>
  )
}

export function StatusNote({ status }: { status: Order['status'] }) {
  if (!ORDER_STATUS[status].isOpen) {
    return (
      <p className="rounded-lg border border-line bg-ground-quiet p-4 text-sm text-ink-quiet">
        This order is {ORDER_STATUS_LABELS[status].toLowerCase()}, so you can no longer change its answers.
      </p>
    )
  }
  if (!ORDER_STATUS[status].awaitsStart) return null
  return (
    <div className="rounded-lg border border-line bg-ground-quiet p-4 text-sm text-ink-quiet">
      <p>
        Your answers let our team start. Once the required ones are in, the order moves from &apos;
        {ORDER_STATUS_LABELS[status]}&apos; to &apos;{ORDER_STATUS_LABELS[STATUS_AFTER.start]}&apos;.
      </p>
      <p aria-hidden="true" className="mt-3 flex items-center gap-2">
        <StatusBadge kind="order" status={status} />
        <ArrowRight className="size-4" />
        <StatusBadge kind="order" status={STATUS_AFTER.start} />
      </p>
    </div>
  )
}

/** @param texts by question id; blank ones do not count */
export function countAnswered(
  questions: readonly Pick<PackageQuestion, 'id' | 'required'>[],
  texts: Readonly<Record<string, string>>,
): { asked: number; answered: number; requiredOpen: number } {
  const open = questions.filter(({ id }) => !texts[String(id)]?.trim())
  return {
    asked: questions.length,
    answered: questions.length - open.length,
    requiredOpen: open.filter(({ required }) => required).length,
  }
}

interface FilesQuestionProps {
  orderId: number
  question: PackageQuestion
  files: readonly AttachedFile[]
  isClosed: boolean
  /** Whether nothing can be changed for now. */
  isLocked: boolean
  onChange: (next: (files: readonly AttachedFile[]) => readonly AttachedFile[]) => void
  /** Called when an upload starts and when none is left. */
  onSending: (isSending: boolean) => void
}

export function FilesQuestion({
  orderId,
  question,
  files,
  isClosed,
  isLocked,
  onChange,
  onSending,
}: FilesQuestionProps) {
  const { sending, limits, add, remove, isSending } = useAttachments({
    orderId,
    call: callApi,
    attached: files,
    change: onChange,
  })
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's function is a new one at each rendering
  useEffect(() => onSending(isSending), [isSending])
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!isLocked) add(event.dataTransfer.files)
      }}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-sm font-medium text-ink">
        {question.question}
        {question.required && <RequiredMark />}
      </legend>
      <AttachmentBar attached={files} sending={sending} onRemove={isLocked ? undefined : remove} />
      {isClosed ? (
        files.length === 0 && <p className="text-sm text-ink-quiet">Not answered</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3">
          <AddFilesButton isDisabled={isLocked} onAdd={add} />
          <p id={`${id}-hint`} className="text-sm text-ink-quiet">
            {limits && `Up to ${formatBytes(limits.largestFileBytes)} each`}
          </p>
        </div>
      )}
    </fieldset>
  )
}
