import { useEffect, useState } from 'react'
import type { OrderAnswer } from '../../../api/contract/answers.ts'
import type { PackageQuestion } from '../../../api/contract/catalogue.ts'
import type { Order } from '../../../api/contract/orders.ts'
import { callApi } from '../../client/api.ts'

interface Loaded {
  questions: PackageQuestion[]
  /** Question id → what was answered before. */
  answers: Record<string, string>
}

/** @returns undefined while loading; questions that do not load are an empty list (specification, section 8) */
export function useOrderQuestions({ id, packageId }: Pick<Order, 'id' | 'packageId'>): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded | undefined>()

  useEffect(() => {
    const abort = new AbortController()
    const load = async <T>(path: string): Promise<T[]> => {
      try {
        return await callApi<T[]>(path, { signal: abort.signal })
      } catch {
        return []
      }
    }
    void Promise.all([
      load<PackageQuestion>(`/api/packages/${packageId}/questions`),
      load<OrderAnswer>(`/api/orders/${id}/answers`),
    ]).then(([questions, given]) => {
      if (abort.signal.aborted) return
      const answers = Object.fromEntries(given.map(({ questionId, answer }) => [String(questionId), answer]))
      setLoaded({ questions, answers })
    })
    return () => abort.abort()
  }, [id, packageId])

  return loaded
}
