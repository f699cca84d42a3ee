import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { PackageName } from '../../../../api/contract/packages.ts'
import { createFigureStore } from '../../../stores/admin.ts'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'
import type { Columns } from '../../../ui/table/data-table-columns.tsx'
import { ListFilter } from '../../../ui/table/data-table-filters.tsx'
import type { ListedRow } from '../../../ui/table/data-table-list.ts'
import { type Dialogs, useDialog } from '../../../ui/use-dialog.ts'
import { type AdminList, type ListOptions, useAdminList } from './use-admin-list.ts'

/** What the buttons of a row may use. `finish` closes the dialog and fetches the list again. */
export type RowTools<Row> = Dialogs & Pick<AdminList<Row>, 'refresh' | 'replaceRow'>

interface AdminTableProps<Row> extends Omit<DataTableProps<Row>, 'list' | 'columns'> {
  options: ListOptions
  /** A function outside the component, because new columns render all rows again. */
  makeColumns: (tools: RowTools<Row>) => Columns<Row>
}

/** A list of the admin area, with the dialogs that its rows open. */
export function AdminTable<Row extends ListedRow>({ options, makeColumns, ...table }: AdminTableProps<Row>) {
  const list = useAdminList<Row>(options)
  const { refresh, replaceRow } = list
  const [dialog, dialogs] = useDialog(refresh)
  const columns = useMemo(
    () => makeColumns({ ...dialogs, refresh, replaceRow }),
    [makeColumns, dialogs, refresh, replaceRow],
  )
  return (
    <>
      <DataTable isTopAligned {...table} list={list} columns={columns} />
      {dialog}
    </>
  )
}

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
