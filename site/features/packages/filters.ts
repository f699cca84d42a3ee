/** Reads filters from form and address, writes them, and applies them to packages. */
import type { Package } from '../../../api/contract/catalogue.ts'

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
  minDollars: number | undefined
  maxDollars: number | undefined
  sort: Sort
}

export const NO_FILTERS: Filters = {
  query: '',
  category: '',
  minDollars: undefined,
  maxDollars: undefined,
  sort: 'featured',
}

/** The names of the form's fields and of the address's parameters. */
const FIELDS = ['q', 'category', 'min', 'max', 'sort'] as const

const COMPARE: Record<Sort, (a: Package, b: Package) => number> = {
  featured: () => 0,
  'price-low': (a, b) => a.price - b.price,
  'price-high': (a, b) => b.price - a.price,
  rating: (a, b) =>
    b.reviewSummary.average - a.reviewSummary.average || b.reviewSummary.count - a.reviewSummary.count,
  fastest: (a, b) => a.deliveryDays - b.deliveryDays,
}

/** Reads the form's fields or the address's parameters. Invalid values are ignored. */
export function readFilters(source: FormData | URLSearchParams): Filters {
  const text = (name: string) => String(source.get(name) ?? '').trim()
  const sort = text('sort')
  return {
    query: text('q'),
    category: text('category'),
    minDollars: readDollars(text('min')),
    maxDollars: readDollars(text('max')),
    sort: Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'featured',
  }
}

/** @example readDollars('$1,299.00') // 1299 */
function readDollars(text: string): number | undefined {
  const digits = text.replaceAll(/[$,\s]/g, '')
  const dollars = Number(digits)
  return digits !== '' && Number.isFinite(dollars) && dollars >= 0 ? dollars : undefined
}

/** @returns the filters that are set, under the names of the form's fields */
export function writeFilters(filters: Filters): Record<string, string> {
  const fields: Record<(typeof FIELDS)[number], string> = {
    q: filters.query,
    category: filters.category,
    min: filters.minDollars?.toString() ?? '',
    max: filters.maxDollars?.toString() ?? '',
    sort: filters.sort === 'featured' ? '' : filters.sort,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** Replaces the filters in the address's parameters and keeps the others, for example those of a campaign. */
export function putFilters(address: URLSearchParams, filters: Filters): URLSearchParams {
  const parameters = new URLSearchParams(address)
  for (const name of FIELDS) parameters.delete(name)
  for (const [name, value] of Object.entries(writeFilters(filters))) parameters.set(name, value)
  return parameters
}

/** Whether any filter is set. Sorting is none. */
export function hidesPackages({ query, category, minDollars, maxDollars }: Filters): boolean {
  return query !== '' || category !== '' || minDollars !== undefined || maxDollars !== undefined
}

export function applyFilters(packages: Package[], filters: Filters): Package[] {
  const words = normalize(filters.query).split(/\s+/).filter(Boolean)
  const matching = packages.filter((item) => {
    if (filters.category && item.category !== filters.category) return false
    if (filters.minDollars !== undefined && item.price < filters.minDollars) return false
    if (filters.maxDollars !== undefined && item.price > filters.maxDollars) return false
    const text = normalize(`${item.name} ${item.category} ${item.description} ${item.features.join(' ')}`)
    return words.every((word) => text.includes(word))
  })
  return matching.sort(COMPARE[filters.sort])
}

/** Ignores case and accents: 'cafe' finds 'Café'. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
