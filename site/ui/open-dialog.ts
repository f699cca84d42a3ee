import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Opens a dialog above whatever is open, from code that draws nothing.
 * @param draw is given what closes the dialog
 * @returns what it was closed with
 */
export function openDialog<Outcome>(
  draw: (close: (outcome: Outcome) => void) => ReactNode,
): Promise<Outcome> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  return new Promise((resolve) => {
    root.render(
      draw((outcome) => {
        root.unmount()
        host.remove()
        resolve(outcome)
      }),
    )
  })
}
