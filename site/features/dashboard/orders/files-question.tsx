import { useEffect, useId } from 'react'
import type { PackageQuestion } from '../../../../api/contract/catalogue.ts'
import { formatBytes } from '../../../../api/rules/order-work/uploads.ts'
import { callApi } from '../../../client/api.ts'
import { AddFilesButton, AttachmentBar } from '../../../order-page/attachments/attachment-bar.tsx'
import { type AttachedFile, useAttachments } from '../../../order-page/attachments/use-attachments.ts'

interface FilesQuestionProps {
  orderId: number
  question: PackageQuestion
  files: readonly AttachedFile[]
  isClosed: boolean
  onChange: (next: (files: readonly AttachedFile[]) => readonly AttachedFile[]) => void
  /** Called with whether files are on their way. */
  onSending: (isSending: boolean) => void
}

/** A question whose answer is files. */
export function FilesQuestion({
  orderId,
  question,
  files,
  isClosed,
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
        if (!isClosed) add(event.dataTransfer.files)
      }}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <legend className="mb-1.5 text-sm font-medium text-ink">
        {question.question}
        {question.required && (
          <span aria-hidden="true" className="ml-0.5 text-negative">
            &#8288;*
          </span>
        )}
      </legend>
      <AttachmentBar attached={files} sending={sending} onRemove={isClosed ? undefined : remove} />
      {isClosed ? (
        files.length === 0 && <p className="text-sm text-ink-quiet">Not answered</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3">
          <AddFilesButton onAdd={add} />
          <p id={`${id}-hint`} className="text-sm text-ink-quiet">
            {limits && `Up to ${formatBytes(limits.largestFileBytes)} each`}
          </p>
        </div>
      )}
    </fieldset>
  )
}
