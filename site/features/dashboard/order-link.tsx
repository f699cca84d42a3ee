import type { ReactNode } from 'react'
import { changeQuery } from '../../stores/address.ts'
import { QueryLink } from '../../ui/query-link.tsx'

/** Leads to an order's own page, within the page; opens in a new tab like any link. */
export function OrderLink({
  id,
  className,
  children,
}: {
  id: number
  className?: string
  children: ReactNode
}) {
  return (
    <QueryLink
      href={`/dashboard?order=${id}`}
      data-order={id}
      className={className}
      onGo={() => changeQuery({ order: String(id) })}
    >
      {children}
    </QueryLink>
  )
}
