import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function OrdersFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      isError
      icon={TriangleAlert}
      title="Your orders did not load"
      action={
        <Button variant="secondary" onClick={onRetry}>
          <RotateCw aria-hidden="true" className="size-4" />
          Try again
        </Button>
      }
    >
      They are safe with us. Check your connection and try again.
    </EmptyState>
  )
}
