import { expect, test } from 'vitest'
import { fillReply, findReplies, findSlash, findUnknownPlaceholder } from './saved-replies.ts'

test('fills in what the page knows, and leaves the rest for the writer to see', () => {
  const facts = { 'first name': 'Grace', package: 'Site {date} $&', date: undefined }
  expect(fillReply('Hello { First name }, {package} by {date}: {}', facts)).toBe(
    'Hello Grace, Site {date} $& by {date}: {}',
  )
})

test('finds a placeholder that no page fills in', () => {
  expect(findUnknownPlaceholder('{first name}, {PACKAGE} and {date}: 1 { 2')).toBeUndefined()
  expect(findUnknownPlaceholder('{date} {surname}')).toBe('{surname}')
  expect(findUnknownPlaceholder('{}')).toBe('{}')
})

test('a search begins with / on a line of its own', () => {
  expect(findSlash('/', 1)).toEqual({ from: 0, words: '' })
  expect(findSlash('Hello\n/sta rt\nBye', 13)).toEqual({ from: 6, words: 'sta rt' })
  for (const [text, caret] of [
    ['and/or', 4],
    [' /', 2],
    ['/start', 3],
    ['/', 0],
    ['/a\n', 3],
    ['', 0],
    ['\n', 1],
  ] as const)
    expect(findSlash(text, caret)).toBeUndefined()
})

test('a reply is found by the words of its title, in any order', () => {
  const replies = [{ title: 'Work begins' }, { title: 'Ready for review' }]
  expect(findReplies(replies, '')).toEqual(replies)
  expect(findReplies(replies, 'REV ready')).toEqual([replies[1]])
  expect(findReplies(replies, 'ready work')).toEqual([])
  expect(findReplies(replies, 'réady')).toEqual([replies[1]])
})
