import { useMemo } from 'react'
import { DataTable, type DataTableProps } from '../../../ui/data-table.tsx'
import type { Columns } from '../../../ui/data-table-columns.tsx'
import type { ListedRow } from '../../../ui/data-table-list.ts'
import { type ListOptions, useAdminList } from './use-admin-list.ts'

interface LogListProps<Row> extends Pick<DataTableProps<Row>, 'title' | 'noun' | 'searchHint' | 'empty'> {
  options: ListOptions
  /** @param refresh to be called when an action of a row has changed the list */
  makeColumns: (refresh: () => void) => Columns<Row>
}

/** One of the logs that the navigation leads to. */
export function LogList<Row extends ListedRow>({ options, makeColumns, ...table }: LogListProps<Row>) {
  const list = useAdminList<Row>(options)
  const columns = useMemo(() => makeColumns(list.refresh), [makeColumns, list.refresh])
  return <DataTable {...table} list={list} columns={columns} isTopAligned />
}
