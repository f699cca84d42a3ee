import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { explainLoad } from '#site/kit/client/refusals.ts'
import { useRetry } from '#site/kit/client/use-fetched.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailedProps {
  title: string
  /** Left out where the title or the text says what to do. */
  error?: unknown
  onRetry: () => void
  extraAction?: ReactNode
  children?: ReactNode
}

/** Shown in place of data that did not load. Each button fetches all that failed on the page. */
export function LoadFailed({ title, error, onRetry, extraAction, children }: LoadFailedProps) {
  const retryAll = useRetry(true, onRetry)
  const reason = error !== undefined && explainLoad(error)
  const retry = (
    <Button icon={RotateCw} variant="secondary" onClick={retryAll}>
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
      {(children || reason) && (
        <>
          {children} {reason}
        </>
      )}
    </EmptyState>
  )
}

/** Shown above old rows after a refresh has failed. */
export function StaleNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-caution-soft px-5 py-1 text-sm text-caution sm:px-6"
    >
      <span className="flex items-center gap-2 py-1">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        The last refresh failed. What you see may be out of date.
      </span>
      <Button variant="ghost" className="ml-auto text-caution" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
