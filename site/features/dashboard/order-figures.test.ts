import { expect, test } from 'vitest'
import { summarizeOrders } from './order-figures.ts'

test('no orders are three zeros', () => {
  expect(summarizeOrders([])).toEqual({ total: 0, completed: 0, spentInr: '0.00' })
})

test('what was spent is the sum of the rupees of all orders, to the paisa', () => {
  const orders = ['108440.75', '0.05'].map((amountInr) => ({ status: 'pending' as const, amountInr }))
  expect(summarizeOrders(orders).spentInr).toBe('108440.80')
})

test('only completed orders count as completed, all of them count as orders', () => {
  const orders = (['pending', 'processing', 'completed', 'cancelled'] as const).map((status) => ({
    status,
    amountInr: '100.00',
  }))
  expect(summarizeOrders(orders)).toEqual({ total: 4, completed: 1, spentInr: '400.00' })
})
