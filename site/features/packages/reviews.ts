import { useEffect, useState } from 'react'
import type { Review } from '../../../api/contract/catalogue.ts'
import { callApi } from '../../client/api.ts'

const cache = new Map<number, Promise<Review[]>>()

/** Fetches a package's reviews once per page, for card, details and reviews dialog. No reviews if it fails. */
function loadReviews(packageId: number): Promise<Review[]> {
  let reviews = cache.get(packageId)
  if (!reviews) {
    reviews = callApi<Review[]>(`/api/packages/${packageId}/reviews`).catch(() => {
      cache.delete(packageId)
      return []
    })
    cache.set(packageId, reviews)
  }
  return reviews
}

/** @returns undefined while they load or `isWanted` is false */
export function useReviews(packageId: number, isWanted = true): Review[] | undefined {
  const [reviews, setReviews] = useState<Review[] | undefined>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    void loadReviews(packageId).then((loaded) => isCurrent && setReviews(loaded))
    return () => {
      isCurrent = false
    }
  }, [packageId, isWanted])
  return reviews
}
