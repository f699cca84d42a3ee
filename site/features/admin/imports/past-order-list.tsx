import { useEffect } from 'react'
import type { AdminPastOrder } from '../../../../api/contract/imports.ts'
import { formatDay } from '../../../format/date.ts'
import { formatUsd } from '../../../format/money.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { columnsOf } from '../../../ui/data-table-columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Email, TwoLines } from '../list/cells.tsx'
import { useAdminList } from '../list/use-admin-list.ts'

const LIST = {
  path: '/api/admin/past-orders',
  defaultSort: '-orderedOn',
  prefix: 'past-',
  exportPath: '/api/admin/past-orders.csv',
} as const

const column = columnsOf<AdminPastOrder>()
const COLUMNS = column.columns([
  column.display({
    id: 'order',
    header: 'Order',
    meta: { card: 'title', className: 'w-1/3 [overflow-wrap:anywhere]' },
    cell: ({ row: { original: order } }) => (
      <TwoLines below={`${order.reference} · ${order.source}`}>{order.packageName}</TwoLines>
    ),
  }),
  column.display({
    id: 'customer',
    header: 'Customer',
    meta: { className: 'w-1/3' },
    cell: ({
      row: {
        original: { customer },
      },
    }) => (
      <TwoLines isPlain below={<Email address={customer.email} />}>
        {customer.firstName} {customer.lastName}
      </TwoLines>
    ),
  }),
  column.accessor('status', {
    header: 'Status',
    enableSorting: false,
    meta: { card: 'corner' },
    cell: ({ getValue }) => {
      const status = getValue()
      return status === 'refunded' ? (
        <StatusBadge kind="payment" status={status} />
      ) : (
        <StatusBadge kind="order" status={status} />
      )
    },
  }),
  column.accessor('orderedOn', {
    header: 'Ordered',
    sortDescFirst: true,
    cell: ({ getValue }) => <span className="whitespace-nowrap tabular-nums">{formatDay(getValue())}</span>,
  }),
  column.accessor('amount', {
    header: 'Amount',
    sortDescFirst: true,
    meta: { align: 'end', className: 'tabular-nums' },
    cell: ({ getValue }) => formatUsd(getValue()),
  }),
])

/** Orders from before this shop, where there are some. */
export function PastOrderList() {
  const list = useAdminList<AdminPastOrder>(LIST)
  // What was imported a moment ago is in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened
  useEffect(() => list.refresh(), [])
  if (list.total === 0 && !list.isNarrowed) return null
  return (
    <DataTable
      title="Past orders"
      noun={['past order', 'past orders']}
      list={list}
      columns={COLUMNS}
      rowId={({ id }) => id}
      searchHint="Search by number, package or customer"
      empty={null}
    />
  )
}
