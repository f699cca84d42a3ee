import type { ReactNode } from 'react'
import { changeQuery } from '../../stores/address.ts'

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
    <a
      href={`/dashboard?order=${id}`}
      data-order={id}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        changeQuery({ order: String(id) })
      }}
    >
      {children}
    </a>
  )
}
