import type { ReactNode } from 'react'

/**
 * A placeholder of the final size: `<Skeleton className="h-5 w-40" />`, inside of `Loading`.
 * @param isStill while nothing loads yet: each one that pulses costs every frame of the page a little, seen or not
 */
export function Skeleton({ className = '', isStill = false }: { className?: string; isStill?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded bg-ink/10 ${isStill ? '' : 'motion-safe:animate-pulse'} ${className}`}
    />
  )
}

/** A group of placeholders, of which screen readers say once that it is loading. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading...</span>
      {children}
    </div>
  )
}
