import { useCallback, useEffect, useState } from 'react'
import type { OrderAnswer } from '../../../api/contract/answers.ts'
import type { PackageQuestion } from '../../../api/contract/catalogue.ts'
import type { Order } from '../../../api/contract/orders.ts'
import { ApiError, callApi } from '../../client/api.ts'
import { setUser } from '../../stores/session.ts'

interface Loaded {
  /** Those that do not load are an empty list (docs/product/account.md, Customer's dashboard). */
  questions: PackageQuestion[]
  /** Question id → what was answered before. */
  answers: Record<string, string>
  failed: 'questions' | 'answers' | undefined
}

export interface OrderQuestions {
  /** Undefined while loading. */
  loaded: Loaded | undefined
  reload: () => void
  /** What was saved since. */
  noteSaved: (answers: Record<string, string>) => void
}

export function useOrderQuestions({ id, packageId }: Pick<Order, 'id' | 'packageId'>): OrderQuestions {
  const [loaded, setLoaded] = useState<Loaded | undefined>()
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn fetches again
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    void Promise.allSettled([
      callApi<PackageQuestion[]>(`/api/packages/${packageId}/questions`, { signal }),
      callApi<OrderAnswer[]>(`/api/orders/${id}/answers`, { signal }),
    ]).then(([asked, given]) => {
      if (signal.aborted) return
      if (isSignedOut(given)) return setUser(null)
      const questions = asked.status === 'fulfilled' ? asked.value : []
      const answers = given.status === 'fulfilled' ? given.value : []
      setLoaded({
        questions,
        answers: Object.fromEntries(answers.map(({ questionId, answer }) => [String(questionId), answer])),
        failed:
          asked.status !== 'fulfilled' ? 'questions' : given.status !== 'fulfilled' ? 'answers' : undefined,
      })
    })
    return () => abort.abort()
  }, [id, packageId, turn])

  const reload = useCallback(() => {
    setLoaded(undefined)
    setTurn((before) => before + 1)
  }, [])
  const noteSaved = useCallback((saved: Record<string, string>) => {
    setLoaded((before) => before && { ...before, answers: { ...before.answers, ...saved } })
  }, [])
  return { loaded, reload, noteSaved }
}

function isSignedOut(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === 'rejected' && outcome.reason instanceof ApiError && outcome.reason.status === 401
}
