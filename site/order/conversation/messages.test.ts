import { describe, expect, test } from 'vitest'
import type { Conversation, Message } from '#api/contract/orders/conversation.ts'
import { findFirstNew, groupByDay, mergeMessage, takeEarlier, takeLatest } from './messages.ts'

const message = (id: number, fields: Partial<Message> = {}): Message => ({
  id,
  author: { id: 1, firstName: 'Ada', lastName: 'Minh', role: 'customer' },
  isOwn: false,
  isTeamOnly: false,
  isBlocking: false,
  text: `${id}`,
  files: [],
  blocks: [],
  createdAt: '2026-11-20T09:00:00Z',
  editedAt: null,
  withdrawnAt: null,
  changeableUntil: null,
  mailText: null,
  ...fields,
})

const page = (ids: number[], fields: Partial<Conversation> = {}): Conversation => ({
  messages: ids.map((id) => message(id)),
  hasEarlier: false,
  readUpTo: 0,
  canWrite: true,
  isOver: false,
  canBlock: false,
  awaitsReplySince: null,
  waitingMails: [],
  ...fields,
})

const idsOf = ({ messages }: Conversation) => messages.map(({ id }) => id)

describe('the latest messages', () => {
  test('are joined to the earlier ones that are shown, each once and as it is now', () => {
    const shown = page([1, 2, 3, 4], { hasEarlier: true })
    const latest = page([3, 4, 5], { hasEarlier: true })
    latest.messages[0] = message(3, { withdrawnAt: '2026-11-20T09:05:00Z' })
    const joined = takeLatest(shown, latest)
    expect(idsOf(joined)).toEqual([1, 2, 3, 4, 5])
    expect(joined.messages[2]?.withdrawnAt).not.toBeNull()
    expect(joined.hasEarlier).toBe(true)
    expect(takeLatest(page([1, 2, 3]), page([3, 4], { hasEarlier: true })).hasEarlier).toBe(false)
  })

  test('begin anew if more came than a page holds, so that none in between is missed', () => {
    const latest = takeLatest(page([1, 2, 3]), page([8, 9], { hasEarlier: true }))
    expect(idsOf(latest)).toEqual([8, 9])
    expect(latest.hasEarlier).toBe(true)
  })

  test('have one that was stored later under a lower number', () => {
    expect(idsOf(takeLatest(page([1, 3]), page([1, 2, 3])))).toEqual([1, 2, 3])
  })

  test('never make read messages unread again', () => {
    expect(takeLatest(page([1, 2], { readUpTo: 2 }), page([1, 2], { readUpTo: 1 })).readUpTo).toBe(2)
  })
})

test('an earlier page goes in front, whatever came twice', () => {
  const shown = takeEarlier(page([5, 6], { hasEarlier: true }), page([3, 4, 5], { hasEarlier: true }))
  expect(idsOf(shown)).toEqual([3, 4, 5, 6])
  expect(shown.hasEarlier).toBe(true)
  expect(takeEarlier(shown, page([1, 2])).hasEarlier).toBe(false)
})

test('a message that was sent or changed takes its place', () => {
  expect(idsOf(mergeMessage(page([1, 3]), message(2)))).toEqual([1, 2, 3])
  expect(mergeMessage(page([1, 2]), message(2, { text: 'Changed' })).messages[1]?.text).toBe('Changed')
})

test('the first new message is somebody else’s', () => {
  const messages = [message(1), message(2, { isOwn: true }), message(3)]
  expect(findFirstNew(messages, 1)?.id).toBe(3)
  expect(findFirstNew(messages, 3)).toBeUndefined()
})

test('messages stand by day, and under one name while one person writes on', () => {
  const at = (createdAt: string) => ({ createdAt })
  const other = { author: { id: 2, firstName: 'Sam', lastName: 'Iyer', role: 'staff' as const } }
  const days = groupByDay(
    [
      message(1, at('2026-11-20T12:00:00')),
      message(2, at('2026-11-20T12:05:00')),
      message(3, at('2026-11-20T12:30:00')),
      message(4, { ...at('2026-11-20T12:31:00'), ...other }),
      message(5, { ...at('2026-11-20T12:32:00'), ...other, isTeamOnly: true }),
      message(6, { ...at('2026-11-20T23:59:00'), ...other }),
      message(7, { ...at('2026-11-21T00:01:00'), ...other }),
      message(8, { ...at('2026-11-21T00:02:00'), ...other }),
    ],
    8,
  )
  expect(days.map(({ messages }) => messages.map(({ message: { id } }) => id))).toEqual([
    [1, 2, 3, 4, 5, 6],
    [7, 8],
  ])
  const starts = days.flatMap(({ messages }) => messages).filter(({ startsRun }) => startsRun)
  expect(starts.map(({ message: { id } }) => id)).toEqual([1, 3, 4, 5, 6, 7, 8])
})
