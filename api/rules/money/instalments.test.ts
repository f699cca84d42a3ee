import { expect, test } from 'vitest'
import { describePartlyPaid } from './instalments.ts'

test('an order says how much of it is paid only while an instalment is not', () => {
  const order = { amount: '1299.00', currency: 'USD', paidAmount: '649.50' }
  expect(describePartlyPaid({ ...order, paymentStatus: 'instalment_paid' })).toBe(
    'Partly paid $649.50 of $1,299.00',
  )
  for (const paymentStatus of ['unpaid', 'paid', 'refunded'] as const)
    expect(describePartlyPaid({ ...order, paymentStatus })).toBeUndefined()
})
