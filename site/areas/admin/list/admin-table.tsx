import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { PackageName } from '#api/contract/catalogue/packages.ts'
import { createFigureStore } from '#site/kit/stores/admin.ts'
import { DataTable, type DataTableProps } from '#site/kit/ui/table/data-table.tsx'
import { ListFilter } from '#site/kit/ui/table/data-table-filters.tsx'
import type { Columns, ListedRow } from '#site/kit/ui/table/data-table-list.ts'
import { type Dialogs, useDialog } from '#site/kit/ui/use-dialog.ts'
import { type AdminList, type ListOptions, useAdminList } from './use-admin-list.ts'

/** What the buttons of a row can use. `finish` closes the dialog and fetches the list again. */
export type RowTools<Row> = Dialogs & Pick<AdminList<Row>, 'refresh' | 'replaceRow'>

interface ListView<Row>
  extends ListOptions,
    Omit<DataTableProps<Row>, 'list' | 'columns' | 'filters' | 'actions'> {
  columns: (tools: RowTools<Row>) => Columns<Row>
  /** Filters that are not selectors with fixed options. */
  controls?: (list: AdminList<Row>) => ReactNode
  actions?: (tools: RowTools<Row>) => ReactNode
  above?: (tools: RowTools<Row>) => ReactNode
  /** Stands beside the text of an empty list. */
  emptyAction?: (tools: RowTools<Row>) => ReactNode
  /** Whether to fetch the list again whenever it opens, because the cache may lack a new row. */
  isFresh?: boolean
}

/**
 * Makes a list of the admin area, with the dialogs that it opens.
 * @param view created once, outside components, because new columns render all rows again
 */
export function makeList<Row extends ListedRow>(view: ListView<Row>) {
  const { columns: makeColumns, controls, actions, above, emptyAction, ...table } = view
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each list, when its file is loaded
  return function AdminTable() {
    const list = useAdminList<Row>(view)
    const { refresh, replaceRow } = list
    const [dialog, dialogs] = useDialog(refresh)
    const tools = useMemo(() => ({ ...dialogs, refresh, replaceRow }), [dialogs, refresh, replaceRow])
    const columns = useMemo(() => makeColumns(tools), [tools])
    useEffect(() => {
      if (view.isFresh) refresh()
    }, [refresh])
    if (!view.empty && list.total === 0 && !list.isNarrowed) return null
    return (
      <div className={above && 'flex flex-col gap-6 lg:gap-8'}>
        {above?.(tools)}
        <DataTable
          isTopAligned
          {...table}
          list={list}
          columns={columns}
          filters={controls?.(list)}
          actions={actions?.(tools)}
          empty={table.empty && { ...table.empty, action: emptyAction?.(tools) }}
        />
        {dialog}
      </div>
    )
  }
}

/** The names of all packages, including inactive ones. Shared by the tabs. */
const $packages = createFigureStore<PackageName[]>(['/api/admin/package-names'])

/** @returns undefined while the names load, and if that fails */
export function usePackageNames(): PackageName[] | undefined {
  return useStore($packages).data
}

export function PackageFilter<Row>({ list }: { list: AdminList<Row> }) {
  const packages = usePackageNames()
  const wanted = list.filters.packageId
  const names = packages?.map(({ id, name }) => [String(id), name] as const)
  // The URL may name a package before the names are loaded.
  const known = names ?? (wanted ? [[wanted, `Package ${wanted}`] as const] : [])
  return (
    <ListFilter list={list} name="packageId" label="Package" options={[['all', 'All packages'], ...known]} />
  )
}
