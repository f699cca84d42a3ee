import { FilterSelect } from '../../../ui/data-table-toolbar.tsx'

/** One of a few values, or all. An option must not have an empty value (docs/product.md, Admin area). */
export function ChoiceFilter({
  label,
  all,
  options,
  value,
  onChange,
}: {
  label: string
  /** `All statuses` */
  all: string
  options: readonly (readonly [value: string, label: string])[]
  value: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <FilterSelect
      label={label}
      value={value ?? 'all'}
      onChange={(event) => onChange(event.target.value === 'all' ? '' : event.target.value)}
    >
      <option value="all">{all}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </FilterSelect>
  )
}
