import { useCallback } from 'react'
import type { PackageQuestion } from '../../../../api/contract/catalogue.ts'
import type { Order, OrderAnswer } from '../../../../api/contract/orders.ts'
import { ApiError, callApi } from '../../../client/api.ts'
import { useFetched } from '../../../client/use-fetched.ts'
import { setUser } from '../../../stores/session.ts'

interface Loaded {
  /** Empty if they do not load (docs/product/account.md, Customer's dashboard). */
  questions: PackageQuestion[]
  /** The saved answers by the question's id. */
  answers: Record<string, string>
  failed: 'questions' | 'answers' | undefined
}

/** @returns `loaded` is undefined while loading */
export function useOrderQuestions({ id, packageId }: Pick<Order, 'id' | 'packageId'>) {
  const fetch = useCallback((signal: AbortSignal) => fetchQuestions(id, packageId, signal), [id, packageId])
  const { data: loaded, setData, reload } = useFetched(fetch)
  return {
    loaded,
    reload: () => {
      setData(undefined)
      reload()
    },
    noteSaved: (saved: Record<string, string>) =>
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
