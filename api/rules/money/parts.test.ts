import { expect, test } from 'vitest'
import { money } from './money.ts'
import { describePartPaid, interestOn } from './parts.ts'

const DUE = new Date('2026-11-01T10:00:00Z')
const after = (days: number) => new Date(DUE.getTime() + days * 24 * 3_600_000)
const owed = (minor: number, days: number, currency = 'USD') =>
  interestOn(money(minor, currency), DUE, after(days))

test('interest runs by whole days, 1.5% in thirty, in the minor unit of the currency', () => {
  expect(owed(64_950, 30)).toEqual(money(974, 'USD'))
  expect(owed(64_950, 60)).toEqual(money(1949, 'USD'))
  expect(owed(64_950, 1)).toEqual(money(32, 'USD'))
  expect(owed(100_000, 30, 'JPY')).toEqual(money(1500, 'JPY'))
})

test('on the day it is due, and before, there is none', () => {
  expect(owed(64_950, 0.99).minor).toBe(0)
  expect(owed(64_950, -5).minor).toBe(0)
})

test('an order says how much of it is paid only while a part is not', () => {
  const order = { amount: '1299.00', currency: 'USD', paidAmount: '649.50' }
  expect(describePartPaid({ ...order, paymentStatus: 'part_paid' })).toBe('Part paid $649.50 of $1,299.00')
  for (const paymentStatus of ['unpaid', 'paid', 'refunded'] as const)
    expect(describePartPaid({ ...order, paymentStatus })).toBeUndefined()
})
