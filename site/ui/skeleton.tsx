/**
 * A placeholder of the final size: `<Skeleton className="h-5 w-40" />`. A group of them says 'Loading' once.
 * @param isStill does not pulse: for placeholders before loading starts, because each animation costs a little in every frame
 */
export function Skeleton({ className = '', isStill = false }: { className?: string; isStill?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`block rounded bg-ink/10 ${isStill ? '' : 'motion-safe:animate-pulse'} ${className}`}
    />
  )
}
