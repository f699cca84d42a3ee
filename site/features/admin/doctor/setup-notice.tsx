import { TriangleAlert } from 'lucide-react'
import { setQuery } from '../../../stores/address.ts'
import { listFaults, useDoctor } from './use-doctor.ts'

/** The worst fault of the setup, which is the first of the report. Nothing if there is none. */
export function SetupNotice() {
  const [worst, ...others] = listFaults(useDoctor().data)
  if (!worst) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-negative/25 bg-negative-soft px-4 py-2 text-sm text-negative sm:px-5"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1 [overflow-wrap:anywhere]">
        <span className="font-semibold">
          {worst.group}, {worst.name}:
        </span>{' '}
        {worst.text}
        {others.length > 0 && ` (and ${others.length} more)`}
      </p>
      <button
        type="button"
        onClick={() => setQuery(new URLSearchParams({ view: 'setup' }))}
        className="min-h-target shrink-0 font-medium underline underline-offset-4 hover:no-underline"
      >
        Show setup
      </button>
    </div>
  )
}
