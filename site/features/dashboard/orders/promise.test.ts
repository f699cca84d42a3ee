import { expect, test } from 'vitest'
import type { Order } from '../../../../api/contract/orders.ts'
import { describePromise, expectDelivery } from './promise.ts'

const PAID_AT = '2026-11-20T09:00:00.000Z'
const describeAt = (now: string, promisedBy: string, awaitsAnswers = false) =>
  describePromise({ paidAt: PAID_AT, deliveryDays: 2, promisedBy, awaitsAnswers } as Order, new Date(now))

test('a date follows from the payment, or from answers that came later', () => {
  expect(describeAt(PAID_AT, '2026-11-24T12:30:00Z')).toBe(
    '2 business days after the payment (4 calendar days)',
  )
  expect(describeAt(PAID_AT, '2026-11-27T12:30:00Z')).toBe(
    '2 business days after your answers (7 calendar days after the payment)',
  )
})

test('while required answers are missing, it says that the time waits and what today would lead to', () => {
  const starts = 'The delivery time starts with your required answers.'
  expect(describeAt('2026-11-21T09:00:00Z', '2026-11-24T12:30:00Z', true)).toContain(
    `${starts} Answer today to keep this date;`,
  )
  expect(describeAt('2026-11-25T09:00:00Z', '2026-11-24T12:30:00Z', true)).toContain(
    `${starts} If you answer today, it is ready by 27 Nov 2026;`,
  )
})

test('a date that waits for answers is the one that answers of today lead to', () => {
  const order = { paidAt: PAID_AT, deliveryDays: 2, promisedBy: '2026-11-24T12:30:00Z' }
  const deliver = (awaitsAnswers: boolean) =>
    expectDelivery({ ...order, awaitsAnswers }, new Date('2026-11-25T09:00:00Z'))
  expect(deliver(true)).toEqual(new Date('2026-11-27T12:30:00Z'))
  expect(deliver(false)).toEqual(new Date(order.promisedBy))
})
