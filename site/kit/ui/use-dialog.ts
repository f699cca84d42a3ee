import { type ReactNode, useMemo, useRef, useState } from 'react'

export interface Dialogs {
  open: (dialog: ReactNode) => void
  close: () => void
  /** Closes a dialog that has changed something. */
  finish: () => void
}

/**
 * Draws the dialog that a view has open. A view has one at a time.
 * @param onFinished called after a dialog has changed something
 * @returns the dialog, to be drawn anywhere in the view, and an object that opens and closes it, always the same one
 */
export function useDialog(onFinished?: () => void): readonly [dialog: ReactNode, dialogs: Dialogs] {
  const [dialog, open] = useState<ReactNode>()
  const latest = useRef(onFinished)
  latest.current = onFinished
  const dialogs = useMemo(() => {
    const close = () => open(undefined)
    const finish = () => {
      close()
      latest.current?.()
    }
    return { open, close, finish }
  }, [])
  return [dialog, dialogs]
}
