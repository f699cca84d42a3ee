import { type ReactNode, useEffect, useRef } from 'react'
import { $query, changeQuery } from '../../../stores/address.ts'
import { PlaceLink } from '../place-link.tsx'
import { Nothing } from './cells.tsx'

/** The order whose page was left last, and how far its list was scrolled when the order was opened. */
let left: { id: number; scrollTop: number; query: string } | undefined

/** As soon as the list shows the order again, it is scrolled back and the order's link takes the focus. */
export function noteLeft(id: number, scrollTop: number): void {
  left = { id, scrollTop, query: $query.get() }
}

/** Leads to an order's own page. The address keeps the list and its filters, so that there is a way back to them. */
export function AdminOrderLink({
  id,
  className = 'link -my-1 inline-block whitespace-nowrap py-1',
  children,
}: {
  id: number
  className?: string
  children: ReactNode
}) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (left?.id !== id || left.query !== $query.get()) return
    scrollTo({ top: left.scrollTop, behavior: 'instant' })
    link.current?.focus({ preventScroll: true })
    left = undefined
  }, [id])
  return (
    <PlaceLink
      ref={link}
      to={{ order: String(id) }}
      className={className}
      onGo={() => {
        const parameters = new URLSearchParams($query.get())
        const isOverview = !['tab', 'view', 'order', 'user'].some((name) => parameters.has(name))
        changeQuery({ ...(isOverview && { tab: 'overview' }), order: String(id) })
      }}
    >
      {children}
    </PlaceLink>
  )
}

/** The order that a row of another list is about, if there is one. */
export function OrderCell({ order }: { order: { id: number; invoiceNumber: string } | null }) {
  return order ? <AdminOrderLink id={order.id}>{order.invoiceNumber}</AdminOrderLink> : <Nothing />
}
