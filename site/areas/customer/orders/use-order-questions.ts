import { useCallback } from 'react'
import type { PackageQuestion } from '#api/contract/catalogue/catalogue.ts'
import type { FileList } from '#api/contract/orders/conversation.ts'
import type { Order, OrderAnswer } from '#api/contract/orders/orders.ts'
import { callApi } from '#site/kit/client/api.ts'
import { useFetched } from '#site/kit/client/use-fetched.ts'
import type { AttachedFile } from '#site/order/attachments/use-attachments.ts'

interface Loaded {
  /** Empty if they do not load (docs/product/account.md, Customer's dashboard). */
  questions: PackageQuestion[]
  /** The saved answers by question id. */
  answers: Record<string, string>
  /** The files of answers, by question id. */
  files: Record<string, readonly AttachedFile[]>
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
    noteSaved: (answers: Record<string, string>, files: Loaded['files']) =>
      setData(
        (before) =>
          before && {
            ...before,
            answers: { ...before.answers, ...answers },
            files: { ...before.files, ...files },
          },
      ),
  }
}

async function fetchQuestions(id: number, packageId: number, signal: AbortSignal): Promise<Loaded> {
  const [asked, given] = await Promise.allSettled([
    callApi<PackageQuestion[]>(`/api/packages/${packageId}/questions?orderId=${id}`, { signal }),
    callApi<OrderAnswer[]>(`/api/orders/${id}/answers`, { signal }),
  ])
  const questions = asked.status === 'fulfilled' ? asked.value : []
  const sent = questions.some(({ questionType }) => questionType === 'files')
    ? await Promise.allSettled([callApi<FileList>(`/api/orders/${id}/files`, { signal })])
    : []
  const files = sent.flatMap((list) => (list.status === 'fulfilled' ? list.value.files : []))
  const answers = given.status === 'fulfilled' ? given.value : []
  return {
    questions,
    answers: Object.fromEntries(answers.map(({ questionId, answer }) => [String(questionId), answer])),
    files: Object.fromEntries(
      questions.map(({ id: questionId }) => [
        String(questionId),
        files.filter((file) => file.questionId === questionId),
      ]),
    ),
    failed:
      asked.status !== 'fulfilled'
        ? 'questions'
        : [given, ...sent].some(({ status }) => status !== 'fulfilled')
          ? 'answers'
          : undefined,
  }
}
