import type { ReactNode } from 'react'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'

const SKELETON_GROUPS = [0, 1, 2]

export function AttentionFrame({ children }: { children?: ReactNode }) {
  return (
    <Card title="Needs attention" isDense>
      {children}
    </Card>
  )
}

export function AttentionSkeleton() {
  return (
    <AttentionFrame>
      <Loading className="grid gap-x-8 px-5 py-4 sm:px-6 md:grid-cols-2 xl:grid-cols-3">
        {SKELETON_GROUPS.map((group) => (
          <div key={group} className="flex flex-col gap-3 py-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </Loading>
    </AttentionFrame>
  )
}
