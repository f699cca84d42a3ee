import type { ReactNode } from 'react'
import { refetch } from '#site/kit/stores/query.ts'
import { Card } from '#site/kit/ui/primitives/card.tsx'
import { LoadFailed } from '#site/kit/ui/primitives/load-failed.tsx'
import { Loading, Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useFigure } from './use-figure.ts'

interface FetchedCardProps<Data> {
  /** The order or other data that the card belongs to. A new value fetches the card's data again. */
  opening: unknown
  path: string
  title: string
  failure: string
  /** The text for an empty list. */
  empty?: string
  children: (data: Data, refresh: () => void) => ReactNode
}

/** A card that fetches its own data, and again whenever the page's data is fetched. */
export function FetchedCard<Data>({
  opening,
  path,
  title,
  failure,
  empty,
  children,
}: FetchedCardProps<Data>) {
  const { data, error, hasFailed, store } = useFigure<Data>(path, opening)
  return (
    <Card isDense title={title}>
      {!data && hasFailed && <LoadFailed title={failure} error={error} onRetry={() => store.invalidate()} />}
      {!data && !hasFailed && (
        <Loading className="p-5 sm:px-6">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {Array.isArray(data) && data.length === 0 && empty ? (
        <p className="px-5 py-4 text-sm text-ink-quiet sm:px-6">{empty}</p>
      ) : (
        data && children(data, () => void refetch(store))
      )}
    </Card>
  )
}
