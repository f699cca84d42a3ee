import { useStore } from '@nanostores/react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { Overview } from '../../../../api/contract/overview.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { StaleNotice } from '../../../ui/data-table-states.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { useRefresh } from '../list/use-refresh.ts'
import { OrderBreakdowns } from './order-breakdowns.tsx'
import { RevenueCard } from './revenue-card.tsx'
import { TotalCards } from './total-cards.tsx'

const $overview = createFigureStore<Overview>(['/api/admin/overview'])

export function OverviewTab() {
  const { data, error, loading } = useStore($overview)
  const hasFailed = Boolean(error) && !loading
  useRefresh(() => $overview.revalidate())

  if (hasFailed && !data) {
    return (
      <Card>
        <EmptyState
          isError
          icon={TriangleAlert}
          title="The figures did not load"
          action={
            <Button variant="secondary" onClick={() => $overview.revalidate()}>
              <RotateCw aria-hidden="true" className="size-4" />
              Try again
            </Button>
          }
        >
          Check your connection and try again.
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="flex flex-col gap-4 lg:gap-6" aria-busy={!data}>
      <h2 className="sr-only">Overview</h2>
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
