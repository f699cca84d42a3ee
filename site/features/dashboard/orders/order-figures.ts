import type { Order } from '../../../../api/contract/orders.ts'
import { singleCurrency } from '../../../../api/rules/money/currencies.ts'
import { formatMoney } from '../../../../api/rules/money/format.ts'
import {
  convert,
  type Money,
  money,
  parseAmount,
  subtract,
  sumOf,
  toDecimal,
} from '../../../../api/rules/money/money.ts'
import { isDropped } from '../../../../api/rules/orders.ts'
import { formatCount } from '../../../format/count.ts'

type Amounts = Pick<Order, 'status' | 'amount' | 'amountInr' | 'refundedAmount' | 'currency' | 'usdInrRate'>

/** The figures of the dashboard. Refunds are not counted as spent. Each amount is added in rupees as well. */
export function summarizeOrders(orders: readonly Amounts[]) {
  const currency = singleCurrency(orders.map((order) => order.currency))
  const sum = (some: readonly Amounts[], read: (order: Amounts) => Money) => sumOf(currency, some.map(read))
  const refunded = sum(orders, readRefunded)
  const cancelled = orders.filter((order) => isDropped(order.status) && readSpent(order).minor > 0)
  /** About refunds, which the sum leaves out, and cancelled orders, which it includes. */
  const notes = [
    refunded.minor > 0 && `Without ${formatMoney(refunded)} refunded`,
    cancelled.length > 0 &&
      `Includes ${formatMoney(sum(cancelled, readSpent))} for ${formatCount(cancelled.length, 'cancelled order')}`,
  ]
  return {
    total: orders.length,
    completed: orders.filter(({ status }) => status === 'completed').length,
    spentInr: toDecimal(sumOf('INR', orders.map(readSpentRupees))),
    spent: toDecimal(sum(orders, readSpent)),
    currency,
    notes: notes.filter((note) => note !== false),
  }
}

const read = (amount: string, currency: string): Money => parseAmount(amount, currency) ?? money(0, currency)

const readRefunded = ({ refundedAmount, currency }: Amounts): Money => read(refundedAmount, currency)

const readSpent = (order: Amounts): Money => subtract(read(order.amount, order.currency), readRefunded(order))

const readSpentRupees = (order: Amounts): Money<'INR'> =>
  subtract(
    money(Math.round(Number(order.amountInr) * 100), 'INR'),
    convert(readRefunded(order), order.usdInrRate, 'INR'),
  )
