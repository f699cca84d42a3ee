import type { Category } from '#api/contract/catalogue/catalogue.ts'
import { island } from '#site/kit/ui/primitives/island.tsx'
import { Picture } from '#site/kit/ui/primitives/picture.tsx'
import { Price } from '#site/kit/ui/primitives/price.tsx'
import { Skeleton } from '#site/kit/ui/primitives/skeleton.tsx'
import { useCategories } from './catalogue.ts'

/** More tiles would push the packages down. The filter lists all categories. */
const MOST_TILES = 6
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e']

/** With an odd number of tiles, the first fills a row, its text beside the picture. */
const WIDE = 'md:max-lg:flex-col lg:flex-row-reverse lg:items-center'
const TILE =
  'flex h-full overflow-hidden rounded-lg border border-line bg-ground-raised shadow-card max-md:items-center'

/** One link per category to its packages. On a phone the links stand in one line, without pictures. */
export const CategoryTiles = island(Tiles)

function Tiles({ categories: built }: { categories?: Category[] | undefined }) {
  const shown = useCategories(built)
    ?.filter(({ isHidden }) => !isHidden)
    .slice(0, MOST_TILES)
  const tiles = shown?.map((category) => ({ key: category.name, category }))
  return (
    <nav aria-label="Categories" aria-busy={!tiles || undefined} className="min-w-0">
      <ul className="gap-3 max-md:-mx-5 max-md:flex max-md:gap-2 max-md:overflow-x-auto max-md:px-5 max-md:py-1 max-md:[scrollbar-width:none] sm:max-md:-mx-8 sm:max-md:px-8 md:grid md:grid-cols-6 lg:grid-cols-2">
        {(tiles ?? PLACEHOLDERS.map((key) => ({ key, category: undefined }))).map(
          ({ key, category }, index, { length }) => {
            const isWide = index === 0 && length % 2 === 1
            // A tablet shows three tiles per row, or two if one would be left alone.
            const isHalf = [1, 2, 4].includes(length) || (length === 5 && index < 2)
            return (
              <li
                key={key}
                className={`max-md:shrink-0 ${isWide ? 'lg:col-span-2' : ''} ${isHalf ? 'md:max-lg:col-span-3' : 'md:max-lg:col-span-2'}`}
              >
                {category ? <Tile category={category} isWide={isWide} /> : <Placeholder isWide={isWide} />}
              </li>
            )
          },
        )}
      </ul>
    </nav>
  )
}

function Tile({ category, isWide }: { category: Category; isWide: boolean }) {
  const { name, description, fromPrice } = category
  return (
    <a
      href={`/?${new URLSearchParams({ category: name })}#packages`}
      data-category={name}
      className={`${TILE} group transition-[border-color,box-shadow] duration-200 hover:border-line-strong/70 hover:shadow-raised ${isWide ? WIDE : 'md:flex-col'}`}
    >
      <Picture
        of={category}
        sizes="320px"
        loading="lazy"
        decoding="async"
        className={`aspect-[16/10] w-full max-md:hidden ${isWide ? 'lg:w-1/2' : ''}`}
      />
      <span className="block min-w-0 flex-1 px-4 py-3 [overflow-wrap:anywhere] max-md:max-w-48 max-md:py-1.5">
        <span className="block text-sm font-semibold leading-snug tracking-tight">{name}</span>
        {/* Always two lines high, so that nothing shifts when the web font loads. */}
        <span className="mt-0.5 line-clamp-2 min-h-[2lh] text-[13px] max-md:hidden leading-snug text-ink-quiet">
          {description}
        </span>
        <span className="block text-[13px] tabular-nums md:mt-1 text-ink-quiet">
          from <Price of={{ price: fromPrice, currency: category.currency, prices: category.fromPrices }} />
        </span>
      </span>
    </a>
  )
}

/** As large as a tile. */
function Placeholder({ isWide }: { isWide: boolean }) {
  return (
    <span className={`${TILE} ${isWide ? WIDE : 'md:flex-col'}`}>
      <Skeleton
        isStill
        className={`aspect-[16/10] w-full !rounded-none max-md:hidden ${isWide ? 'lg:w-1/2' : ''}`}
      />
      <span className="block min-w-0 flex-1 space-y-2 px-4 py-4 max-md:w-40 max-md:py-2.5">
        <Skeleton isStill className="h-4 w-3/4" />
        <Skeleton isStill className="h-4 w-full max-md:hidden" />
        <Skeleton isStill className="h-4 w-1/2" />
      </span>
    </span>
  )
}
