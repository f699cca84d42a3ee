import { FILTER_LABELS, FILTERS, type Filter } from './work-figures.ts'

const number = new Intl.NumberFormat('en-US')

/** Shows the assignments of one status. */
export function StatusFilter({
  filter,
  counts,
  onChange,
}: {
  filter: Filter
  counts: Readonly<Record<Filter, number>>
  onChange: (filter: Filter) => void
}) {
  return (
    <fieldset className="min-w-0 max-sm:w-full">
      <legend className="sr-only">Show assignments by status</legend>
      <div className="grid grid-cols-2 gap-1 rounded border border-line bg-ground-raised p-1 sm:flex">
        {FILTERS.map((one) => (
          <label
            key={one}
            className="flex min-h-target flex-1 xl:min-h-[34px] cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-sm px-3 text-sm font-medium text-ink-quiet transition-colors hover:text-ink has-[:checked]:bg-accent-soft has-[:checked]:text-accent-strong has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-accent"
          >
            <input
              type="radio"
              name="status-filter"
              value={one}
              checked={one === filter}
              onChange={() => onChange(one)}
              className="absolute opacity-0"
            />
            {FILTER_LABELS[one]}
            <span className="text-xs font-normal tabular-nums">{number.format(counts[one])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
