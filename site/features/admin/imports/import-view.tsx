import { useStore } from '@nanostores/react'
import { FileUp } from 'lucide-react'
import { useEffect } from 'react'
import type { AdminPastOrder, Import } from '../../../../api/contract/imports.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { formatDay } from '../../../format/date.ts'
import { $query, changeQuery } from '../../../stores/address.ts'
import { EmptyState } from '../../../ui/primitives/empty-state.tsx'
import { QueryLink } from '../../../ui/primitives/query-link.tsx'
import { StateBadge, StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Columns } from '../../../ui/table/data-table-columns.tsx'
import { Email, MomentCell, Nothing, TwoLines } from '../list/cells.tsx'
import { useAdminList } from '../list/use-admin-list.ts'
import { ImportCard } from './import-card.tsx'
import { formatNumber, KIND_LABELS, STATES } from './import-labels.ts'
import { ImportPage } from './import-page.tsx'

/** Imports customers and past orders of another system, and lists earlier imports and the past orders. */
export function ImportView() {
  const id = Number(new URLSearchParams(useStore($query)).get('file'))
  if (Number.isInteger(id) && id > 0) return <ImportPage key={id} id={id} />
  return (
    <div className="flex flex-col gap-6">
      <ImportCard />
      <ImportList />
      <PastOrderList />
    </div>
  )
}

const LIST = { path: '/api/admin/imports', defaultSort: '-createdAt', prefix: 'import-' } as const

const COLUMNS: Columns<Import> = [
  {
    header: 'File',
    card: 'title',
    className: 'w-1/4',
    cell: (file) => (
      <QueryLink
        href={`?view=import&file=${file.id}`}
        onGo={() => changeQuery({ file: String(file.id) })}
        className="font-medium text-accent-strong underline-offset-4 hover:underline"
      >
        {file.fileName}
      </QueryLink>
    ),
  },
  { header: 'Holds', cell: ({ kind }) => KIND_LABELS[kind] },
  { header: 'New', isLabelled: true, align: 'end', cell: ({ newRows }) => formatNumber(newRows) },
  {
    header: 'Existing',
    isLabelled: true,
    align: 'end',
    cell: ({ existingRows }) => formatNumber(existingRows),
  },
  {
    header: 'With errors',
    isLabelled: true,
    align: 'end',
    cell: ({ faultyRows }) => formatNumber(faultyRows),
  },
  {
    header: 'By',
    cell: ({ createdBy }) => (createdBy ? `${createdBy.firstName} ${createdBy.lastName}` : <Nothing />),
  },
  { header: 'When', sort: '-createdAt', cell: ({ createdAt }) => <MomentCell iso={createdAt} /> },
  { header: 'State', card: 'corner', cell: ({ state }) => <StateBadge look={STATES[state]} /> },
]

function ImportList() {
  const list = useAdminList<Import>(LIST)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when opened, because the cache may lack a new import
  useEffect(() => list.refresh(), [])
  return (
    <DataTable
      title="Imports"
      noun={['import', 'imports']}
      list={list}
      columns={COLUMNS}
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

const PAST_LIST = {
  path: '/api/admin/past-orders',
  defaultSort: '-orderedOn',
  prefix: 'past-',
  exportPath: '/api/admin/past-orders.csv',
}

const PAST_COLUMNS: Columns<AdminPastOrder> = [
  {
    header: 'Order',
    card: 'title',
    className: 'w-1/3',
    cell: ({ packageName, reference, source }) => (
      <TwoLines below={`${reference} · ${source}`}>{packageName}</TwoLines>
    ),
  },
  {
    header: 'Customer',
    className: 'w-1/3',
    cell: ({ customer }) => (
      <TwoLines isPlain below={<Email address={customer.email} />}>
        {customer.firstName} {customer.lastName}
      </TwoLines>
    ),
  },
  {
    header: 'Status',
    card: 'corner',
    cell: ({ status }) =>
      status === 'refunded' ? (
        <StatusBadge kind="payment" status={status} />
      ) : (
        <StatusBadge kind="order" status={status} />
      ),
  },
  {
    header: 'Ordered',
    sort: '-orderedOn',
    cell: ({ orderedOn }) => <span className="whitespace-nowrap tabular-nums">{formatDay(orderedOn)}</span>,
  },
  {
    header: 'Amount',
    sort: '-amount',
    align: 'end',
    cell: ({ amount, currency }) => formatAmount(amount, currency),
  },
]

/** The orders of an earlier system. Nothing if there are none. */
function PastOrderList() {
  const list = useAdminList<AdminPastOrder>(PAST_LIST)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when opened, because the cache may lack a new import
  useEffect(() => list.refresh(), [])
  if (list.total === 0 && !list.isNarrowed) return null
  return (
    <DataTable
      title="Past orders"
      noun={['past order', 'past orders']}
      list={list}
      columns={PAST_COLUMNS}
      tableFrom="md"
      searchHint="Search by number, package or customer"
      empty={null}
    />
  )
}
