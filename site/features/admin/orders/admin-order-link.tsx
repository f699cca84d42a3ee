import { type ReactNode, useEffect, useRef } from 'react'
import { $query, changeQuery } from '../../../stores/address.ts'
import { QueryLink } from '../../../ui/query-link.tsx'

/** The order whose page was left last, and where its list had been scrolled to. */
let left: { id: number; scrollTop: number; query: string } | undefined

/** The link that the list has to the order then takes the focus and its place, as soon as its row is there. */
export function noteLeft(id: number, scrollTop: number): void {
  left = { id, scrollTop, query: $query.get() }
}

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
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (left?.id !== id || left.query !== $query.get()) return
    scrollTo({ top: left.scrollTop, behavior: 'instant' })
    link.current?.focus({ preventScroll: true })
    left = undefined
  }, [id])
  return (
    <QueryLink
      ref={link}
      href={`/admin?order=${id}`}
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
