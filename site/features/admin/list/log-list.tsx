import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useMemo, useRef } from 'react'
import { DataTable, type DataTableProps } from '../../../ui/data-table.tsx'
import type { Columns } from '../../../ui/data-table-columns.ts'
import { type AdminList, type ListOptions, useAdminList } from './use-admin-list.ts'

interface LogListProps<Row extends RowData>
  extends Pick<DataTableProps<Row>, 'title' | 'noun' | 'searchHint' | 'empty'> {
  options: ListOptions
  /** @param refresh to be called when an action of a row has changed the list */
  makeColumns: (refresh: () => void) => Columns<Row>
  filters: (list: AdminList<Row>) => ReactNode
}

/** One of the logs that the navigation leads to. */
export function LogList<Row extends RowData & { id: string | number }>({
  options,
  makeColumns,
  filters,
  ...table
}: LogListProps<Row>) {
  const list = useAdminList<Row>(options)
  // Of the page that is shown when it is called; the columns are made once.
  const refresh = useRef(list.refresh)
  refresh.current = list.refresh
  const columns = useMemo(() => makeColumns(() => refresh.current()), [makeColumns])
  return (
    <DataTable
      {...table}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      tableFrom="lg"
      filters={filters(list)}
    />
  )
}
