import { MessageCircleQuestion, Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { controlClass, Select } from '#site/kit/ui/field/field.tsx'
import { useFreshError } from '#site/kit/ui/field/fresh-error.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import {
  addPending,
  LONGEST_QUESTION,
  MOST_QUESTIONS,
  moveItem,
  type QuestionDraft,
  type QuestionsDraft,
} from './question-list.ts'
import { ICON_BUTTON, ReorderHandle, ReorderHint, useReorder } from './use-reorder.tsx'

interface QuestionsEditorProps {
  draft: QuestionsDraft
  /** By question key. */
  errors: Record<string, string>
  onChange: (draft: QuestionsDraft) => void
}

export function QuestionsEditor({ draft, errors, onChange }: QuestionsEditorProps) {
  const { questions, pending } = draft
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const fieldId = useId()
  const isFull = questions.length >= MOST_QUESTIONS

  const change = (next: QuestionDraft[]) => onChange({ ...draft, questions: next })
  const { dragged, handleOf } = useReorder(
    list,
    questions.map(({ key }) => key),
    (from, to) => {
      change(moveItem(questions, from, to))
      setSaid(`Question moved to place ${to + 1} of ${questions.length}`)
    },
  )

  function add(): void {
    const next = addPending(draft)
    field.current?.focus()
    if (isFull || next.questions === questions) return
    onChange(next)
    setSaid(`Question ${next.questions.length} added`)
  }

  function remove(index: number): void {
    change(questions.filter((_, at) => at !== index))
    setSaid(`Question ${index + 1} removed`)
    field.current?.focus()
  }

  return (
    <>
      <ReorderHint />
      {questions.length === 0 && (
        <EmptyState icon={MessageCircleQuestion} title="No questions yet">
          Ask what the team needs to know before it can start. Customers answer on their dashboard.
        </EmptyState>
      )}
      <ol ref={list} className={`flex flex-col gap-3 ${dragged ? 'select-none' : ''}`}>
        {questions.map((question, index) => (
          <QuestionRow
            key={question.key}
            question={question}
            place={index + 1}
            error={errors[question.key]}
            isDragged={dragged === question.key}
            handle={handleOf(question.key)}
            onChange={(changes) =>
              change(questions.map((one, at) => (at === index ? { ...question, ...changes } : one)))
            }
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div className="mt-5 border-t border-line pt-5">
        <label htmlFor={fieldId} className="text-sm font-medium text-ink">
          New question
        </label>
        <div className="mt-1.5 flex gap-2">
          <input
            ref={field}
            id={fieldId}
            value={pending}
            disabled={isFull}
            maxLength={LONGEST_QUESTION}
            autoComplete="off"
            inputMode="text"
            enterKeyHint="done"
            placeholder="What should the design look like?"
            onChange={(event) => onChange({ ...draft, pending: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
            className={`${controlClass()} py-2`}
          />
          <Button icon={Plus} variant="secondary" disabled={isFull} onClick={add} className="shrink-0">
            Add
          </Button>
        </div>
        {isFull && (
          <p className="mt-1.5 text-sm text-ink-quiet">A package has at most {MOST_QUESTIONS} questions.</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

interface QuestionRowProps {
  question: QuestionDraft
  /** Its position, starting at 1. */
  place: number
  error: string | undefined
  isDragged: boolean
  handle: ComponentProps<'button'>
  onChange: (changes: Partial<QuestionDraft>) => void
  onRemove: () => void
}

function QuestionRow(props: QuestionRowProps) {
  const { question, place, isDragged, handle, onChange, onRemove } = props
  const error = useFreshError(props.error, question.question)
  const id = useId()
  return (
    <li
      className={`flex gap-1 rounded border bg-ground-raised py-2 pl-1 pr-2 transition-shadow ${
        isDragged ? 'relative z-10 border-accent shadow-raised' : 'border-line'
      }`}
    >
      <ReorderHandle {...handle} label={`Reorder question ${place}`} />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="sr-only">
          Question {place}
        </label>
        <textarea
          id={id}
          rows={1}
          value={question.question}
          maxLength={LONGEST_QUESTION}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange({ question: event.target.value.replaceAll('\n', ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          className={`${controlClass(Boolean(error))} resize-none py-2.5 leading-snug [field-sizing:content]`}
        />
        {error && (
          <p id={`${id}-error`} className="mt-1 text-sm text-negative">
            {error}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1">
          <label htmlFor={`${id}-type`} className="sr-only">
            Answer to question {place}
          </label>
          <Select
            id={`${id}-type`}
            value={question.questionType}
            onChange={(event) =>
              onChange({ questionType: event.target.value as QuestionDraft['questionType'] })
            }
            className="py-1.5 pr-9"
          >
            <option value="textarea">Long answer</option>
            <option value="text">Short answer</option>
            <option value="files">Files</option>
          </Select>
          <CheckField
            label={
              <>
                Required<span className="sr-only">, question {place}</span>
              </>
            }
            checked={question.required}
            onChange={(required) => onChange({ required })}
          />
        </div>
      </div>
      <button
        type="button"
        aria-label={`Remove question ${place}`}
        onClick={onRemove}
        className={ICON_BUTTON}
      >
        <Trash2 aria-hidden="true" className="size-[1.125rem]" />
      </button>
    </li>
  )
}
