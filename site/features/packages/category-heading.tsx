import type { Category } from '../../../api/contract/catalogue.ts'
import { Picture } from '../../ui/primitives/picture.tsx'

/** Shown above packages that are filtered by a category. */
export function CategoryHeading({ category }: { category: Category }) {
  return (
    <div className="mt-4 flex items-center gap-4 rounded-lg border border-line bg-ground-quiet p-3 sm:gap-5">
      <Picture
        of={category}
        sizes="128px"
        className="aspect-[16/10] w-24 shrink-0 rounded border border-line sm:w-32"
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="text-lg font-semibold leading-snug tracking-tight">{category.name}</h3>
        <p className="mt-1 max-w-text text-sm leading-relaxed text-ink-quiet">{category.description}</p>
      </div>
    </div>
  )
}
