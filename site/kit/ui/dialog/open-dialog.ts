import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Boundary } from '#site/kit/ui/primitives/island.tsx'

/**
 * Opens a dialog from code outside of React, above any other dialog.
 * @param draw renders the dialog, which closes by calling `close`
 * @returns the value given to `close`
 */
export function openDialog<Outcome>(
  draw: (close: (outcome: Outcome) => void) => ReactNode,
): Promise<Outcome> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  return new Promise((resolve) => {
    root.render(
      createElement(
        Boundary,
        null,
        draw((outcome) => {
          root.unmount()
          host.remove()
          resolve(outcome)
        }),
      ),
    )
  })
}
