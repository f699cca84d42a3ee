import type { ReactNode } from 'react'

/** A labelled detail, in a `dl`. @param valueClassName say a weight */
export function Fact({
  label,
  className = '',
  valueClassName = '',
  children,
}: {
  label: string
  className?: string
  valueClassName?: string
  children: ReactNode
}) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-ink-quiet">{label}</dt>
      <dd className={`mt-0.5 text-ink [overflow-wrap:anywhere] ${valueClassName}`}>{children}</dd>
    </div>
  )
}
