import { useCallback } from 'react'
import type { PackageQuestion } from '../../../api/contract/catalogue.ts'
import type { OrderAnswer } from '../../../api/contract/order-detail.ts'
import type { Order } from '../../../api/contract/orders.ts'
import { ApiError, callApi } from '../../client/api.ts'
import { setUser } from '../../stores/session.ts'
import { useFetched } from '../../ui/use-fetched.ts'

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
  noteSaved: (answers: Record<string, string>) => void
}

export function useOrderQuestions({ id, packageId }: Pick<Order, 'id' | 'packageId'>): OrderQuestions {
  const fetch = useCallback((signal: AbortSignal) => fetchQuestions(id, packageId, signal), [id, packageId])
  const { data: loaded, setData, reload } = useFetched(fetch)
  return {
    loaded,
    reload: () => {
      setData(undefined)
      reload()
    },
    noteSaved: (saved) =>
      setData((before) => before && { ...before, answers: { ...before.answers, ...saved } }),
  }
}

async function fetchQuestions(
  id: number,
  packageId: number,
  signal: AbortSignal,
): Promise<Loaded | undefined> {
  const [asked, given] = await Promise.allSettled([
    callApi<PackageQuestion[]>(`/api/packages/${packageId}/questions`, { signal }),
    callApi<OrderAnswer[]>(`/api/orders/${id}/answers`, { signal }),
  ])
  if (isSignedOut(given)) {
    setUser(null)
    return undefined
  }
  const questions = asked.status === 'fulfilled' ? asked.value : []
  const answers = given.status === 'fulfilled' ? given.value : []
  return {
    questions,
    answers: Object.fromEntries(answers.map(({ questionId, answer }) => [String(questionId), answer])),
    failed: asked.status !== 'fulfilled' ? 'questions' : given.status !== 'fulfilled' ? 'answers' : undefined,
  }
}

function isSignedOut(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === 'rejected' && outcome.reason instanceof ApiError && outcome.reason.status === 401
}
