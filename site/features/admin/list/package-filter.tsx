import { useStore } from '@nanostores/react'
import type { PackageName } from '../../../../api/contract/admin.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { ListFilter } from '../../../ui/data-table-toolbar.tsx'
import type { AdminList } from './use-admin-list.ts'

/** All packages, the inactive ones too; cached, because the tabs share them. */
const $packages = createFigureStore<PackageName[]>(['/api/admin/package-names'])

/** @returns undefined while they load, and if they fail */
export function usePackageNames(): PackageName[] | undefined {
  return useStore($packages).data
}

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
