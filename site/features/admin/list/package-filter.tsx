import { FilterSelect } from '../../../ui/data-table-toolbar.tsx'
import { usePackageNames } from './use-package-names.ts'

export function PackageFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (packageId: string) => void
}) {
  const packages = usePackageNames()
  return (
    <FilterSelect
      label="Package"
      value={value ?? 'all'}
      onChange={(event) => onChange(event.target.value === 'all' ? '' : event.target.value)}
    >
      <option value="all">All packages</option>
      {packages?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {value && !packages && <option value={value}>Package {value}</option>}
    </FilterSelect>
  )
}
