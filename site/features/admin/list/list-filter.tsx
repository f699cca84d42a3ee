import { FilterSelect } from '../../../ui/data-table-toolbar.tsx'
import type { AdminList } from './use-admin-list.ts'

/** One of a list's filters. Its first option stands for no filter: an option must not have an empty value (docs/product/back-office.md, Admin area). */
export function ListFilter<Row>({
  list,
  name,
  label,
  options,
}: {
  list: Pick<AdminList<Row>, 'filters' | 'change'>
  /** As the API calls the filter. */
  name: string
  label: string
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
