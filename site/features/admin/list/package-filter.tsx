import { ListFilter } from './list-filter.tsx'
import type { AdminList } from './use-admin-list.ts'
import { usePackageNames } from './use-package-names.ts'

export function PackageFilter<Row>({ list }: { list: AdminList<Row> }) {
  const packages = usePackageNames()
  const wanted = list.filters.packageId
  const names = packages?.map(({ id, name }) => [String(id), name] as const)
  // The address may ask for one before the names are there.
  const known = names ?? (wanted ? [[wanted, `Package ${wanted}`] as const] : [])
  return (
    <ListFilter list={list} name="packageId" label="Package" options={[['all', 'All packages'], ...known]} />
  )
}
