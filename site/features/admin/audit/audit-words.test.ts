import { expect, test } from 'vitest'
import { addressOf, compareLists, wordField, wordValue } from './audit-words.ts'

test.each([
  ['status', 'Status'],
  ['deliveryDays', 'Delivery days'],
  ['whatYouDontGet', 'What you dont get'],
])('the field %s is called %s', (field, words) => {
  expect(wordField(field)).toBe(words)
})

test('values are said as people say them, and nothing is nothing', () => {
  expect([true, false, 7, 'in_progress', '', null].map(wordValue)).toEqual([
    'Yes',
    'No',
    '7',
    'in progress',
    undefined,
    undefined,
  ])
})

test('of a list, what came and what left it is told', () => {
  expect(compareLists(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
  expect(compareLists(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [] })
})

test('an entry leads to where its subject is', () => {
  const entry = {
    id: 1,
    createdAt: '',
    actor: { id: 1, firstName: '', lastName: '' },
    action: 'updated',
    subjectId: 7,
    changes: [],
  } as const
  const link = (subject: 'order' | 'assignment') =>
    addressOf({ ...entry, changes: [], subject, subjectLabel: 'INV-7' }).toString()
  expect(link('order')).toBe('tab=orders&q=INV-7')
  expect(link('assignment')).toBe('tab=staff&assignment-q=INV-7')
})
