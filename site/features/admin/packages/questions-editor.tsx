import { MessageCircleQuestion, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { controlClass } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import {
  addPending,
  LONGEST_QUESTION,
  MOST_QUESTIONS,
  moveItem,
  type QuestionDraft,
  type QuestionsDraft,
} from './question-list.ts'
import { QuestionRow } from './question-row.tsx'
import { useReorder } from './use-reorder.ts'

interface QuestionsEditorProps {
  draft: QuestionsDraft
  /** By the keys of the questions. */
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
    change(questions.toSpliced(index, 1))
    setSaid(`Question ${index + 1} removed`)
    field.current?.focus()
  }

  return (
    <>
      <p id="reorder-hint" className="sr-only">
        Drag, or press the up and down arrow keys.
      </p>
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
            onChange={(changes) => change(questions.with(index, { ...question, ...changes }))}
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
