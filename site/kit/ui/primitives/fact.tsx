import type { ReactNode } from 'react'

/** A label and its value, in a `dl`. */
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
