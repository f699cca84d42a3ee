import { Skeleton } from '../../ui/skeleton.tsx'
import { CARD } from './package-card.tsx'

/** A card's size and rows without its words. */
export function PlaceholderCard() {
  return (
    <div aria-hidden="true" className={CARD}>
      <Skeleton className="aspect-[16/10] w-full !rounded-none" />
      <div className="px-5 pt-5">
        <Skeleton className="h-5 w-2/5" />
      </div>
      <div className="px-5 pt-3">
        <Skeleton className="h-6 w-3/4" />
      </div>
      <div className="space-y-2.5 px-5 pt-3.5">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div className="space-y-3.5 px-5 pt-5">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/3" />
      </div>
      <div className="mx-5 mt-6 border-t border-line">
        <div className="flex h-[52px] items-center">
          <Skeleton className="h-4 w-1/2" />
        </div>
        <div className="h-[5.25rem] space-y-2.5">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3 p-5 pt-4">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    </div>
  )
}
