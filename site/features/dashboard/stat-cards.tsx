import { CircleCheck, type LucideIcon, ReceiptText, WalletCards } from 'lucide-react'
import type { Order } from '../../../api/contract/orders.ts'
import { formatInr } from '../../format/money.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { summarizeOrders } from './order-figures.ts'

export function StatCards({ orders, hasFailed }: { orders: Order[] | undefined; hasFailed: boolean }) {
  const figures = orders && summarizeOrders(orders)
  const count = new Intl.NumberFormat('en-IN')
  const unknown = hasFailed ? '–' : undefined
  return (
    <dl
      className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 lg:gap-6"
      aria-busy={!figures && !hasFailed}
    >
      <Stat icon={ReceiptText} label="Total Orders" value={figures ? count.format(figures.total) : unknown} />
      <Stat
        icon={CircleCheck}
        label="Completed Orders"
        value={figures ? count.format(figures.completed) : unknown}
      />
      <Stat
        icon={WalletCards}
        label="Total Spent"
        value={figures ? formatInr(figures.spentInr) : unknown}
        className="col-span-2 md:col-span-1"
      />
    </dl>
  )
}

function Stat({
  icon: Icon,
  label,
  value,
  className = '',
}: {
  icon: LucideIcon
  label: string
  value: string | undefined
  className?: string
}) {
  return (
    <div
      className={`min-w-0 rounded-lg border border-line bg-ground-raised p-4 shadow-card sm:p-5 ${className}`}
    >
      <dt className="flex items-center justify-between gap-2 text-sm text-ink-quiet">
        {label}
        <Icon aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
      </dt>
      <dd className="mt-2 text-2xl font-semibold leading-8 tracking-tight tabular-nums text-ink [overflow-wrap:anywhere]">
        {value ?? <Skeleton className="h-8 w-24" />}
      </dd>
    </div>
  )
}
