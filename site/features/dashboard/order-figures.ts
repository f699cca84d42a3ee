import type { Order } from '../../../api/contract/orders.ts'
import { convertToPaise, parsePriceCents } from '../../../api/contract/pricing.ts'

export interface OrderFigures {
  total: number
  completed: number
  /** Rupees, as the API's decimal strings have them. */
  spentInr: string
}

type Figured = Pick<Order, 'status' | 'amountInr' | 'refundedAmount' | 'usdInrRate'>

/** The three figures of the dashboard. Rupees are added as whole paise; what was refunded is not spent. */
export function summarizeOrders(orders: readonly Figured[]): OrderFigures {
  const paise = orders.reduce(
    (sum, order) => sum + Math.round(Number(order.amountInr) * 100) - refundedPaise(order),
    0,
  )
  return {
    total: orders.length,
    completed: orders.filter(({ status }) => status === 'completed').length,
    spentInr: (paise / 100).toFixed(2),
  }
}

function refundedPaise({ refundedAmount, usdInrRate }: Figured): number {
  return convertToPaise(parsePriceCents(refundedAmount) ?? 0, usdInrRate)
}
