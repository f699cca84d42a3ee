import { expect, test } from 'vitest'
import { summarizeOrders } from './order-figures.ts'

const ORDER = {
  status: 'pending' as const,
  amount: '100.00',
  amountInr: '8425.00',
  refundedAmount: '0.00',
  usdInrRate: '84.25',
}

test('no orders are zeros, with nothing to add', () => {
  expect(summarizeOrders([])).toEqual({
    total: 0,
    completed: 0,
    spentInr: '0.00',
    spentUsd: '0.00',
    notes: [],
  })
})

test('what was spent is the sum of all orders, to the paisa and to the cent', () => {
  const orders = [
    { ...ORDER, amount: '1287.13', amountInr: '108440.75' },
    { ...ORDER, amount: '0.01', amountInr: '0.05' },
  ]
  expect(summarizeOrders(orders)).toMatchObject({ spentInr: '108440.80', spentUsd: '1287.14', notes: [] })
})

test('what was refunded is not spent, and the sum says so', () => {
  const refunded = { ...ORDER, refundedAmount: '100.00' }
  const partly = { ...ORDER, refundedAmount: '40.00' }
  expect(summarizeOrders([refunded, partly])).toMatchObject({
    spentInr: '5055.00',
    spentUsd: '60.00',
    notes: ['Without $140.00 refunded'],
  })
})

test('the sum says what of it was for cancelled orders, unless their money went back', () => {
  const cancelled = { ...ORDER, status: 'cancelled' as const }
  expect(summarizeOrders([ORDER, cancelled])).toMatchObject({
    spentUsd: '200.00',
    notes: ['Includes $100.00 for 1 cancelled order'],
  })
  const { notes } = summarizeOrders([{ ...cancelled, refundedAmount: '100.00' }])
  expect(notes).toEqual(['Without $100.00 refunded'])
})

test('only completed orders count as completed, all of them count as orders', () => {
  const orders = (['pending', 'processing', 'completed', 'cancelled'] as const).map((status) => ({
    ...ORDER,
    status,
  }))
  expect(summarizeOrders(orders)).toMatchObject({ total: 4, completed: 1 })
})
