import type { PackageQuestion } from '#api/contract/catalogue/catalogue.ts'
import type { AdminPackage } from '#api/contract/catalogue/packages.ts'
import { createKey } from '#site/kit/client/call-key.ts'

export const MOST_QUESTIONS = 50
export const LONGEST_QUESTION = 500

export interface QuestionDraft {
  /** Identifies the row while it moves. */
  key: string
  id?: number
  question: string
  questionType: PackageQuestion['questionType']
  required: boolean
}

export interface QuestionsDraft {
  /** The package's id. */
  id: number
  questions: QuestionDraft[]
  /** The text in the field for a new question, not added yet. */
  pending: string
  /** The edited version. The API refuses a save if the package has a newer one. */
  expectedVersion: number
}

export function toQuestionsDraft({
  id,
  questions,
  version,
}: Pick<AdminPackage, 'id' | 'questions' | 'version'>): QuestionsDraft {
  return {
    id,
    expectedVersion: version,
    questions: questions.map((question) => ({ ...question, key: `stored-${question.id}` })),
    pending: '',
  }
}

/** Adds the question typed in the field for a new one, unless it is blank. */
export function addPending(draft: QuestionsDraft): QuestionsDraft {
  const question = draft.pending.trim()
  if (question === '') return draft
  const added: QuestionDraft = {
    key: `new-${createKey()}`,
    question,
    questionType: 'textarea',
    required: false,
  }
  return { ...draft, questions: [...draft.questions, added], pending: '' }
}

/** @returns the list with one item moved; a position outside the list means its nearest end */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list]
  const [item] = moved.splice(from, 1)
  if (item !== undefined) moved.splice(Math.min(Math.max(to, 0), moved.length), 0, item)
  return moved
}

/** @returns the errors by question key */
export function checkQuestions(questions: readonly QuestionDraft[]): Record<string, string> {
  const seen = new Set<string>()
  const errors: Record<string, string> = {}
  for (const { key, question } of questions) {
    const text = question.trim()
    if (text === '') errors[key] = 'Question is required'
    else if (seen.has(text)) errors[key] = 'This question already exists'
    seen.add(text)
  }
  return errors
}

/** The API's messages about `questions.3` or `questions.3.question`, by question key. */
export function placeQuestionIssues(
  issues: readonly { path: string; message: string }[],
  questions: readonly QuestionDraft[],
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const key = questions[Number(/^questions\.(\d+)/.exec(path)?.[1] ?? -1)]?.key
    if (key) errors[key] ??= message
  }
  return errors
}

/** `informationRequired` repeats only the texts; the API prefers `questions`. */
export function toQuestionsBody({ id, questions: drafts, expectedVersion }: QuestionsDraft) {
  const questions = drafts.map(({ key: _, question, ...rest }) => ({ ...rest, question: question.trim() }))
  return { id, informationRequired: questions.map(({ question }) => question), questions, expectedVersion }
}
