import { useStore } from '@nanostores/react'
import { FileUp } from 'lucide-react'
import type { AdminPastOrder, Import } from '../../../../api/contract/imports.ts'
import { formatAmount } from '../../../../api/rules/money/format.ts'
import { formatNumber } from '../../../format/count.ts'
import { formatDay } from '../../../format/date.ts'
import { $query, changeQuery } from '../../../stores/address.ts'
import { QueryLink } from '../../../ui/primitives/query-link.tsx'
import { StateBadge, StatusBadge } from '../../../ui/primitives/status-badge.tsx'
import { makeList } from '../list/admin-table.tsx'
import { Email, momentColumn, Nothing, TwoLines } from '../list/cells.tsx'
import { ImportCard } from './import-card.tsx'
import { KIND_LABELS, STATES } from './import-labels.ts'
import { ImportPage } from './import-page.tsx'

/** Imports customers and past orders of another system, and lists earlier imports and the past orders. */
export function Panel() {
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

const ImportList = makeList<Import>({
  title: 'Imports',
  noun: ['import', 'imports'],
  path: '/api/admin/imports',
  defaultSort: '-createdAt',
  prefix: 'import-',
  isFresh: true,
  isTopAligned: false,
  searchHint: 'Search by file name',
  empty: {
    icon: FileUp,
    title: 'Nothing has been imported',
    children:
      'Begin with a file of customers; their past orders follow. A check that nobody imports is listed for a day.',
  },
  columns: () => [
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
    momentColumn('When', (row) => row.createdAt, { sort: '-createdAt' }),
    { header: 'State', card: 'corner', cell: ({ state }) => <StateBadge look={STATES[state]} /> },
  ],
})

/** The orders of an earlier system. Nothing if there are none. */
const PastOrderList = makeList<AdminPastOrder>({
  title: 'Past orders',
  noun: ['past order', 'past orders'],
  path: '/api/admin/past-orders',
  defaultSort: '-orderedOn',
  prefix: 'past-',
  exportPath: '/api/admin/past-orders.csv',
  isFresh: true,
  isTopAligned: false,
  tableFrom: 'md',
  searchHint: 'Search by number, package or customer',
  columns: () => [
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
  ],
})
