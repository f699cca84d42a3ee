import { useStore } from '@nanostores/react'
import { type LucideIcon, PackageSearch, RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Category, Package } from '#api/contract/catalogue/catalogue.ts'
import { SHOWN_AT_FIRST } from '#api/rules/package-rules.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { $currency } from '#site/kit/stores/currency.ts'
import { loadSession } from '#site/kit/stores/session.ts'
import { Button } from '#site/kit/ui/primitives/button.tsx'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { Picture } from '#site/kit/ui/primitives/picture.tsx'
import { useCategories, usePackages } from './catalogue.ts'
import { FilterBar } from './filter-bar.tsx'
import { applyFilters, type Filters, hidesPackages, NO_FILTERS, putFilters } from './filters.ts'
import { PackageCard, PlaceholderCard } from './package-card.tsx'
import { PackageDetails } from './package-details.tsx'
import { ReviewsDialog } from './reviews.tsx'
import type { ShownReview } from './shown-review.ts'

/** Stands above packages filtered by category. */
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

/** Stands in for the cards: nothing found, or not loaded. */
export function Notice({
  Icon,
  title,
  text,
  role,
  children,
}: {
  Icon: LucideIcon
  title: string
  text: string
  role?: 'alert'
  children?: ReactNode
}) {
  return (
    <div
      role={role}
      className="mt-8 flex flex-col items-center rounded-lg border border-dashed border-line-strong/60 px-6 py-20 text-center"
    >
      <span className="grid size-12 place-items-center rounded-full bg-ground-quiet text-ink-quiet">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <p className="mt-5 text-lg font-semibold tracking-tight">{title}</p>
      <p className="mt-1 max-w-[44ch] text-ink-quiet">{text}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  )
}

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']
export const GRID = 'mt-2 grid grid-cols-1 gap-x-6 md:mt-8 md:grid-cols-2 lg:grid-cols-3'

// biome-ignore lint/performance/noBarrelFile: exported here, so that the browser fetches one file for all islands of a page
export { BuyButton } from './buy-button.tsx'
export { CategoryTiles } from './category-tiles.tsx'

interface PackageGridProps {
  /** The first packages, which are in the page's HTML. */
  packages?: Package[] | undefined
  /** How many packages there were when the page was built. */
  total?: number | undefined
  categories?: Category[] | undefined
  /** The newest review of each package, by package id. */
  reviews?: Record<number, ShownReview | undefined> | undefined
}

/** The packages of the home page. The props are what the page was built with. */
export const PackageGrid = island(Grid)

function Grid({ packages: built, total, categories: builtCategories, reviews }: PackageGridProps) {
  const { packages, hasFailed, retry } = usePackages(built)
  const categories = useCategories(builtCategories)
  const currency = useStore($currency, { ssr: 'initial' })
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const [most, setMost] = useState(SHOWN_AT_FIRST)
  const grid = useRef<HTMLDivElement>(null)
  const [detailed, setDetailed] = useState<Package | null>(null)
  const [reviewed, setReviewed] = useState<Package | null>(null)

  useEffect(() => {
    void loadSession()
  }, [])

  // After 'Show More', focus the first new card.
  useEffect(() => {
    if (most > SHOWN_AT_FIRST) grid.current?.children[most - SHOWN_AT_FIRST]?.querySelector('a')?.focus()
  }, [most])

  function filter(next: Filters): void {
    setFilters(next)
    setMost(SHOWN_AT_FIRST)
    const address = new URL(location.href)
    address.search = putFilters(address.searchParams, next).toString()
    history.replaceState(history.state, '', address)
  }

  // The URL may hold a category's former name.
  const renamed = categories?.find(({ formerNames }) => formerNames.includes(filters.category))?.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each former name
  useEffect(() => {
    if (renamed !== undefined) filter({ ...filters, category: renamed })
  }, [renamed])

  if (hasFailed) {
    return (
      <Notice
        Icon={WifiOff}
        role="alert"
        title="Unable to load packages"
        text="Please check your connection and try again."
      >
        <Button icon={RotateCw} variant="secondary" onClick={() => void retry()}>
          Try again
        </Button>
      </Notice>
    )
  }

  const shown = packages && applyFilters(packages, filters, currency)
  // Until the API responds, only the first packages are here, so count by `total`.
  const count = packages === built && !hidesPackages(filters) ? total : shown?.length
  const category = categories?.find(({ name }) => name === filters.category)
  return (
    <>
      <FilterBar
        packages={packages}
        categories={categories}
        count={count}
        filters={filters}
        onChange={filter}
      />
      {category && <CategoryHeading category={category} />}
      {!shown && (
        <div className={GRID}>
          {PLACEHOLDERS.map((key) => (
            <PlaceholderCard key={key} />
          ))}
        </div>
      )}
      {shown && shown.length > 0 && (
        <div ref={grid} className={GRID}>
          {shown.slice(0, most).map((item) => (
            <PackageCard
              key={item.id}
              item={item}
              review={reviews?.[item.id]}
              onDetails={() => setDetailed(item)}
              onReviews={() => setReviewed(item)}
            />
          ))}
        </div>
      )}
      {count !== undefined && count > most && (
        <p className="mt-8 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-sm text-ink-quiet md:mt-10">
          {most} of {formatCount(count, 'package')}
          <Button variant="secondary" onClick={() => setMost(most + SHOWN_AT_FIRST)}>
            Show More
          </Button>
        </p>
      )}
      {shown?.length === 0 && <NothingFound filters={filters} />}
      {detailed && (
        <PackageDetails
          item={detailed}
          onClose={() => setDetailed(null)}
          onReviews={() => setReviewed(detailed)}
        />
      )}
      {reviewed && <ReviewsDialog item={reviewed} onClose={() => setReviewed(null)} />}
    </>
  )
}

function NothingFound({ filters }: { filters: Filters }) {
  if (!hidesPackages(filters)) {
    return (
      <Notice Icon={PackageSearch} title="No packages found" text="No packages available at the moment." />
    )
  }
  const { query, category, minPrice, maxPrice } = filters
  const advice = [
    query && 'fewer words',
    category && 'another category',
    (minPrice ?? maxPrice) !== undefined && 'a wider price range',
  ].filter(Boolean)
  return (
    <Notice
      Icon={PackageSearch}
      title="No packages found"
      text={`No package matches this search. Try ${advice.join(' or ')}.`}
    />
  )
}
