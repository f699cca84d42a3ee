import type { ComponentProps } from 'react'
import { Select } from '../field/field.tsx'
import type { Columns } from './data-table-columns.tsx'
import type { FilterField, TableList } from './data-table-list.ts'

/** Sorts cards, which have no column headings to click. */
export function SortSelect<Row>({ columns, list }: { columns: Columns<Row>; list: TableList<Row> }) {
  return (
    <FilterSelect
      label="Sort by"
      value={list.sort}
      onChange={(event) => list.change({ sort: event.target.value })}
    >
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
