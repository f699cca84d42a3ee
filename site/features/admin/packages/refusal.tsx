import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex gap-2 rounded border border-line bg-negative-soft px-4 py-3 text-sm text-ink"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-negative" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  )
}
