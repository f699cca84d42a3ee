import { FileUp } from 'lucide-react'
import { useEffect } from 'react'
import type { Import } from '../../../../api/contract/imports.ts'
import { changeQuery } from '../../../stores/address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryLink } from '../../../ui/query-link.tsx'
import { Nothing } from '../list/cells.tsx'
import { MomentCell } from '../list/moment-cell.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { formatNumber, KIND_LABELS, STATES } from './import-labels.ts'

const LIST = { path: '/api/admin/imports', defaultSort: '-createdAt', prefix: 'import-' } as const

const column = columnsOf<Import>()
const COLUMNS = column.columns([
  column.display({
    id: 'fileName',
    header: 'File',
    meta: { card: 'title', className: 'w-1/4 [overflow-wrap:anywhere]' },
    cell: ({ row: { original: file } }) => (
      <QueryLink
        href={`?view=import&file=${file.id}`}
        onGo={() => changeQuery({ file: String(file.id) })}
        className="font-medium text-accent-strong underline-offset-4 hover:underline"
      >
        {file.fileName}
      </QueryLink>
    ),
  }),
  column.accessor('kind', {
    header: 'Holds',
    enableSorting: false,
    cell: ({ getValue }) => KIND_LABELS[getValue()],
  }),
  column.display({
    id: 'result',
    header: 'New',
    meta: { align: 'end' },
    cell: ({ row: { original: file } }) => formatNumber(file.newRows),
  }),
  column.display({
    id: 'existing',
    header: 'Existing',
    meta: { align: 'end' },
    cell: ({ row: { original: file } }) => formatNumber(file.existingRows),
  }),
  column.display({
    id: 'faulty',
    header: 'With errors',
    meta: { align: 'end' },
    cell: ({ row: { original: file } }) => formatNumber(file.faultyRows),
  }),
  column.display({
    id: 'by',
    header: 'By',
    cell: ({ row: { original: file } }) =>
      file.createdBy ? `${file.createdBy.firstName} ${file.createdBy.lastName}` : <Nothing />,
  }),
  column.accessor('createdAt', {
    header: 'When',
    sortDescFirst: true,
    cell: ({ getValue }) => <MomentCell iso={getValue()} />,
  }),
  column.accessor('state', {
    header: 'State',
    enableSorting: false,
    meta: { card: 'corner' },
    cell: ({ getValue }) => {
      const { label, tone } = STATES[getValue()]
      return (
        <Badge tone={tone} dot>
          {label}
        </Badge>
      )
    },
  }),
])

/** The files so far. */
export function ImportList() {
  const list = useAdminList<Import>(LIST)
  // What was imported a moment ago is in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened
  useEffect(() => list.refresh(), [])
  return (
    <DataTable
      title="Imports"
      noun={['import', 'imports']}
      list={list}
      columns={COLUMNS}
      rowId={({ id }) => id}
      tableFrom="lg"
      searchHint="Search by file name"
      empty={
        <EmptyState icon={FileUp} title="Nothing has been imported">
          Begin with a file of customers; their past orders follow. A check that nobody imports is listed for
          a day.
        </EmptyState>
      }
    />
  )
}
