import { useState } from 'react'

/**
 * What a button does: once at a time.
 * @param act says itself that it was done
 * @param explain says that it failed
 */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  explain: (error: unknown) => unknown,
): { run: (...args: Args) => void; isBusy: boolean } {
  const [isBusy, setIsBusy] = useState(false)

  async function attempt(...args: Args): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    try {
      await act(...args)
    } catch (error) {
      explain(error)
    }
    setIsBusy(false)
  }

  return { run: (...args) => void attempt(...args), isBusy }
}
