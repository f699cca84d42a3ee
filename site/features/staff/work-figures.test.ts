import { expect, test } from 'vitest'
import { countByStatus, narrow } from './work-figures.ts'

const assignments = (['assigned', 'in_progress', 'completed', 'completed'] as const).map((status, id) => ({
  id,
  status,
}))

test('assignments are counted in all and by status', () => {
  expect(countByStatus(assignments)).toEqual({ all: 4, assigned: 1, in_progress: 1, completed: 2 })
  expect(countByStatus([])).toEqual({ all: 0, assigned: 0, in_progress: 0, completed: 0 })
})

test('a filter keeps the assignments of its status, in their order', () => {
  const none = new Set<number>()
  expect(narrow(assignments, 'all', none)).toEqual(assignments)
  expect(narrow(assignments, 'completed', none).map(({ id }) => id)).toEqual([2, 3])
  expect(narrow(assignments, 'completed', new Set([1])).map(({ id }) => id)).toEqual([1, 2, 3])
})
