import { useState } from 'react'

/**
 * Runs a button's action, once at a time.
 * @param act also tells the user that it succeeded
 * @param explain tells the user that it failed
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
