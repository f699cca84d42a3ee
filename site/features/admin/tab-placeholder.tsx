import { Skeleton } from '../../ui/skeleton.tsx'

/** While a tab's code is on its way. */
export function TabPlaceholder() {
  return (
    <div role="status" className="rounded-lg border border-line bg-ground-raised p-6 shadow-card">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-4 h-11 w-full" />
      <Skeleton className="mt-4 h-96 w-full" />
    </div>
  )
}
