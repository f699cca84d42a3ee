import { expect, test } from 'vitest'
import { countAnswered } from './count-answered.ts'

const questions = [1, 2, 3, 4, 5].map((id) => ({ id, required: id < 4 }))

test('counts what has text, whichever question it answers', () => {
  const texts = { 1: 'a', 2: 'b', 4: 'd', 5: 'e', 99: 'of another package' }
  expect(countAnswered(questions, texts)).toEqual({ asked: 5, answered: 4, requiredOpen: 1 })
})

test('blanks are no answer', () => {
  expect(countAnswered(questions, { 1: ' ', 4: '' })).toEqual({ asked: 5, answered: 0, requiredOpen: 3 })
})
