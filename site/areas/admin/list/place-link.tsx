import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { $query, changeQuery, setQuery } from '#site/kit/stores/address.ts'
import { QueryLink } from '#site/kit/ui/primitives/query-link.tsx'
import { EmptyValue } from './cells.tsx'

interface PlaceLinkProps extends ComponentProps<'a'> {
  /** The query of a place in the admin area: `{ tab: 'users', q: 'ada' }`. */
  to: URLSearchParams | Record<string, string>
  /** Called instead of following the link. */
  onGo?: () => void
}

export function PlaceLink({ to, ...rest }: PlaceLinkProps) {
  const query = new URLSearchParams(to)
  return <QueryLink href={`?${query}`} onGo={() => setQuery(query)} {...rest} />
}

/** The order whose page was last left, and how far the list was scrolled when it was opened. */
let left: { id: number; scrollTop: number; query: string } | undefined

/** Remembers the order. When the list shows it again, the list scrolls back and the order's link takes the focus. */
export function rememberLeftOrder(id: number, scrollTop: number): void {
  left = { id, scrollTop, query: $query.get() }
}

/** Links to an order's page. The URL keeps the list and its filters, for the way back. */
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

/** Links to the order that a row is about, if there is one. */
export function OrderCell({ order }: { order: { id: number; invoiceNumber: string } | null }) {
  return order ? (
    <AdminOrderLink id={order.id}>
      <span translate="no">{order.invoiceNumber}</span>
    </AdminOrderLink>
  ) : (
    <EmptyValue />
  )
}
