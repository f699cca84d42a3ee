import { ClipboardCheck } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { PackageQuestion } from '#api/contract/catalogue/catalogue.ts'
import type { Order, SaveAnswersBody } from '#api/contract/orders/orders.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { callApi } from '#site/kit/client/api.ts'
import { readIssues } from '#site/kit/client/refusals.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { showError, showToast } from '#site/kit/stores/toast.ts'
import { useStored } from '#site/kit/stores/use-stored.ts'
import { Dialog } from '#site/kit/ui/dialog/dialog.tsx'
import { TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useKeptFocus } from '#site/kit/ui/use-focus.ts'
import type { AttachedFile } from '#site/order/attachments/use-attachments.ts'
import { sendHint } from '#site/order/live.ts'
import {
  AnswersProgress,
  countAnswered,
  FilesQuestion,
  QuestionsFailed,
  StatusNote,
} from './questions-parts.tsx'
import { useOrderQuestions } from './use-order-questions.ts'

const LONGEST_ANSWER = 5000
const SKELETON_FIELDS = [0, 1, 2]

interface QuestionsDialogProps {
  order: Order
  onClose: () => void
  onSaved?: () => void
}

export function QuestionsDialog({ order, onClose, onSaved }: QuestionsDialogProps) {
  const { loaded, reload, noteSaved } = useOrderQuestions(order)
  const [draft, setDraft] = useStored<Record<string, string>>(`answers-${order.id}`, {})
  const [draftFiles, setDraftFiles] = useStored<Files>(`answer-files-${order.id}`, {})
  /** The questions whose files are uploading. */
  const [uploading, setUploading] = useState<readonly string[]>([])
  const [isSending, setIsSending] = useState(false)
  /** Shown after some answers were saved, until something is typed. */
  const [savedNote, setSavedNote] = useState('')
  const done = useRef<HTMLButtonElement>(null)
  useKeptFocus(done, savedNote)
  const formId = useId()
  const isClosed = !ORDER_STATUS[order.status].isOpen
  // Locked while sending: text typed meanwhile would be deleted with the draft.
  const isLocked = isClosed || isSending
  const hasQuestions = Boolean(loaded && !loaded.failed && loaded.questions.length > 0)
  const files = { ...loaded?.files, ...draftFiles }
  const texts = { ...loaded?.answers, ...draft, ...nameFiles(draftFiles) }
  const { requiredOpen } = countAnswered(loaded?.questions ?? [], texts)
  const changed = Object.keys({ ...draft, ...draftFiles }).filter(
    (key) => texts[key] !== (loaded?.answers[key] ?? ''),
  ).length

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!loaded || isSending) return
    setIsSending(true)
    try {
      const asksForText = loaded.questions.filter(({ questionType }) => questionType !== 'files')
      const answers = collectAnswers(asksForText, texts, loaded.answers)
      const body: SaveAnswersBody = { answers, files: listIds(draftFiles) }
      await callApi(`/api/orders/${order.id}/answers`, { method: 'POST', body })
      setDraft(undefined)
      setDraftFiles(undefined)
      sendHint(order.id)
      onSaved?.()
      if (requiredOpen === 0) {
        showToast(
          'Responses Submitted',
          'Your responses have been submitted. Our team will review and contact you soon.',
        )
        return onClose()
      }
      noteSaved({ ...answers, ...nameFiles(draftFiles) }, draftFiles)
      setSavedNote('Saved')
    } catch (error) {
      const [lost] = readIssues(error).filter(({ path }) => path.startsWith('files.'))
      showError('Submission Failed', lost?.message ?? 'Failed to submit responses. Please try again.')
    }
    setIsSending(false)
  }

  return (
    <Dialog
      onClose={onClose}
      title="Package Information Requirements"
      description={`${order.packageName} · ${order.invoiceNumber}`}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="min-w-0 text-sm font-medium text-ink max-sm:basis-full sm:mr-auto">
            {savedNote}
          </p>
          <Button ref={done} variant="secondary" onClick={onClose}>
            {hasQuestions && !isClosed && !savedNote ? 'Cancel' : 'Done'}
          </Button>
          {hasQuestions && !isClosed && (
            <Button
              type="submit"
              form={formId}
              busy={isSending}
              disabled={uploading.length > 0 || (savedNote !== '' && changed === 0)}
              className="min-w-36 flex-1 sm:flex-none"
            >
              {isSending ? 'Submitting...' : nameSubmit(changed, requiredOpen)}
            </Button>
          )}
        </div>
      }
    >
      {!loaded && <QuestionsSkeleton />}
      {loaded?.failed && <QuestionsFailed what={loaded.failed} onRetry={reload} />}
      {loaded && !loaded.failed && !hasQuestions && (
        <EmptyState icon={ClipboardCheck} title="No specific questions configured for this package.">
          We need nothing from you here. Our team will write if something comes up.
        </EmptyState>
      )}
      {loaded && hasQuestions && (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
          <StatusNote status={order.status} />
          <AnswersProgress questions={loaded.questions} texts={texts} isClosed={isClosed} />
          {loaded.questions.map((question) => {
            const Field = question.questionType === 'textarea' ? TextAreaField : TextField
            const key = String(question.id)
            if (question.questionType === 'files') {
              return (
                <FilesQuestion
                  key={key}
                  orderId={order.id}
                  question={question}
                  files={files[key] ?? []}
                  isClosed={isClosed}
                  isLocked={isLocked}
                  onChange={(next) => {
                    setSavedNote('')
                    setDraftFiles((before) => ({
                      ...before,
                      [key]: next(before[key] ?? loaded.files[key] ?? []),
                    }))
                  }}
                  onSending={(isOnItsWay) =>
                    setUploading((all) => [...all.filter((one) => one !== key), ...(isOnItsWay ? [key] : [])])
                  }
                />
              )
            }
            return (
              <Field
                key={key}
                name={`question-${key}`}
                label={question.question}
                required={question.required}
                value={texts[key] ?? ''}
                readOnly={isLocked}
                placeholder={isClosed ? 'Not answered' : undefined}
                maxLength={LONGEST_ANSWER}
                autoComplete="off"
                inputMode="text"
                onChange={(event) => {
                  setSavedNote('')
                  setDraft({ ...draft, [key]: event.target.value })
                }}
              />
            )
          })}
        </form>
      )}
    </Dialog>
  )
}

