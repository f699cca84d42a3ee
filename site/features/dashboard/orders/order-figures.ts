import type { Order } from '../../../../api/contract/orders.ts'
import { convertToPaise, parsePriceCents, toDecimal } from '../../../../api/rules/money/pricing.ts'
import { isDropped } from '../../../../api/rules/orders.ts'
import { formatCount } from '../../../format/count.ts'
import { formatUsdCents } from '../../../format/money.ts'

type Amounts = Pick<Order, 'status' | 'amount' | 'amountInr' | 'refundedAmount' | 'usdInrRate'>

/** The figures of the dashboard. Refunds are not counted as spent. Money is added as whole cents and paise, in both currencies. */
export function summarizeOrders(orders: readonly Amounts[]) {
  const spentCents = sum(orders, readSpentCents)
  const refundedCents = sum(orders, ({ refundedAmount }) => readCents(refundedAmount))
  const cancelled = orders.filter((order) => isDropped(order.status) && readSpentCents(order) > 0)
  /** About refunds, which the sum leaves out, and cancelled orders, which it includes. */
  const notes = [
    refundedCents > 0 && `Without ${formatUsdCents(refundedCents)} refunded`,
    cancelled.length > 0 &&
      `Includes ${formatUsdCents(sum(cancelled, readSpentCents))} for ${formatCount(cancelled.length, 'cancelled order')}`,
  ]
  return {
    total: orders.length,
    completed: orders.filter(({ status }) => status === 'completed').length,
    spentInr: toDecimal(sum(orders, readSpentPaise)),
    spentUsd: toDecimal(spentCents),
    notes: notes.filter((note) => note !== false),
  }
}

function sum<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0)
}

const readCents = (amount: string): number => parsePriceCents(amount) ?? 0

const readSpentCents = ({ amount, refundedAmount }: Amounts): number =>
  readCents(amount) - readCents(refundedAmount)

const readSpentPaise = ({ amountInr, refundedAmount, usdInrRate }: Amounts): number =>
  Math.round(Number(amountInr) * 100) - convertToPaise(readCents(refundedAmount), usdInrRate)
