import type { ReactNode } from 'react'
import type { Tone } from '#api/rules/statuses.ts'

export type BadgeTone = Tone

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-ink/5 text-ink-quiet ring-ink/10',
  accent: 'bg-accent-soft text-accent-strong ring-accent/25',
  positive: 'bg-positive-soft text-positive ring-positive/25',
  caution: 'bg-caution-soft text-caution ring-caution/25',
  negative: 'bg-negative-soft text-negative ring-negative/25',
}

/** A short label of state or kind. `dot` adds the coloured point of a status. */
export function Badge({
  tone = 'neutral',
  dot = false,
  className = '',
  children,
}: {
  tone?: BadgeTone
  dot?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-0.5 text-xs font-medium ring-1 ring-inset ${TONES[tone]} ${className}`}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}