type Files = Record<string, readonly AttachedFile[]>

/** The text that the API stores for an answer made of files: their names. */
const nameFiles = (files: Files): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([key, list]) => [key, list.map(({ name }) => name).join(', ')]),
  )

const listIds = (files: Files): Record<string, string[]> =>
  Object.fromEntries(Object.entries(files).map(([key, list]) => [key, list.map(({ id }) => id)]))

/** The submit label: 'Save …' while required answers are missing. */
function nameSubmit(changed: number, requiredOpen: number): string {
  return changed > 0 && requiredOpen > 0 ? `Save ${formatCount(changed, 'answer')}` : 'Submit Responses'
}

/** Only the answers that differ from the stored ones: others may have been changed elsewhere. An empty one clears an answer. */
function collectAnswers(
  questions: PackageQuestion[],
  texts: Record<string, string>,
  before: Record<string, string>,
): Record<string, string> {
  const keys = questions.map(({ id }) => String(id))
  return Object.fromEntries(
    keys
      .filter((key) => (texts[key] ?? '').trim() !== (before[key] ?? '').trim())
      .map((key) => [key, texts[key] ?? '']),
  )
}

function QuestionsSkeleton() {
  return (
    <Loading className="flex flex-col gap-6">
      {SKELETON_FIELDS.map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-24" />
        </div>
      ))}
    </Loading>
  )
}
