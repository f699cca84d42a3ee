import { useRef, useState } from 'react'
import { readFieldErrors, readMessage } from '#site/kit/client/refusals.ts'
import { $toast, showError, type Toast } from './toast.ts'

/** Makes a handler that shows a failure in a toast, with the API's reason if there is one. @returns the errors by field */
export const explainBy =
  (title: string, otherwise: string) =>
  (error: unknown): Record<string, string> => {
    showError(title, readMessage(error) ?? otherwise)
    return readFieldErrors(error)
  }

/**
 * Runs a button's action, once at a time. The toast about its failure disappears when a later try succeeds.
 * @param act also tells the user that it succeeded
 * @param explain tells the user that it failed
 */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  explain: (error: unknown) => unknown,
): { run: (...args: Args) => void; isBusy: boolean } {
  const [isBusy, setIsBusy] = useState(false)
  /** A ref, because a dialog may hold the handler of an earlier render. */
  const isRunning = useRef(false)
  const failure = useRef<Toast | null>(null)

  async function attempt(...args: Args): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await act(...args)
      if (failure.current && $toast.get() === failure.current) $toast.set(null)
    } catch (error) {
      const before = $toast.get()
      explain(error)
      const shown = $toast.get()
      failure.current = shown === before ? null : shown
    }
    isRunning.current = false
    setIsBusy(false)
  }

  return { run: (...args) => void attempt(...args), isBusy }
}
