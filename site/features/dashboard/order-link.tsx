import type { ReactNode } from 'react'
import { changeQuery } from '../../stores/address.ts'
import { QueryLink } from '../../ui/query-link.tsx'

/** Leads to an order's own page, within the page; opens in a new tab like any link. */
export function OrderLink({
  id,
  label,
  className,
  children,
}: {
  id: number
  /** For readers who hear it, where the text alone would not tell which order. */
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <QueryLink
      href={`/dashboard?order=${id}`}
      data-order={id}
      aria-label={label}
      className={className}
      onGo={() => changeQuery({ order: String(id) })}
    >
      {children}
    </QueryLink>
  )
}
