/**
 * A placeholder of the final size: `<Skeleton className="h-5 w-40" />`. Say 'Loading' once, around the group.
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
