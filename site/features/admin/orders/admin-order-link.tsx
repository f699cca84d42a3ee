import type { ReactNode } from 'react'
import { $query, changeQuery } from '../../../stores/address.ts'
import { QueryLink } from '../../../ui/query-link.tsx'

/** Leads to an order's own page. The address keeps the list it was opened from, with its filters: the way back. */
export function AdminOrderLink({
  id,
  className = 'link -my-1 inline-block whitespace-nowrap py-1',
  children,
}: {
  id: number
  className?: string
  children: ReactNode
}) {
  return (
    <QueryLink
      href={`/admin?order=${id}`}
      data-order={id}
      className={className}
      onGo={() => {
        const parameters = new URLSearchParams($query.get())
        const isOverview = !['tab', 'view', 'order'].some((name) => parameters.has(name))
        changeQuery({ ...(isOverview && { tab: 'overview' }), order: String(id) })
      }}
    >
      {children}
    </QueryLink>
  )
}
