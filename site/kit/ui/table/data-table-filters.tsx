import { type ComponentProps, useEffect, useState } from 'react'
import { controlClass, Select } from '#site/kit/ui/field/field.tsx'
import type { Columns, FilterField, TableList } from './data-table-list.ts'

export interface SortOptions<Row> {
  list: TableList<Row>
  /** Must stay the same object: made outside the component or in a memo. */
  columns: Columns<Row>
  /** The order that no column sorts by: `['id', 'Shop order']`. */
  ownOrder?: readonly [sort: string, label: string]
}

/** Sorts cards, which have no column headings to click. */
export function SortSelect<Row>({ columns, list, ownOrder }: SortOptions<Row>) {
  return (
    <FilterSelect
      label="Sort by"
      value={list.sort}
      onChange={(event) => list.change({ sort: event.target.value })}
    >
      {ownOrder && <option value={ownOrder[0]}>{ownOrder[1]}</option>}
      {columns.flatMap(({ header, sort }) => {
        if (!sort) return []
        const name = sort.replace('-', '')
        return [
          <option key={name} value={name}>
            {header} ↑
          </option>,
          <option key={`-${name}`} value={`-${name}`}>
            {header} ↓
          </option>,
        ]
      })}
    </FilterSelect>
  )
}

/** A filter of the list. Its first option means no filter. */
export function ListFilter<Row>({
  list,
  name,
  label,
  options,
}: Pick<FilterField, 'name' | 'label'> & {
  list: Pick<TableList<Row>, 'filters' | 'change'>
  options: readonly (readonly [value: string, label: string])[]
}) {
  const none = options[0]?.[0] ?? ''
  return (
    <FilterSelect
      label={label}
      value={list.filters[name] ?? none}
      onChange={({ target: { value } }) => list.change({ filters: { [name]: value === none ? '' : value } })}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </FilterSelect>
  )
}

/** The label is for screen readers only, because the first option names the filter. */
function FilterSelect({ label, ...rest }: { label: string } & ComponentProps<'select'>) {
  return (
    <Select
      {...rest}
      aria-label={label}
      frameClassName="min-w-0 max-sm:flex-1 max-sm:basis-[calc(50%-0.25rem)]"
      className="truncate py-1.5 pr-9 sm:w-40 xl:max-[1400px]:w-36"
    />
  )
}

/** Two days as the filters `from` and `to` of a list, both included. @param label what happened on them: 'Ordered' */
export function DayRange<Row>({
  list: { filters, change },
  label,
}: {
  list: Pick<TableList<Row>, 'filters' | 'change'>
  label: string
}) {
  const { from = '', to = '' } = filters
  return (
    <fieldset className="flex min-w-0 items-center gap-1.5 text-sm text-ink-quiet max-md:basis-full max-md:flex-wrap">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="max-md:basis-full">
        {label}
      </span>
      <DayInput
        label={`${label} from`}
        day={from}
        onChange={(day) => change({ filters: { from: day, to: to && to < day ? day : to } })}
      />
      <span aria-hidden="true">–</span>
      <DayInput
        label={`${label} to`}
        day={to}
        onChange={(day) => change({ filters: { from: day && day < from ? day : from, to: day } })}
      />
    </fieldset>
  )
}

function DayInput({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  return (
    <input
      type="date"
      aria-label={label}
      title={label}
      value={typed}
      min="2000-01-01"
      max="2099-12-31"
      onChange={({ target: { value } }) => {
        setTyped(value)
        // While a year is being typed, its first digits make years of long ago.
        if (value === '' || value.startsWith('20')) onChange(value)
      }}
      className={`${controlClass()} min-w-0 flex-1 px-2 py-1.5 tabular-nums md:w-[8.25rem] md:[&]:text-[13px]`}
    />
  )
}
