import { isOpen } from '../../../api/contract/order-statuses.ts'
import type { CustomerOrder } from '../../../api/contract/orders.ts'

const CONFIRMED_FOR_MS = 30 * 60_000

/**
 * The order that the dashboard confirms: the last one that was paid in the last half hour, while its work is to come.
 * Told from the order itself, so it survives a reload and is the same in another tab.
 */
export function findJustPaid(orders: readonly CustomerOrder[], now: Date): CustomerOrder | undefined {
  return orders
    .filter(({ paidAt, status, paymentStatus }) => {
      const isNew = paidAt !== null && now.getTime() - Date.parse(paidAt) < CONFIRMED_FOR_MS
      return isNew && isOpen(status) && paymentStatus === 'paid'
    })
    .sort((a, b) => Date.parse(b.paidAt ?? '') - Date.parse(a.paidAt ?? ''))[0]
}
