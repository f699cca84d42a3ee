import { expect, test } from 'vitest'
import { describeSameStatus, UNDONE_NOTE } from './status-labels.ts'

test('a status that stays is told as what happened, never as a change to itself', () => {
  const stays = { from: 'processing', to: 'processing' }
  expect(describeSameStatus({ ...stays, note: null })).toBe('Work was started')
  expect(describeSameStatus({ ...stays, note: UNDONE_NOTE })).toBe('The start of the work was undone')
  expect(describeSameStatus({ from: 'pending', to: 'processing', note: null })).toBeUndefined()
})
