import { GripVertical, Trash2 } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { CheckField } from '../../../ui/field/check-field.tsx'
import { controlClass } from '../../../ui/field/field.tsx'
import { LONGEST_QUESTION, type QuestionDraft } from './question-list.ts'

const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded text-ink-quiet transition-colors hover:bg-ink/5 hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'

interface QuestionRowProps {
  question: QuestionDraft
  /** Counted from 1. */
  place: number
  error: string | undefined
  isDragged: boolean
  handle: ComponentProps<'button'>
  onChange: (changes: Partial<QuestionDraft>) => void
  onRemove: () => void
}

export function QuestionRow(props: QuestionRowProps) {
  const { question, place, error, isDragged, handle, onChange, onRemove } = props
  const id = useId()
  return (
    <li
      className={`flex gap-1 rounded border bg-ground-raised py-2 pl-1 pr-2 transition-shadow ${
        isDragged ? 'relative z-10 border-accent shadow-raised' : 'border-line'
      }`}
    >
      <button
        {...handle}
        type="button"
        aria-label={`Reorder question ${place}`}
        aria-describedby="reorder-hint"
        title="Drag, or use the arrow keys"
        className={`${ICON_BUTTON} cursor-grab touch-none active:cursor-grabbing`}
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
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
          <select
            id={`${id}-type`}
            value={question.questionType}
            onChange={(event) =>
              onChange({ questionType: event.target.value as QuestionDraft['questionType'] })
            }
            className={`${controlClass()} !w-auto py-1.5 pr-2`}
          >
            <option value="textarea">Long answer</option>
            <option value="text">Short answer</option>
            <option value="files">Files</option>
          </select>
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
