import { LoaderCircle } from 'lucide-react'

/** Fills the screen while it is not yet known who is here. */
export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center bg-ground text-ink-quiet">
      <span className="flex items-center gap-3 text-sm">
        <LoaderCircle aria-hidden="true" className="size-5 animate-spin text-accent-strong" />
        Loading...
      </span>
    </div>
  )
}
