import type { Order } from '../../../api/contract/orders.ts'

export interface OrderFigures {
  total: number
  completed: number
  /** Rupees, as the API's decimal strings have them. */
  spentInr: string
}

/** The three figures of the dashboard. Rupees are added as whole paise. */
export function summarizeOrders(orders: readonly Pick<Order, 'status' | 'amountInr'>[]): OrderFigures {
  const paise = orders.reduce((sum, { amountInr }) => sum + Math.round(Number(amountInr) * 100), 0)
  return {
    total: orders.length,
    completed: orders.filter(({ status }) => status === 'completed').length,
    spentInr: (paise / 100).toFixed(2),
  }
}
