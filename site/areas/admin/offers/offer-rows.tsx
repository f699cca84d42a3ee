/** The rows of an offer: the lines sold, and the questions that the customer gets after paying. */
import { useStore } from '@nanostores/react'
import { Plus, Trash2 } from 'lucide-react'
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { MOST_LINES, MOST_QUESTIONS, sumLines } from '#api/rules/offers.ts'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { CheckField } from '#site/kit/ui/field/check-field.tsx'
import { FieldError, Select, TextAreaField, TextField } from '#site/kit/ui/field/field.tsx'
import { UNCHOSEN } from '#site/kit/ui/field/options.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { addPackage, addRow, type OfferEditing } from './offer-draft.ts'

const $packages = createFigureStore<Package[]>(['/api/packages'])

export function OfferLines({ editing }: { editing: OfferEditing }) {
  const { draft, errors, setDraft, change } = editing
  const { lines, currency } = draft
  const packages = useStore($packages).data
  const isFull = lines.length >= MOST_LINES
  const setLine = (key: number, changes: Partial<(typeof lines)[number]>) =>
    change({ lines: lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) })
  const total = sumLines(
    lines.map(({ amount }) => ({ amount: amount.trim() })),
    currency,
  )
  return (
    <div className="flex flex-col gap-4 sm:col-span-2">
      <ol className="flex flex-col gap-4">
        {lines.map(({ key, text, amount }, index) => (
          <li
            key={key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-3 rounded border border-line p-4 sm:grid-cols-[minmax(0,1fr)_10rem_auto]"
          >
            <TextAreaField
              name={`lines.${index}.text`}
              label={`Line ${index + 1}`}
              required
              rows={3}
              maxLength={1000}
              value={text}
              error={errors[`lines.${index}.text`]}
              onChange={({ target }) => setLine(key, { text: target.value })}
              className="max-sm:col-span-2"
            />
            <TextField
              name={`lines.${index}.amount`}
              label={`Price (${currency})`}
              required
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              error={errors[`lines.${index}.amount`]}
              onChange={({ target }) => setLine(key, { amount: target.value })}
              className="[&_input]:tabular-nums"
            />
            <RemoveButton
              label={`Remove line ${index + 1}`}
              disabled={lines.length === 1}
              onClick={() => change({ lines: lines.filter((line) => line.key !== key) })}
            />
          </li>
        ))}
      </ol>
      {errors.lines && (
        <FieldError id="lines-error" of={lines}>
          {errors.lines}
        </FieldError>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap gap-3">
          <Button
            icon={Plus}
            variant="secondary"
            disabled={isFull}
            onClick={() => change({ lines: addRow(lines, { text: '', amount: '' }) })}
          >
            Add a line
          </Button>
          <Select
            aria-label="Add a package"
            value={UNCHOSEN}
            disabled={isFull || !packages}
            onChange={({ target }) => {
              const item = packages?.find(({ id }) => String(id) === target.value)
              if (item) setDraft(addPackage(draft, item))
            }}
            frameClassName="w-52"
          >
            <option value={UNCHOSEN}>Add a package…</option>
            {packages?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <p className="text-sm text-ink-quiet">
          Total{' '}
          <output className="ml-2 text-lg font-semibold tabular-nums tracking-tight text-ink">
            {total ? formatMoney(total) : '–'}
          </output>
        </p>
      </div>
    </div>
  )
}

export function OfferQuestions({ editing: { draft, errors, change } }: { editing: OfferEditing }) {
  const { questions } = draft
  const setQuestion = (key: number, changes: Partial<(typeof questions)[number]>) =>
    change({ questions: questions.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <div className="flex flex-col items-start gap-4 sm:col-span-2">
      <p className="text-sm text-ink-quiet">Your customer answers them on the order page.</p>
      {questions.map(({ key, question, required }, index) => (
        <div
          key={key}
          className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 rounded border border-line p-4"
        >
          <TextField
            name={`questions.${index}.question`}
            label={`Question ${index + 1}`}
            maxLength={500}
            autoComplete="off"
            value={question}
            error={errors[`questions.${index}.question`]}
            onChange={({ target }) => setQuestion(key, { question: target.value })}
          />
          <RemoveButton
            label={`Remove question ${index + 1}`}
            onClick={() => change({ questions: questions.filter((one) => one.key !== key) })}
          />
          <CheckField
            label="An answer is required"
            checked={required}
            onChange={(isRequired) => setQuestion(key, { required: isRequired })}
          />
        </div>
      ))}
      <Button
        icon={Plus}
        variant="secondary"
        disabled={questions.length >= MOST_QUESTIONS}
        onClick={() => change({ questions: addRow(questions, { question: '', required: true }) })}
      >
        Add a question
      </Button>
    </div>
  )
}

function RemoveButton({ label, ...rest }: { label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <Button
      variant="ghost"
      icon={Trash2}
      aria-label={label}
      title={label}
      className="mt-[1.625rem] px-0"
      {...rest}
    />
  )
}
