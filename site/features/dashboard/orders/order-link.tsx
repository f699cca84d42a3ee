import type { ReactNode } from 'react'
import { changeQuery } from '../../../stores/address.ts'
import { QueryLink } from '../../../ui/primitives/query-link.tsx'

/** A link to the page of an order. */
export function OrderLink({
  id,
  label,
  className,
  children,
}: {
  id: number
  /** For screen readers, if the link's text does not name the order. */
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
