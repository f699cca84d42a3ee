import { describe, expect, test } from 'vitest'
import {
  addPending,
  checkQuestions,
  moveItem,
  placeQuestionIssues,
  toQuestionsBody,
  toQuestionsDraft,
} from './question-list.ts'

const stored: Parameters<typeof toQuestionsDraft>[0] = {
  id: 3,
  version: 4,
  questions: [
    { id: 7, question: 'Which colours?', questionType: 'text', required: true },
    { id: 9, question: 'By when?', questionType: 'textarea', required: false },
  ],
}
const draft = () => toQuestionsDraft(stored)

describe('a new question', () => {
  test('is added at the end, trimmed, and its field emptied', () => {
    const { questions, pending } = addPending({ ...draft(), pending: '  Which domain? ' })
    expect(questions.map(({ question }) => question)).toEqual(['Which colours?', 'By when?', 'Which domain?'])
    expect(questions.at(-1)).toMatchObject({ questionType: 'textarea', required: false })
    expect(questions.at(-1)?.id).toBeUndefined()
    expect(pending).toBe('')
  })

  test.each(['', '   ', '\n\t'])('of %j is none', (pending) => {
    expect(addPending({ ...draft(), pending })).toEqual({ ...draft(), pending })
  })
})

test.each([
  [0, 1, 'bac'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 99, 'bca'],
  [2, -5, 'cab'],
  [7, 0, 'abc'],
])('moving %i to %i', (from, to, moved) => {
  expect(moveItem([...'abc'], from, to).join('')).toBe(moved)
})

test('a blank question and one asked twice are wrong', () => {
  const [first, second] = draft().questions
  if (!first || !second) throw new Error('There are two')
  const questions = [
    first,
    { ...second, question: ' Which colours? ' },
    { ...second, key: 'x', question: ' ' },
  ]
  expect(checkQuestions(questions)).toEqual({
    'stored-9': 'This question already exists',
    x: 'Question is required',
  })
  expect(checkQuestions(draft().questions)).toEqual({})
})

test('the API’s issues stand at their questions', () => {
  const issues = [
    { path: 'questions.1.question', message: 'Too long' },
    { path: 'questions.1', message: 'Twice' },
    { path: 'name', message: 'Not here' },
    { path: 'questions.8', message: 'Gone' },
  ]
  expect(placeQuestionIssues(issues, draft().questions)).toEqual({ 'stored-9': 'Too long' })
})

test('stored questions are sent with their ids, in the order they stand', () => {
  const reversed = { ...draft(), questions: draft().questions.toReversed(), pending: 'Which domain?' }
  expect(toQuestionsBody(addPending(reversed))).toEqual({
    id: 3,
    expectedVersion: 4,
    informationRequired: ['By when?', 'Which colours?', 'Which domain?'],
    questions: [
      stored.questions[1],
      stored.questions[0],
      { question: 'Which domain?', questionType: 'textarea', required: false },
    ],
  })
})
