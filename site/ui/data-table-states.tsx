import type { ReactTable, RowData } from '@tanstack/react-table'
import { SearchX } from 'lucide-react'
import { Button } from './button.tsx'
import type { Features } from './data-table-columns.ts'
import { DataTableHead, EDGES, ROW, tableClass } from './data-table-grid.tsx'
import type { TableList } from './data-table-list.ts'
import { EmptyState } from './empty-state.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Skeleton } from './skeleton.tsx'

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

type Noun = readonly [one: string, many: string]

export function NothingFound({ noun, list }: { noun: Noun; list: { reset: () => void } }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${noun[1]} match`}
      action={
        <Button variant="secondary" onClick={list.reset}>
          Clear search and filters
        </Button>
      }
    >
      Try fewer or different words, or remove a filter.
    </EmptyState>
  )
}

export function ListFailed({
  noun,
  list,
}: {
  noun: Noun
  list: Pick<TableList<unknown>, 'isNarrowed' | 'reset' | 'retry'>
}) {
  return (
    <LoadFailed
      title={`The ${noun[1]} did not load`}
      onRetry={list.retry}
      extraAction={
        list.isNarrowed && (
          <Button variant="ghost" onClick={list.reset}>
            Clear search and filters
          </Button>
        )
      }
    >
      Check your connection and try again.
    </LoadFailed>
  )
}

export function GridSkeleton<Row extends RowData>({
  table,
  isFixed,
}: {
  table: ReactTable<Features, Row>
  isFixed: boolean
}) {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <table aria-hidden="true" className={tableClass(isFixed)} inert>
        <DataTableHead table={table} />
        <tbody className="divide-y divide-line">
          {SKELETON_ROWS.map((row) => (
            <tr key={row}>
              {table.getAllLeafColumns().map((column) => (
                <td key={column.id} className={`${ROW} ${EDGES} ${column.columnDef.meta?.className ?? ''}`}>
                  <Skeleton
                    className={`h-4 w-3/4 max-w-40 ${column.columnDef.meta?.align === 'end' ? 'ml-auto' : ''}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function CardsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <div className="grid gap-px bg-line sm:grid-cols-2">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="flex flex-col gap-3 bg-ground-raised px-5 py-4 sm:px-6">
            <div className="flex justify-between gap-4">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-5 w-16" />
            </div>
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        ))}
      </div>
    </div>
  )
}
