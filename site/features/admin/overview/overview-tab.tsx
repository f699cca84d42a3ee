import { useStore } from '@nanostores/react'
import type { Overview } from '../../../../api/contract/overview.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { refreshAttention, useAttention } from '../list/use-attention.ts'
import { useRefresh } from '../list/use-refresh.ts'
import { AttentionCard } from './attention-card.tsx'
import { OrderBreakdowns } from './order-breakdowns.tsx'
import { RevenueCard } from './revenue-card.tsx'
import { TotalCards } from './total-cards.tsx'

const $overview = createFigureStore<Overview>(['/api/admin/overview'])

/** What waits for somebody, then the figures. They come once the first is there: nothing below it moves. */
export function OverviewTab() {
  const { data, hasFailed } = useAttention()
  return (
    <div className="flex flex-col gap-4 lg:gap-6">
      <h2 className="sr-only">Overview</h2>
      {hasFailed && !data ? (
        <Card>
          <LoadFailed title="What needs attention did not load" onRetry={refreshAttention}>
            Check your connection and try again.
          </LoadFailed>
        </Card>
      ) : (
        <AttentionCard attention={data} />
      )}
      {(data || hasFailed) && <Figures />}
    </div>
  )
}

function Figures() {
  const { data, error, loading } = useStore($overview)
  const hasFailed = Boolean(error) && !loading
  useRefresh(() => $overview.revalidate())

  if (hasFailed && !data) {
    return (
      <Card>
        <LoadFailed title="The figures did not load" onRetry={() => $overview.revalidate()}>
          Check your connection and try again.
        </LoadFailed>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4 lg:gap-6" aria-busy={!data}>
      {hasFailed && (
        <div className="overflow-hidden rounded-lg border border-line">
          <StaleNotice onRetry={() => $overview.revalidate()} />
        </div>
      )}
      <TotalCards overview={data} />
      <RevenueCard revenue={data?.revenue} />
      <OrderBreakdowns overview={data} />
      {data && (
        <p className="text-right text-xs text-ink-quiet">
          Figures as of <MomentCell iso={data.asOf} />
        </p>
      )}
    </div>
  )
}
