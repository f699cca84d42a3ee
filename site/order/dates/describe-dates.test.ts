import { expect, test } from 'vitest'
import { describeWait, listMoves } from './describe-dates.ts'

const since = '2026-11-29T09:00:00.000Z'

test('the team reads when an order was delivered, not that its date is on hold', () => {
  const delivered = {
    waits: { kind: 'delivery' as const, since },
    replyBy: null,
    waitedDays: 1,
    changes: [],
    late: null,
  }
  expect(describeWait(delivered, 'team')).toBe('Delivered 29 Nov 2026.')
  const late = { days: 2, isByHalf: false }
  expect(describeWait({ ...delivered, late }, 'team')).toBe('Delivered 29 Nov 2026, 2 business days late.')
  expect(describeWait(delivered, 'customer')).toBe('On hold since 29 Nov 2026 until you check the delivery.')
  expect(listMoves(delivered)).toEqual([])
})

test('a customer reads no day since which a refund holds the date, because another wait may have begun before', () => {
  const asked = { waits: { kind: 'refund_request' as const, since }, replyBy: null, late: null }
  expect(describeWait(asked, 'customer')).toBe('On hold until your refund request is settled.')
  expect(describeWait(asked, 'team')).toBe('On hold since 29 Nov 2026 until the refund is decided.')
})

test('an open question says when it puts the date on hold', () => {
  const asked = { waits: null, replyBy: since, late: null }
  expect(describeWait(asked, 'customer')).toBe(
    'If you haven’t replied by 29 Nov 2026, the date goes on hold.',
  )
  expect(describeWait(asked, 'team')).toBe(
    'If the customer hasn’t replied by 29 Nov 2026, the date goes on hold.',
  )
})

test('the days on hold are told as a sum', () => {
  const asked = { waits: { kind: 'question' as const, since }, waitedDays: 1, changes: [] }
  expect(listMoves(asked)).toEqual([{ text: 'Moved by 1 business day while on hold', reason: '' }])
  expect(listMoves({ ...asked, waits: null, waitedDays: 3 })[0]?.text).toBe(
    'Moved by 3 business days while on hold',
  )
})
