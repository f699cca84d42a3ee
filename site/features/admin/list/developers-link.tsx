import type { ReactNode } from 'react'

/** Leads integrators to a part of the API's reference. */
export function DevelopersLink({
  part,
  children,
}: {
  part: 'webhooks' | 'widget' | 'keys'
  children: ReactNode
}) {
  return (
    <a href={`/developers#${part}`} target="_blank" rel="noreferrer" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
