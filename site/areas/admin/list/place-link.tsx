import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { $query, changeQuery, setQuery } from '#site/kit/stores/address.ts'
import { QueryLink } from '#site/kit/ui/primitives/query-link.tsx'
import { Nothing } from './cells.tsx'

interface PlaceLinkProps extends ComponentProps<'a'> {
  /** The query of a place in the admin area: `{ tab: 'users', q: 'ada' }`. */
  to: URLSearchParams | Record<string, string>
  /** Called instead of going there. */
  onGo?: () => void
}

export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  const query = new URLSearchParams(to)
  return <QueryLink href={`?${query}`} onGo={() => setQuery(query)} {...rest} />
}

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
  return order ? (
    <AdminOrderLink id={order.id}>
      <span translate="no">{order.invoiceNumber}</span>
    </AdminOrderLink>
  ) : (
    <Nothing />
  )
}
