import { useEffect, useState } from 'react'
import type { Review } from '../../../api/contract/catalogue.ts'
import { callApi } from '../../client/api.ts'

const asked = new Map<number, Promise<Review[]>>()

/** Asks once a page and package: the card, the details and the reviews dialog share the answer. A failure is silent. */
function loadReviews(packageId: number): Promise<Review[]> {
  let answer = asked.get(packageId)
  if (!answer) {
    answer = callApi<Review[]>(`/api/packages/${packageId}/reviews`).catch(() => {
      asked.delete(packageId)
      return []
    })
    asked.set(packageId, answer)
  }
  return answer
}

/** @returns undefined while they load, or while they are not wanted */
export function useReviews(packageId: number, isWanted = true): Review[] | undefined {
  const [reviews, setReviews] = useState<Review[] | undefined>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    void loadReviews(packageId).then((answer) => isCurrent && setReviews(answer))
    return () => {
      isCurrent = false
    }
  }, [packageId, isWanted])
  return reviews
}
