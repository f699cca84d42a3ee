import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * Fills the screen until the session is loaded.
 * @param heading the area's beginning, shown if the visitor is expected to see the area (site/layouts/early-calls.js)
 */
export function PageSpinner({ heading }: { heading?: ReactNode }) {
  return (
    <div
      className={`flex min-h-dvh flex-col bg-ground ${heading ? '[[data-expected]_&]:bg-ground-quiet' : ''}`}
    >
      {heading && <div className="hidden [[data-expected]_&]:block">{heading}</div>}
      <div role="status" className="grid flex-1 place-items-center text-ink-quiet">
        <span className="flex items-center gap-3 text-sm">
          <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin text-accent-strong" />
          Loading...
        </span>
      </div>
    </div>
  )
}
