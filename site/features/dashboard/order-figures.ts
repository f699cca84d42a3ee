import type { Order } from '../../../api/contract/orders.ts'
import { convertToPaise, parsePriceCents, toDecimal } from '../../../api/contract/pricing.ts'
import { formatCount } from '../../format/count.ts'
import { formatUsd } from '../../format/money.ts'

export interface OrderFigures {
  total: number
  completed: number
  /** Rupees, as the API's decimal strings have them; `spentUsd` is the same in dollars. */
  spentInr: string
  spentUsd: string
  /** What the sum leaves out, and what of it was for work that was cancelled: a sentence each. */
  notes: string[]
}

type Figured = Pick<Order, 'status' | 'amount' | 'amountInr' | 'refundedAmount' | 'usdInrRate'>

/** The three figures of the dashboard. Money is added as whole cents and paise; what was refunded is not spent. */
export function summarizeOrders(orders: readonly Figured[]): OrderFigures {
  const spentCents = sum(orders, readSpentCents)
  const refundedCents = sum(orders, ({ refundedAmount }) => readCents(refundedAmount))
  const cancelled = orders.filter((order) => order.status === 'cancelled' && readSpentCents(order) > 0)
  const notes = [
    refundedCents > 0 && `Without ${formatUsd(toDecimal(refundedCents))} refunded`,
    cancelled.length > 0 &&
      `Includes ${formatUsd(toDecimal(sum(cancelled, readSpentCents)))} for ${formatCount(cancelled.length, 'cancelled order')}`,
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

const readSpentCents = ({ amount, refundedAmount }: Figured): number =>
  readCents(amount) - readCents(refundedAmount)

const readSpentPaise = ({ amountInr, refundedAmount, usdInrRate }: Figured): number =>
  Math.round(Number(amountInr) * 100) - convertToPaise(readCents(refundedAmount), usdInrRate)
