import type { ReactNode } from 'react'

/**
 * A placeholder of the final size: `<Skeleton className="h-5 w-40" />`, inside of `Loading`.
 * @param isStill for placeholders while nothing loads yet: a pulsing one slows every frame of the page a little, even off screen
 */
export function Skeleton({ className = '', isStill = false }: { className?: string; isStill?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded bg-ink/10 ${isStill ? '' : 'motion-safe:animate-pulse'} ${className}`}
    />
  )
}

/** A group of placeholders. Screen readers say once that it is loading. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading...</span>
      {children}
    </div>
  )
}
