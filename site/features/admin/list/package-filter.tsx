import { useStore } from '@nanostores/react'
import type { PackageName } from '../../../../api/contract/packages.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { ListFilter } from '../../../ui/table/data-table-filters.tsx'
import type { AdminList } from './use-admin-list.ts'

/** The names of all packages, including inactive ones. The tabs share them. */
const $packages = createFigureStore<PackageName[]>(['/api/admin/package-names'])

/** @returns undefined while the names load, and if that fails */
export function usePackageNames(): PackageName[] | undefined {
  return useStore($packages).data
}

export function PackageFilter<Row>({ list }: { list: AdminList<Row> }) {
  const packages = usePackageNames()
  const wanted = list.filters.packageId
  const names = packages?.map(({ id, name }) => [String(id), name] as const)
  // The address may ask for a package before the names are loaded.
  const known = names ?? (wanted ? [[wanted, `Package ${wanted}`] as const] : [])
  return (
    <ListFilter list={list} name="packageId" label="Package" options={[['all', 'All packages'], ...known]} />
  )
}
