import { ChartColumn } from 'lucide-react'
import type { Overview } from '#api/contract/operations/overview.ts'
import { ORDER_STATUS_LABELS } from '#api/rules/status-labels.ts'
import { formatNumber } from '#site/kit/format/count.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { EmptyState } from '#site/kit/ui/primitives/empty-state.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { BarChart } from './bar-chart.tsx'
import { FiguresTable } from './figures-table.tsx'

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
/** The other shares are summed up in a line of text, because one bar for all of them could be by far the longest. */
const MOST_BARS = 8

interface Share {
  name: string
  orders: number
}

export function OrderBreakdowns({ overview }: { overview: Overview | undefined }) {
  const statuses = overview?.ordersByStatus.map(({ status, orders }) => ({
    name: ORDER_STATUS_LABELS[status],
    orders,
  }))
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start lg:gap-6">
      <Breakdown title="Orders by package" heading="Package" shares={overview?.ordersByPackage} />
      <Breakdown title="Orders by status" heading="Status" shares={statuses} />
    </div>
  )
}

interface BreakdownProps {
  title: string
  heading: string
  shares: Share[] | undefined
}

function Breakdown({ title, heading, shares }: BreakdownProps) {
  const bars = shares?.slice(0, MOST_BARS)
  const total = shares?.reduce((sum, { orders }) => sum + orders, 0) ?? 0
  return (
    <Card
      isDense
      title={title}
      actions={<p className="text-sm text-ink-quiet">{shares && describeOthers(shares)}</p>}
    >
      {shares?.length === 0 ? (
        <EmptyState icon={ChartColumn} title="No orders yet">
          They’ll be counted here.
        </EmptyState>
      ) : (
        <>
          <div className="px-5 pb-2 pt-4 sm:px-6">
            <div className="h-72">
              {bars ? (
                <BarChart
                  label={title}
                  names={bars.map(({ name }) => name)}
                  values={bars.map(({ orders }) => orders)}
                  isLying
                />
              ) : (
                <Skeleton className="h-full w-full" />
              )}
            </div>
          </div>
          {shares && (
            <FiguresTable
              caption={title}
              headings={[heading, 'Orders', 'Share']}
              rows={shares.map(({ name, orders }) => [
                name,
                formatNumber(orders),
                percent.format(orders / Math.max(1, total)),
              ])}
            />
          )}
        </>
      )}
    </Card>
  )
}

function describeOthers(shares: Share[]): string | undefined {
  if (shares.length <= MOST_BARS) return undefined
  return `Top ${MOST_BARS} of ${formatNumber(shares.length)}`
}
