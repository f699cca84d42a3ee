import { currencies } from 'virtual:content'
import type { Order } from '../../../../api/contract/orders.ts'
import { formatMoney } from '../../../../api/rules/money/format.ts'
import { convert, type Money, money, readAmount, subtract, sumOf } from '../../../../api/rules/money/money.ts'
import { showsRupees } from '../../../../api/rules/money/rupees.ts'
import { isDropped } from '../../../../api/rules/orders.ts'
import { formatCount } from '../../../format/count.ts'

type Amounts = Pick<
  Order,
  'status' | 'amount' | 'amountInr' | 'refundedAmount' | 'paidAmount' | 'currency' | 'usdInrRate'
>

/** The figures of the dashboard. Refunds are not counted as spent. */
export function summarizeOrders(orders: readonly Amounts[]) {
  const refunded = orders.filter((order) => readRefunded(order).minor > 0)
  const cancelled = orders.filter((order) => isDropped(order.status) && readSpent(order).minor > 0)
  const hasRupees =
    orders.every(({ currency }) => showsRupees(currencies, currency)) && showsRupees(currencies)
  /** About refunds, which the sum leaves out, and cancelled orders, which it includes. */
  const notes = [
    refunded.length > 0 && `Without ${sumUp(refunded, readRefunded)} refunded`,
    cancelled.length > 0 &&
      `Includes ${sumUp(cancelled, readSpent)} for ${formatCount(cancelled.length, 'cancelled order')}`,
  ]
  return {
    total: orders.length,
    completed: orders.filter(({ status }) => status === 'completed').length,
    /** Absent where an order is shown in its own money alone. */
    spentInr: hasRupees ? formatMoney(sumOf('INR', orders.map(readSpentRupees))) : undefined,
    spent: sumUp(orders, readSpent),
    notes: notes.filter((note) => note !== false),
  }
}

/** @returns one sum a currency @example '$1,299.00 · ₹99,900.00' */
function sumUp(orders: readonly Amounts[], read: (order: Amounts) => Money): string {
  const byCurrency = Map.groupBy(orders.map(read), ({ currency }) => currency)
  if (byCurrency.size === 0) byCurrency.set(currencies.default, [])
  return [...byCurrency].map(([currency, amounts]) => formatMoney(sumOf(currency, amounts))).join(' · ')
}

const readRefunded = ({ refundedAmount, currency }: Amounts): Money => readAmount(refundedAmount, currency)

/** Of an order in parts, what of them is paid. */
const readPaid = ({ paidAmount, amount, currency }: Amounts): Money =>
  readAmount(paidAmount ?? amount, currency)

const readSpent = (order: Amounts): Money => subtract(readPaid(order), readRefunded(order))

const readSpentRupees = (order: Amounts): Money<'INR'> =>
  subtract(
    order.paidAmount === undefined
      ? money(Math.round(Number(order.amountInr) * 100), 'INR')
      : convert(readPaid(order), order.usdInrRate, 'INR'),
    convert(readRefunded(order), order.usdInrRate, 'INR'),
  )
