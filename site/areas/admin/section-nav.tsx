import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $query } from '#site/kit/stores/address.ts'
import { WaitingBadge } from './area-nav.tsx'
import { PlaceLink } from './list/place-link.tsx'
import { findPlace, SECTIONS, type SectionId, writePlace } from './places.ts'

/** The heading of a place with sections, and the links to them. A search carries over to the next section. */
export function SectionNav({ section }: { section: SectionId }) {
  const titleId = useId()
  const q = new URLSearchParams(useStore($query)).get('q')
  const place = findPlace(section)
  if (!place || place.sections.length === 1) return null
  return (
    <div className="mb-4 border-b border-line sm:flex sm:items-center sm:gap-x-6 lg:mb-6">
      <h2 id={titleId} className="text-lg font-semibold tracking-tight text-ink">
        {place.label}
      </h2>
      <nav aria-labelledby={titleId} className="-mx-2.5 flex flex-wrap sm:mx-0">
        {place.sections.map((id) => (
          <PlaceLink
            key={id}
            to={new URLSearchParams([...writePlace(id), ...(q ? [['q', q]] : [])])}
            aria-current={id === section ? 'page' : undefined}
            className="relative flex min-h-target shrink-0 items-center gap-2 rounded-t px-2.5 text-sm font-medium text-ink-quiet transition-colors after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink focus-visible:outline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent aria-[current]:text-accent-strong aria-[current]:after:bg-accent-strong aria-[current]:forced-colors:outline aria-[current]:forced-colors:outline-1"
          >
            {SECTIONS[id].label}
            <WaitingBadge sections={[id]} />
          </PlaceLink>
        ))}
      </nav>
    </div>
  )
}
