import { expect, test } from 'vitest'
import { summarizeOrders } from './order-figures.ts'

const ORDER = {
  status: 'pending' as const,
  amountInr: '100.00',
  refundedAmount: '0.00',
  usdInrRate: '84.25',
}

test('no orders are three zeros', () => {
  expect(summarizeOrders([])).toEqual({ total: 0, completed: 0, spentInr: '0.00' })
})

test('what was spent is the sum of the rupees of all orders, to the paisa', () => {
  const orders = ['108440.75', '0.05'].map((amountInr) => ({ ...ORDER, amountInr }))
  expect(summarizeOrders(orders).spentInr).toBe('108440.80')
})

test('what was refunded is not spent', () => {
  const refunded = { ...ORDER, amountInr: '8425.00', refundedAmount: '100.00' }
  const partly = { ...ORDER, amountInr: '8425.00', refundedAmount: '40.00' }
  expect(summarizeOrders([refunded, partly]).spentInr).toBe('5055.00')
})

test('only completed orders count as completed, all of them count as orders', () => {
  const orders = (['pending', 'processing', 'completed', 'cancelled'] as const).map((status) => ({
    ...ORDER,
    status,
  }))
  expect(summarizeOrders(orders)).toEqual({ total: 4, completed: 1, spentInr: '400.00' })
})
