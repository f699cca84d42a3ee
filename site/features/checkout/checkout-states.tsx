import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

export function Surface({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-line bg-ground-raised py-6 shadow-card">{children}</div>
}

export function CheckoutSkeleton() {
  return (
    <div role="status" className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96" />
      <Skeleton className="h-80" />
    </div>
  )
}
