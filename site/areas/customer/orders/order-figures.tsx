import { currencies } from 'virtual:content'
import type { ReactNode } from 'react'
import type { Order } from '#api/contract/orders/orders.ts'
import { formatMoney } from '#api/rules/money/format.ts'
import { convert, type Money, money, readAmount, subtract, sumOf } from '#api/rules/money/money.ts'
import { hasRupeesBeside } from '#api/rules/money/sold-in.ts'
import { ORDER_STATUS } from '#api/rules/orders.ts'
import { formatCount } from '#site/kit/format/count.ts'

type Amounts = Pick<
  Order,
  'status' | 'amount' | 'amountInr' | 'refundedAmount' | 'paidAmount' | 'currency' | 'usdInrRate'
>

/** The dashboard's figures. Refunds do not count as spent. */
export function summarizeOrders(orders: readonly Amounts[]) {
  const refunded = orders.filter((order) => readRefunded(order).minor > 0)
  const cancelled = orders.filter(
    (order) => ORDER_STATUS[order.status].isCancelled && readSpent(order).minor > 0,
  )
  const hasRupees =
    orders.every(({ currency }) => hasRupeesBeside(currencies, currency)) && hasRupeesBeside(currencies)
  /** Notes on refunds, which the sum excludes, and on cancelled orders, which it includes. */
  const notes = [
    refunded.length > 0 && `Excludes ${sumUp(refunded, readRefunded)} refunded`,
    cancelled.length > 0 &&
      `Includes ${sumUp(cancelled, readSpent)} for ${formatCount(cancelled.length, 'cancelled order')}`,
  ]
  return {
    total: orders.length,
    completed: orders.filter(({ status }) => ORDER_STATUS[status].isDone).length,
    /** Absent if any order is shown in its own currency only. */
    spentInr: hasRupees ? formatMoney(sumOf('INR', orders.map(readSpentRupees))) : undefined,
    spent: sumUp(orders, readSpent),
    notes: notes.filter((note) => note !== false),
  }
}

/** @returns one sum per currency @example '$1,299.00 · ₹99,900.00' */
function sumUp(orders: readonly Amounts[], read: (order: Amounts) => Money): string {
  const byCurrency = new Map<Money['currency'], Money[]>()
  for (const amount of orders.map(read))
    byCurrency.set(amount.currency, [...(byCurrency.get(amount.currency) ?? []), amount])
  if (byCurrency.size === 0) byCurrency.set(currencies.default, [])
  return [...byCurrency].map(([currency, amounts]) => formatMoney(sumOf(currency, amounts))).join(' · ')
}

const readRefunded = ({ refundedAmount, currency }: Amounts): Money => readAmount(refundedAmount, currency)

/** What is paid: for an order in instalments only its paid instalments. */
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

const UNKNOWN = '–'

/** @param orders undefined if they did not load */
export function StatCards({ orders }: { orders: Order[] | undefined }) {
  const figures = orders && summarizeOrders(orders)
  const count = new Intl.NumberFormat('en-IN')
  return (
    <section aria-label="Your figures" className="rounded-lg border border-line bg-ground-raised shadow-card">
      <dl className="grid grid-cols-2 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
        <Stat label="Total Orders">{figures ? count.format(figures.total) : UNKNOWN}</Stat>
        <Stat label="Completed Orders" className="border-l border-line">
          {figures ? count.format(figures.completed) : UNKNOWN}
        </Stat>
        <Stat
          label="Total Spent"
          className="col-span-2 border-t border-line sm:col-span-1 sm:border-l sm:border-t-0"
        >
          {figures ? (
            <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              {[figures.spent, figures.spentInr].filter(Boolean).join(' · ')}
              <span className="text-sm font-normal tracking-normal text-ink-quiet empty:hidden">
                {figures.notes.join(' · ')}
              </span>
            </span>
          ) : (
            UNKNOWN
          )}
        </Stat>
      </dl>
    </section>
  )
}

function Stat({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={`min-w-0 px-5 py-3.5 sm:px-6 ${className}`}>
      <dt className="text-sm text-ink-quiet">{label}</dt>
      <dd className="mt-0.5 text-lg font-semibold leading-7 tracking-tight tabular-nums text-ink [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  )
}
