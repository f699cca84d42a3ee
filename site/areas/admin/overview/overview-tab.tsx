import { useStore } from '@nanostores/react'
import { ClipboardPen, CreditCard, type LucideIcon, ReceiptText, Users } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Overview } from '#api/contract/operations/overview.ts'
import { formatAmount } from '#api/rules/money/format.ts'
import { MomentCell } from '#site/areas/admin/list/cells.tsx'
import { refreshAttention, useAttention, useRefresh } from '#site/areas/admin/list/use-figure.ts'
import { formatNumber } from '#site/kit/format/count.ts'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { LoadFailed, StaleNotice } from '#site/kit/ui/primitives/load-failed.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { AttentionCard } from './attention-card.tsx'
import { OrderBreakdowns } from './order-breakdowns.tsx'
import { nameMonth, RevenueCard } from './revenue-card.tsx'

const $overview = createFigureStore<Overview>(['/api/admin/overview'])

/** What needs attention, then the figures. The figures wait for the first card, so that its loading moves nothing. */
export function OverviewTab() {
  const { data, error, hasFailed } = useAttention()
  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">Overview</h2>
      {hasFailed && !data ? (
        <FailedCard title="What needs attention didn’t load" error={error} onRetry={refreshAttention} />
      ) : (
        <AttentionCard attention={data} />
      )}
      {(data || hasFailed) && <Figures />}
    </div>
  )
}

function FailedCard(props: ComponentProps<typeof LoadFailed>) {
  return (
    <Card>
      <LoadFailed {...props} />
    </Card>
  )
}

function Figures() {
  const { data, error, loading } = useStore($overview)
  const hasFailed = Boolean(error) && !loading
  useRefresh(() => $overview.revalidate())

  if (hasFailed && !data) {
    return <FailedCard title="The figures didn’t load" error={error} onRetry={$overview.revalidate} />
  }
  return (
    <div className="flex flex-col gap-4" aria-busy={!data}>
      {hasFailed && (
        <div className="overflow-hidden rounded-lg border border-line">
          <StaleNotice onRetry={() => $overview.revalidate()} />
        </div>
      )}
      <TotalCards overview={data} />
      <RevenueCard revenues={data && [data, ...(data.otherRevenue ?? [])]} />
      <OrderBreakdowns overview={data} />
      {data && (
        <p className="text-right text-xs text-ink-quiet">
          Figures as of <MomentCell iso={data.asOf} />
        </p>
      )}
    </div>
  )
}

interface Total {
  label: string
  icon: LucideIcon
  /** Several where there are several currencies. */
  read: (overview: Overview) => string | string[]
  readMonths: (overview: Overview) => [current: string, previous: string]
}

const countMonths = ({ thisMonth, lastMonth }: Overview['monthly']['orders']): [string, string] => [
  formatNumber(thisMonth),
  formatNumber(lastMonth),
]

const TOTALS: Total[] = [
  {
    label: 'Total Revenue',
    icon: CreditCard,
    read: (overview) =>
      [overview, ...(overview.otherRevenue ?? [])].map(({ totalRevenue, currency }) =>
        formatAmount(totalRevenue, currency),
      ),
    readMonths: ({ revenue, currency }) => {
      const [previous, current] = revenue.month.slice(-2)
      return [formatAmount(current?.amount ?? 0, currency), formatAmount(previous?.amount ?? 0, currency)]
    },
  },
  {
    label: 'Total Customers',
    icon: Users,
    read: ({ totalCustomers }) => formatNumber(totalCustomers),
    readMonths: ({ monthly }) => countMonths(monthly.customers),
  },
  {
    label: 'Total Orders',
    icon: ReceiptText,
    read: ({ totalOrders }) => formatNumber(totalOrders),
    readMonths: ({ monthly }) => countMonths(monthly.orders),
  },
  {
    label: 'Registrations',
    icon: ClipboardPen,
    read: ({ totalRegistrations }) => formatNumber(totalRegistrations),
    readMonths: ({ monthly }) => countMonths(monthly.registrations),
  },
]
/** A longer figure in the large font does not fit on a phone's card. */
const MOST_WIDE_CHARACTERS = 11

function TotalCards({ overview }: { overview: Overview | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {TOTALS.map(({ label, icon: Icon, read, readMonths }) => {
        const values = overview && [read(overview)].flat()
        const months = overview?.revenue.month.slice(-2).map(({ start }) => nameMonth(start)) ?? []
        const [current, previous] = overview ? readMonths(overview) : []
        return (
          <div
            key={label}
            className="min-w-0 rounded-lg border border-line bg-ground-raised px-4 py-3 shadow-card sm:px-5"
          >
            <dt className="flex items-center justify-between gap-2 text-sm text-ink-quiet">
              {label}
              <Icon aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
            </dt>
            {(values ?? [undefined]).map((value, index) => (
              <dd
                key={value}
                className={`mt-1 font-semibold leading-8 tracking-tight tabular-nums text-ink [overflow-wrap:anywhere] ${index > 0 ? 'text-base sm:text-lg' : `sm:text-2xl ${value && value.length > MOST_WIDE_CHARACTERS ? 'text-base' : 'text-xl'}`}`}
              >
                {value ?? <Skeleton className="h-8 w-24" />}
              </dd>
            ))}
            <dd className="mt-0.5 flex min-h-5 flex-wrap gap-x-3 text-[13px] leading-5 tabular-nums text-ink-quiet">
              {current && (
                <>
                  <span>
                    {months[1]} <span className="font-medium text-ink">{current}</span>
                  </span>
                  <span>
                    {months[0]} {previous}
                  </span>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
