import { currencies } from 'virtual:content'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Category, Package } from '#api/contract/catalogue/catalogue.ts'
import { formatCount } from '#site/kit/format/count.ts'
import { nameCurrency, writeSymbol } from '#site/kit/format/currency.ts'
import { controlClass, Select } from '#site/kit/ui/field/field.tsx'
import { ALL_OPTION } from '#site/kit/ui/field/options.ts'
import { ByCurrency } from '#site/kit/ui/primitives/price.tsx'
import { type Filters, hidesPackages, NO_FILTERS, readFilters, SORTS, writeFilters } from './filters.ts'
import { ReviewsPause } from './review-ticker.tsx'

interface FilterBarProps {
  packages: Package[] | undefined
  categories: Category[] | undefined
  count: number | undefined
  filters: Filters
  onChange: (filters: Filters) => void
}

const symbolOf = (code: string) => (code === 'USD' ? '$' : writeSymbol(code))
const symbols = [currencies.default, ...currencies.offered.map(({ code }) => code)].map(symbolOf)
const PATTERN = symbols.join() === '$' ? '[0-9.,$ ]*' : undefined
const INDENT = symbols.some((symbol) => symbol.length > 1) ? '!pl-10' : '!pl-7'

/** An uncontrolled form, so that it keeps what was typed before React loaded. */
export function FilterBar({ packages, categories, count, filters, onChange }: FilterBarProps) {
  const form = useRef<HTMLFormElement>(null)
  const isFilled = useRef(false)
  const [isPriceOpen, setPriceOpen] = useState(false)
  const shown = categories?.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  const names = new Set(shown ?? packages?.map(({ category }) => category))
  // The URL may name a category that is not loaded yet, is hidden or has no packages.
  if (filters.category) names.add(filters.category)

  const isByPrice = filters.minPrice !== undefined || filters.maxPrice !== undefined

  function fill(next: Filters): void {
    const fields = writeFilters(next)
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLSelectElement)
        field.value = fields[field.name] ?? field.options[0]?.value ?? ''
      if (field instanceof HTMLInputElement) field.value = fields[field.name] ?? ''
    }
  }

  function read(): Filters {
    return readFilters(new FormData(form.current ?? undefined))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (!location.search) return onChange(read())
    const asked = readFilters(new URLSearchParams(location.search))
    onChange(asked)
    // Scroll to the filtered packages, which are further down the page.
    if (hidesPackages(asked) && !location.hash && scrollY === 0) {
      form.current?.closest('section')?.scrollIntoView({ behavior: 'instant' })
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when `filters` changed outside the form
  useEffect(() => {
    if (isFilled.current && JSON.stringify(read()) !== JSON.stringify(filters)) fill(filters)
    isFilled.current = true
  }, [filters])

  function clear(): void {
    onChange({ ...NO_FILTERS, sort: filters.sort })
    form.current?.querySelector('input')?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: React knows no <search> before its types do
    <form
      ref={form}
      role="search"
      aria-label="Packages"
      onInput={() => onChange(read())}
      onSubmit={(event) => event.preventDefault()}
      className="mt-4 md:mt-10"
    >
      <div className="grid grid-cols-[minmax(0,4fr)_minmax(0,3fr)] gap-x-2 gap-y-3 sm:grid-cols-3 sm:gap-3 lg:grid-cols-[minmax(0,1fr)_12rem_13rem_12.5rem]">
        <label className="relative col-span-2 sm:col-span-3 lg:col-span-1">
          <span className="sr-only">Search packages</span>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute left-3.5 top-1/2 size-4 -translate-y-1/2 text-ink-quiet"
          />
          <input
            type="search"
            name="q"
            placeholder="Search packages"
            autoComplete="off"
            className={`${controlClass()} py-2 !pl-10`}
          />
        </label>
        <Select name="category" aria-label="Category">
          <option value={ALL_OPTION}>All categories</option>
          {[...names].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <fieldset
          id="price-range"
          className={`order-last col-span-2 flex items-center gap-2 sm:order-none sm:col-span-1 ${isPriceOpen || isByPrice ? '' : 'max-sm:hidden'}`}
        >
          <legend className="sr-only">
            <ByCurrency say={(code) => `Price in ${code === 'USD' ? 'US dollars' : nameCurrency(code)}`} />
          </legend>
          <PriceInput name="min" label="Lowest price" placeholder="Min" />
          <span aria-hidden="true" className="text-ink-quiet">
            –
          </span>
          <PriceInput name="max" label="Highest price" placeholder="Max" />
        </fieldset>
        <Select name="sort" aria-label="Sort by">
          {Object.entries(SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <div className="mt-1 flex min-h-target items-center gap-1 whitespace-nowrap text-sm text-ink-quiet max-sm:flex-wrap sm:gap-3 md:mt-4">
        <p role="status" className="tabular-nums">
          {count === undefined ? 'Loading packages' : formatCount(count, 'package')}
        </p>
        {hidesPackages(filters) && (
          <button
            type="button"
            onClick={clear}
            className="min-h-target rounded px-2 font-medium text-accent-strong hover:bg-accent-soft"
          >
            Clear filters
          </button>
        )}
        {/* A phone shows the price range only on demand. */}
        {!isByPrice && (
          <button
            type="button"
            aria-expanded={isPriceOpen}
            aria-controls="price-range"
            onClick={() => setPriceOpen(!isPriceOpen)}
            className="-mr-2 ml-auto flex min-h-target items-center gap-1.5 rounded px-2 font-medium text-ink sm:hidden"
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            Price
          </button>
        )}
        <ReviewsPause />
      </div>
    </form>
  )
}

function PriceInput({ name, label, placeholder }: { name: string; label: string; placeholder: string }) {
  return (
    <label className="relative min-w-0 flex-1">
      <span className="sr-only">{label}</span>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-sm text-ink-quiet"
      >
        <ByCurrency say={symbolOf} />
      </span>
      <input
        name={name}
        type="text"
        inputMode="decimal"
        pattern={PATTERN}
        autoComplete="off"
        placeholder={placeholder}
        className={`${controlClass()} py-2 ${INDENT} tabular-nums`}
      />
    </label>
  )
}
