import type { ReactNode } from 'react'
import type { Order } from '../../../api/contract/orders.ts'
import { formatInr, formatUsd } from '../../format/money.ts'
import { summarizeOrders } from './order-figures.ts'

const UNKNOWN = '–'

/** The figures of all orders, in one row. @param orders undefined where they did not load */
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
              {formatInr(figures.spentInr)}
              <span className="text-sm font-normal tracking-normal text-ink-quiet">
                {[formatUsd(figures.spentUsd), ...figures.notes].join(' · ')}
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
