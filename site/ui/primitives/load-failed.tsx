import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown in place of data that did not load. */
export function LoadFailed({
  title,
  onRetry,
  extraAction,
  children,
}: {
  title: string
  onRetry: () => void
  extraAction?: ReactNode
  children?: ReactNode
}) {
  const retry = (
    <Button variant="secondary" onClick={onRetry}>
      <RotateCw aria-hidden="true" className="size-4" />
      Try again
    </Button>
  )
  return (
    <EmptyState
      isError
      icon={TriangleAlert}
      title={title}
      action={
        extraAction ? (
          <div className="flex flex-wrap justify-center gap-2">
            {retry}
            {extraAction}
          </div>
        ) : (
          retry
        )
      }
    >
      {children}
    </EmptyState>
  )
}
