import { useStore } from '@nanostores/react'
import { ClipboardPen, CreditCard, type LucideIcon, ReceiptText, Users } from 'lucide-react'
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
import { RevenueCard } from './revenue-card.tsx'

const $overview = createFigureStore<Overview>(['/api/admin/overview'])

/** What needs attention, then the figures. The figures wait for the first card, so that its loading moves nothing. */
export function OverviewTab() {
  const { data, hasFailed } = useAttention()
  return (
    <div className="flex flex-col gap-4 lg:gap-6">
      <h2 className="sr-only">Overview</h2>
      {hasFailed && !data ? (
        <FailedCard title="What needs attention did not load" onRetry={refreshAttention} />
      ) : (
        <AttentionCard attention={data} />
      )}
      {(data || hasFailed) && <Figures />}
    </div>
  )
}

function FailedCard(props: { title: string; onRetry: () => void }) {
  return (
    <Card>
      <LoadFailed {...props}>Check your connection and try again.</LoadFailed>
    </Card>
  )
}

function Figures() {
  const { data, error, loading } = useStore($overview)
  const hasFailed = Boolean(error) && !loading
  useRefresh(() => $overview.revalidate())

  if (hasFailed && !data) {
    return <FailedCard title="The figures did not load" onRetry={$overview.revalidate} />
  }
  return (
    <div className="flex flex-col gap-4 lg:gap-6" aria-busy={!data}>
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

const TOTALS: {
  label: string
  icon: LucideIcon
  note: string
  read: (overview: Overview) => string | string[]
}[] = [
  {
    label: 'Total Revenue',
    icon: CreditCard,
    note: 'Payments less refunds',
    read: (overview) =>
      [overview, ...(overview.otherRevenue ?? [])].map(({ totalRevenue, currency }) =>
        formatAmount(totalRevenue, currency),
      ),
  },
  {
    label: 'Total Customers',
    icon: Users,
    note: 'Excluding admins',
    read: ({ totalCustomers }) => formatNumber(totalCustomers),
  },
  {
    label: 'Total Orders',
    icon: ReceiptText,
    note: 'Excluding unpaid attempts',
    read: ({ totalOrders }) => formatNumber(totalOrders),
  },
  {
    label: 'Registrations',
    icon: ClipboardPen,
    note: 'Purchase forms submitted',
    read: ({ totalRegistrations }) => formatNumber(totalRegistrations),
  },
]
/** A longer figure in the large font does not fit on a phone's card. */
const MOST_WIDE_CHARACTERS = 11

function TotalCards({ overview }: { overview: Overview | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 lg:gap-6">
      {TOTALS.map(({ label, icon: Icon, note, read }) => {
        const values = overview && [read(overview)].flat()
        return (
          <div
            key={label}
            className="min-w-0 rounded-lg border border-line bg-ground-raised p-4 shadow-card sm:p-5"
          >
            <dt className="flex items-center justify-between gap-2 text-sm text-ink-quiet">
              {label}
              <Icon aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
            </dt>
            {(values ?? [undefined]).map((value, index) => (
              <dd
                key={value}
                className={`mt-2 font-semibold leading-8 tracking-tight tabular-nums text-ink [overflow-wrap:anywhere] ${index > 0 ? 'text-base sm:text-lg' : `sm:text-2xl ${value && value.length > MOST_WIDE_CHARACTERS ? 'text-base' : 'text-xl'}`}`}
              >
                {value ?? <Skeleton className="h-8 w-24" />}
              </dd>
            ))}
            <dd className="mt-1 text-xs text-ink-quiet sm:text-sm">{note}</dd>
          </div>
        )
      })}
    </dl>
  )
}
