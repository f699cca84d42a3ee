import type { ReactNode } from 'react'
import { changeQuery } from '../../stores/address.ts'
import { QueryLink } from '../../ui/primitives/query-link.tsx'

/** A link to the page of an order. The address keeps the filter and the order of the queue, for the way back. */
export function OrderLink({
  id,
  className,
  children,
}: {
  id: number
  className: string
  children: ReactNode
}) {
  return (
    <QueryLink
      href={`/staff?order=${id}`}
      onGo={() => changeQuery({ order: String(id) })}
      className={className}
    >
      {children}
    </QueryLink>
  )
}
