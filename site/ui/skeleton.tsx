/** A placeholder of the final size: `<Skeleton className="h-5 w-40" />`. Say 'Loading' once, around the group. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-ink/10 motion-reduce:animate-none ${className}`}
    />
  )
}
