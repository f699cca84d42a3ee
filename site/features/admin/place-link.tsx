import type { ComponentProps } from 'react'
import { setQuery } from '../../stores/address.ts'
import { QueryLink } from '../../ui/primitives/query-link.tsx'

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
