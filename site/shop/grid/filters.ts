/** Reads filters from the form and the URL, writes them back, and applies them to packages. */
import type { Package } from '#api/contract/catalogue/catalogue.ts'
import { unitsIn } from '#api/rules/money/priced.ts'
import { holdsWords } from '#api/rules/text/fold-text.ts'
import { ALL_OPTION } from '#site/kit/ui/field/options.ts'

export const SORTS = {
  featured: 'Featured',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  rating: 'Highest rated',
  fastest: 'Fastest delivery',
} as const
export type Sort = keyof typeof SORTS

export interface Filters {
  query: string
  category: string
  minPrice: number | undefined
  maxPrice: number | undefined
  sort: Sort
}

export const NO_FILTERS: Filters = {
  query: '',
  category: '',
  minPrice: undefined,
  maxPrice: undefined,
  sort: 'featured',
}

/** The names of the form fields, and of the URL parameters. */
const FIELDS = ['q', 'category', 'min', 'max', 'sort'] as const

/** The sorts by price are in {@link applyFilters}. */
const COMPARE: Record<Exclude<Sort, `price-${string}`>, (a: Package, b: Package) => number> = {
  featured: () => 0,
  rating: (a, b) =>
    b.reviewSummary.average - a.reviewSummary.average || b.reviewSummary.count - a.reviewSummary.count,
  fastest: (a, b) => a.deliveryDays - b.deliveryDays,
}

/** Reads the form fields or the URL parameters. Ignores invalid values. */
export function readFilters(source: FormData | URLSearchParams): Filters {
  const text = (name: string) => String(source.get(name) ?? '').trim()
  const sort = text('sort')
  return {
    query: text('q'),
    category: text('category') === ALL_OPTION ? '' : text('category'),
    minPrice: readUnits(text('min')),
    maxPrice: readUnits(text('max')),
    sort: Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'featured',
  }
}

/** @example readUnits('€1,299.00') // 1299 */
function readUnits(text: string): number | undefined {
  const digits = text.replaceAll(/[\p{Sc},\s]/gu, '')
  const units = Number(digits)
  return digits !== '' && Number.isFinite(units) && units >= 0 ? units : undefined
}

/** @returns the filters that are set, keyed by form field */
export function writeFilters(filters: Filters): Record<string, string> {
  const fields: Record<(typeof FIELDS)[number], string> = {
    q: filters.query,
    category: filters.category,
    min: filters.minPrice?.toString() ?? '',
    max: filters.maxPrice?.toString() ?? '',
    sort: filters.sort === 'featured' ? '' : filters.sort,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** Replaces the filters among the URL parameters and keeps the others, for example those of a campaign. */
export function putFilters(address: URLSearchParams, filters: Filters): URLSearchParams {
  const parameters = new URLSearchParams(address)
  for (const name of FIELDS) parameters.delete(name)
  for (const [name, value] of Object.entries(writeFilters(filters))) parameters.set(name, value)
  return parameters
}

/** Whether any filter is set. Sorting does not count. */
export function hidesPackages({ query, category, minPrice, maxPrice }: Filters): boolean {
  return query !== '' || category !== '' || minPrice !== undefined || maxPrice !== undefined
}

/**
 * @param currency in which prices are compared, without conversion. A package without a price in it matches no price range and
 *   sorts last by price.
 */
export function applyFilters(packages: Package[], filters: Filters, currency: string): Package[] {
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, sort } = filters
  const isByPrice = filters.minPrice !== undefined || filters.maxPrice !== undefined
  const matching = packages.filter((item) => {
    if (filters.category && item.category !== filters.category) return false
    const price = unitsIn(item, currency)
    if (isByPrice && (price.currency !== currency || price.units < minPrice || price.units > maxPrice))
      return false
    const text = `${item.name} ${item.category} ${item.description} ${item.features.join(' ')}`
    return holdsWords(text, filters.query)
  })
  if (sort !== 'price-low' && sort !== 'price-high') return matching.sort(COMPARE[sort])
  const sign = sort === 'price-low' ? 1 : -1
  const read = (item: Package) => unitsIn(item, currency)
  const hasOtherCurrency = (item: Package) => Number(read(item).currency !== currency)
  return matching.sort(
    (a, b) => hasOtherCurrency(a) - hasOtherCurrency(b) || sign * (read(a).units - read(b).units),
  )
}
