import { Check, Minus } from 'lucide-react'

/** A list of what a package includes, or excludes. `isWide`: in two columns on a large screen. */
export function BulletPoints({
  title,
  points,
  isExcluded = false,
  isWide = false,
}: {
  title: string
  points: string[]
  isExcluded?: boolean
  isWide?: boolean
}) {
  if (points.length === 0) return null
  const Mark = isExcluded ? Minus : Check
  return (
    <section>
      <h3 className="text-sm font-semibold text-ink">{title}</h3>
      <ul className={`mt-3 text-sm ${isWide ? 'grid gap-x-6 gap-y-2 sm:grid-cols-2' : 'space-y-2'}`}>
        {points.map((point) => (
          <li key={point} className={`flex gap-2.5 ${isWide || isExcluded ? 'text-ink-quiet' : ''}`}>
            <Mark
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${isExcluded ? 'text-ink-quiet' : 'text-positive'}`}
            />
            <span className="min-w-0">{point}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
