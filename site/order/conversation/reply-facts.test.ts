import { expect, test } from 'vitest'
import { listReplyFacts } from './reply-facts.ts'

const order = { packageName: 'Site Audit', promisedBy: '2026-11-25T12:30:00.000Z' }

test.each([
  ['2026-11-25T12:29:59Z', '25 Nov 2026'],
  ['2026-11-25T12:30:00Z', undefined],
])('at %s the date of a saved reply is %s', (now, date) => {
  expect(listReplyFacts(order, 'Grace', new Date(now))).toEqual({
    'first name': 'Grace',
    package: 'Site Audit',
    date,
  })
  expect(listReplyFacts({ ...order, promisedBy: null }, 'Grace', new Date(now)).date).toBeUndefined()
})
