import { expect, test } from 'vitest'
import { findOrderId, findSubjectPlace, nameActor, SUBJECT_NAMES } from './audit-log.tsx'
import { compareLists, describeField, describeValue, findDifference } from './change-list.tsx'

test.each([
  ['status', 'Status'],
  ['url', 'Address'],
  ['deliveryDays', 'Delivery days'],
  ['whatYouDontGet', 'What you dont get'],
  ['instalment2DueOn', 'Instalment 2 due on'],
  ['part2DueOn', 'Instalment 2 due on'],
  ['part3', 'Instalment 3'],
])('the field %s is called %s', (field, words) => {
  expect(describeField(field)).toBe(words)
})

test('a filter names many of a subject', () => {
  expect(SUBJECT_NAMES).toMatchObject({
    order: 'Orders',
    category: 'Categories',
    recipient: 'Notifications',
    saved_reply: 'Saved replies',
    review: 'Reviews',
    api_key: 'API keys',
    registration: 'Registrations',
  })
})

test('values are said as people say them, and nothing is nothing', () => {
  // With the hour, in the reader's time zone, because moving an expiry by an hour is a change.
  const nine = new Date(2026, 10, 20, 9).toISOString()
  expect(
    [true, false, 7, 'in_progress', 'part_paid', 'instalment_paid', nine, '', null].map(describeValue),
  ).toEqual([
    'Yes',
    'No',
    '7',
    'in progress',
    'partly paid',
    'partly paid',
    '20 Nov 2026, 09:00',
    undefined,
    undefined,
  ])
})

test('a list shows what was added and removed', () => {
  expect(compareLists(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
  expect(compareLists(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [] })
})

test('two long texts are shown from the word a little before they differ', () => {
  const from = 'A five-page company site designed around what your customers ask.'
  const to = 'A five-page company site designed around what their customers ask.'
  expect(from.slice(findDifference(from, to))).toBe('site designed around what your customers ask.')
  expect(findDifference('One', 'Two')).toBe(0)
  expect(findDifference(from, 'A new text')).toBe(0)
})

test('an entry leads to where its subject is', () => {
  const entry = {
    id: 1,
    createdAt: '',
    actor: { id: 1, firstName: '', lastName: '' },
    apiKeyId: null,
    action: 'updated',
    subjectId: 7,
    ipAddress: null,
    changes: [],
  } as const
  const exported = { subject: 'user', subjectId: null, subjectLabel: 'users.csv' } as const
  expect(findSubjectPlace({ ...entry, ...exported, changes: [] })).toEqual({ tab: 'users' })
  // An import from the command line has no list.
  const imported = { subject: 'import', subjectId: null, subjectLabel: 'Import of customers' } as const
  expect(findSubjectPlace({ ...entry, ...imported, changes: [] })).toBeUndefined()
  expect(findOrderId({ ...entry, ...exported, subject: 'order', changes: [] })).toBeUndefined()
  const orderOf = (subject: 'order' | 'assignment' | 'refund' | 'user', subjectLabel: string) =>
    findOrderId({ ...entry, changes: [], subject, subjectLabel })
  expect(orderOf('order', 'INV-7')).toBe(7)
  expect(orderOf('assignment', 'INV-12')).toBe(12)
  expect(orderOf('refund', 'INV-12')).toBe(12)
  expect(orderOf('refund', 'pay_12')).toBeUndefined()
  expect(orderOf('user', 'INV-12')).toBeUndefined()
  // Who signs in is not made by anybody.
  const changed = {
    ...entry,
    actor: { id: 7, firstName: 'Ada', lastName: 'Lovelace' },
    subjectLabel: '',
    changes: [],
  }
  expect(nameActor({ ...changed, subject: 'user' })).toBe('Ada Lovelace')
  expect(nameActor({ ...changed, subject: 'order' })).toBe('by Ada Lovelace')
})
